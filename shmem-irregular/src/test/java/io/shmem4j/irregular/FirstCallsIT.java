// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * No first call of a thread of the program runs the initializer of a class of the library: where the stack ends in one,
 * the class is of no use any more. The JVM logs which classes it initializes.
 */
class FirstCallsIT {
    private static final Pattern LINE = Pattern.compile("# (.*)|.* Initializing '(io/shmem4j/.*)' \\(.* by thread \""
        + "(.*)\"");

    private static void check(String... shape) {
        List<String> words = new ArrayList<>(List.of("-J-Xlog:class+init", "--output-from", "0"));
        words.addAll(List.of(shape));
        String out = Oshrun.run(Oshrun.words(2, Oshrun.program(FirstCallsProgram.class),
            words.toArray(String[]::new))).expect(0).out();
        assertTrue(out.contains("'io/shmem4j/Cmp'"), "the JVM has not logged initializers");
        List<String> found = new ArrayList<>();
        String call = null;
        for (Matcher line = LINE.matcher(out); line.find();) {
            if (line.group(1) != null) {
                call = line.group(1);
            } else if (call != null && !call.equals("end") && !line.group(3).matches("shmem4j.*|system-calls")
                && !line.group(2).contains("/FirstCallsProgram")) {
                found.add(call + " initializes " + line.group(2) + " in " + line.group(3));
            }
        }
        assertEquals("", String.join("\n", found));
    }

    @Test
    void inProcesses() {
        check("--pes-per-jvm", "1");
    }

    @Thorough
    @Test
    void inALastingJob() {
        check("--pes-per-jvm", "1", "--respawn", "1");
    }

    @Thorough
    @Test
    void onTwoNodes() {
        SeveralMachines.assume();
        check("--split", "2");
    }
}

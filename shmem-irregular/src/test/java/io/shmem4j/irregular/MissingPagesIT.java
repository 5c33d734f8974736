// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Weekly;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Each first touch of a page fails, in code of each compiler. */
@Execution(ExecutionMode.CONCURRENT)
class MissingPagesIT {
    private static void run(int rounds, int changes, String... options) {
        List<String> words = Oshrun.words(2, Oshrun.program(ScarcePages.class, Long.toString(System.nanoTime()),
            Integer.toString(rounds), Integer.toString(changes)), options);
        words.addAll(1 + words.indexOf("-np") + 1, List.of("--pes-per-jvm", "1", "--heap-size", "512m", "--timeout",
            "240"));
        Oshrun.Result result = Oshrun.run(words).expect(0);
        assertEquals("", result.err());
        assertTrue(result.outLines().stream().allMatch(line -> line.matches("[a-z ]+: \\d+ thrown")), result.out());
    }

    @Test
    void changesOfInterpretedCodeAreWholeOrNotDone() {
        run(1, 500, "-J-Xint");
    }

    @Test
    void changesOfCompiledCodeAreWholeOrNotDone() {
        run(2, 500);
    }

    @Weekly
    @Test
    void manyChangesAreWholeOrNotDone() {
        run(10, 3000);
        run(5, 3000, "-J-XX:TieredStopAtLevel=1");
    }
}

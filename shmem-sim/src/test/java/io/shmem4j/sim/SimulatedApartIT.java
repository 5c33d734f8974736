// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A simulated PE has its own statics and input, as a process has. */
@Execution(ExecutionMode.CONCURRENT)
class SimulatedApartIT {
    private static final String CLASSES = Oshrun.sources().resolve("shmem-sim/target/test-classes").toString();

    private static final String INPUT = "first\nsecond\n";

    private static List<String> lines(String input, String... options) {
        List<String> words = new ArrayList<>(List.of("-np", "3"));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", CLASSES, "simtest.Own"));
        return Oshrun.run(input, words).expect(0).outLines().stream().sorted().toList();
    }

    @Test
    void staticsAreThePesOwn() {
        List<String> expected = List.of("0 has 0, read null, null", "1 has 1, read null, null",
            "2 has 2, read null, null");
        assertEquals(expected, lines("", "--pes-per-jvm", "1"));
        assertEquals(expected, lines("", "--backend", "sim"));
    }

    @Test
    void eachPeReadsAllLinesOfInputForAll() {
        assertEquals(List.of("0 has 0, read first, second", "1 has 1, read first, second",
            "2 has 2, read first, second"), lines(INPUT, "--backend", "sim", "--stdin", "all"));
    }

    @Test
    void inputGoesToThePeThatTheOptionNames() {
        assertEquals(List.of("0 has 0, read null, null", "1 has 1, read null, null",
            "2 has 2, read first, second"), lines(INPUT, "--backend", "sim", "--stdin", "2"));
    }
}

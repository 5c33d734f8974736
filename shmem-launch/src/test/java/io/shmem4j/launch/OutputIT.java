// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static io.shmem4j.launch.TestProgram.program;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How output and input travel between the PEs and the launcher's own streams. */
@Execution(ExecutionMode.CONCURRENT)
class OutputIT {
    private static Oshrun.Result run(String input, List<String> program, String... options) {
        List<String> line = new ArrayList<>(Arrays.asList(options));
        line.addAll(program);
        return Oshrun.run(input, line).expect(0);
    }

    @Test
    void linesStayWholeAndInOrder() {
        int count = 3000;
        int[] next = new int[8];
        for (String line : run("", program("lines", Integer.toString(count)), "-np", "8").outLines()) {
            String[] words = line.split(" ", -1);
            assertEquals(5, words.length, line);
            int pe = Integer.parseInt(words[1]);
            int number = Integer.parseInt(words[3]);
            assertEquals(next[pe]++, number, line);
            assertEquals("PE " + pe + " line " + number + " " + "x".repeat(number % 97), line);
        }
        for (int n : next) {
            assertEquals(count, n);
        }
    }

    @Test
    void tagsNameThePeAndTheStream() {
        Oshrun.Result result = run("", program("both"), "-np", "2", "--tag-output");
        assertEquals(Set.of("[0] out 0", "[1] out 1"), new TreeSet<>(result.outLines()));
        assertEquals(Set.of("[0!] err 0", "[1!] err 1"), new TreeSet<>(result.err().lines().toList()));
    }

    @Thorough
    @Test
    void unfinishedLastLinesArePrintedAndKeptApart() {
        assertEquals("no end 0", run("", program("unfinished"), "-np", "1").out());
        assertEquals(Set.of("no end 0", "no end 1", "no end 2"),
            new TreeSet<>(run("", program("unfinished"), "-np", "3").outLines()));
        assertEquals(Set.of("[0] no end 0", "[1] no end 1", "[2] no end 2"),
            new TreeSet<>(run("", program("unfinished"), "-np", "3", "--tag-output").outLines()));
    }

    @Test
    void onlyPe0ReadsInput() {
        assertEquals(Set.of("0 read 'some words'", "1 read ''", "2 read ''"),
            new TreeSet<>(run("some words", program("read"), "-np", "3").outLines()));
    }

    @Thorough
    @Test
    void verboseTellsAndQuietDoesNot() {
        Oshrun.Result verbose = run("", program("hello"), "-np", "2", "-v");
        assertTrue(verbose.err().contains("PE 1 started, pid "), verbose::err);
        assertTrue(verbose.err().contains("PE 1 exited with status 0 after "), verbose::err);
        List<String> failing = new ArrayList<>(List.of("-np", "2", "-q"));
        failing.addAll(program("statuses", "3", "-"));
        assertEquals("", Oshrun.run(failing).expect(3).err());
    }
}

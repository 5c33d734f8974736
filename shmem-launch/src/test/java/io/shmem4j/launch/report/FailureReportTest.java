// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.shm.FailureFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is shown of throwables that several PEs did not catch. */
class FailureReportTest {
    private static final String DEPTH = "\tat My.depth(My.java:3)\n";

    private static FailureFile.Entry entry(int pe, String head, String frames) {
        return new FailureFile.Entry(pe, "[PE " + pe + "] " + head + "\n" + frames);
    }

    /** Which call finds the stack full differs from PE to PE, and says nothing. */
    @Test
    void oneRecursionIsToldOnce() {
        List<FailureFile.Entry> entries = new ArrayList<>();
        for (int pe = 0; pe < 16; pe++) {
            entries.add(entry(pe, "java.lang.StackOverflowError", ("\tat java.base/java.lang.String.a" + pe % 4
                + "(String.java:1)\n").repeat(pe % 4) + DEPTH.repeat(1000 + pe)));
        }
        entries.add(entry(16, "java.lang.StackOverflowError", "\tat Other.f(Other.java:5)\n".repeat(1024)));
        List<FailureReport.Text> texts = new FailureReport(entries).texts();
        assertEquals(List.of("[PEs 0 to 15] java.lang.StackOverflowError\n" + DEPTH + DEPTH
            + "\t... the same frame 998 times more\n", "[PE 16] java.lang.StackOverflowError\n"
            + "\tat Other.f(Other.java:5)\n\tat Other.f(Other.java:5)\n\t... the same frame 1022 times more\n"),
            texts.stream().map(FailureReport.Text::text).toList());
    }

    @Test
    void otherTracesThatDifferAreShownEach() {
        List<FailureReport.Text> texts = new FailureReport(List.of(entry(0, "x.Y: one", "\tat My.a(My.java:1)\n"),
            entry(1, "x.Y: one", "\tat My.b(My.java:2)\n"), entry(2, "x.Y: two", "\tat My.a(My.java:1)\n"))).texts();
        assertEquals(List.of("[PE 0] x.Y: one\n[PE 2] x.Y: two\n\tat My.a(My.java:1)\n",
            "[PE 1] x.Y: one\n\tat My.b(My.java:2)\n"), texts.stream().map(FailureReport.Text::text).toList());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.job.FailurePrinter.FailureReport;
import io.shmem4j.shm.FailureFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Report of throwables that several PEs did not catch. */
class FailureReportTest {
    private static final String DEPTH = "\tat My.depth(My.java:3)\n";

    private static FailureFile.Entry entry(int pe, String head, String frames) {
        return new FailureFile.Entry(pe, "[PE " + pe + "] " + head + "\n" + frames);
    }

    /** The call that finds the stack full differs from PE to PE, and says nothing. */
    @Test
    void oneRecursionIsToldOnce() {
        List<FailureFile.Entry> entries = new ArrayList<>();
        for (int pe = 0; pe < 16; pe++) {
            entries.add(entry(pe, "java.lang.StackOverflowError", ("\tat java.base/java.lang.String.a" + pe % 4
                + "(String.java:1)\n").repeat(pe % 4) + DEPTH.repeat(1000 + pe)));
        }
        entries.add(entry(16, "java.lang.StackOverflowError", "\tat Other.f(Other.java:5)\n".repeat(1024)));
        List<FailureReport.Text> texts = new FailureReport(entries).texts;
        assertEquals(List.of("[PEs 0 to 15] java.lang.StackOverflowError\n" + DEPTH + DEPTH
            + "\t... the same frame 998 times more\n", "[PE 16] java.lang.StackOverflowError\n"
            + "\tat Other.f(Other.java:5)\n\tat Other.f(Other.java:5)\n\t... the same frame 1022 times more\n"),
            texts.stream().map(FailureReport.Text::text).toList());
    }

    @Test
    void otherTracesThatDifferAreShownEach() {
        List<FailureReport.Text> texts = new FailureReport(List.of(entry(0, "x.Y: one", "\tat My.a(My.java:1)\n"),
            entry(1, "x.Y: one", "\tat My.b(My.java:2)\n"), entry(2, "x.Y: two", "\tat My.a(My.java:1)\n"))).texts;
        assertEquals(List.of("[PE 0] x.Y: one\n[PE 2] x.Y: two\n\tat My.a(My.java:1)\n",
            "[PE 1] x.Y: one\n\tat My.b(My.java:2)\n"), texts.stream().map(FailureReport.Text::text).toList());
    }

    /** Lines that PEs add differ by their JVM; they neither part equal traces nor fall to the limit of lines. */
    @Test
    void whatPesAddStandsOnceBelowTheTrace() {
        String trace = "\tat My.a(My.java:1)\n";
        StringBuilder deep = new StringBuilder();
        for (int i = 0; i < 2 * FailureReport.MOST_LINES; i++) {
            deep.append("\tat My.f").append(i).append("(My.java:1)\n");
        }
        List<FailureFile.Entry> entries = new ArrayList<>();
        for (int pe = 0; pe < 4; pe++) {
            entries.add(entry(pe, "x.Y: one", trace + "[PE " + pe + "] JVM " + pe / 2 + "\n"));
            entries.add(entry(pe, "x.Y: deep", deep + "[PE " + pe + "] JVM " + pe / 2 + "\n"));
        }
        List<String> texts = new FailureReport(entries).texts.stream().map(FailureReport.Text::text).toList();
        assertEquals(2, texts.size());
        assertEquals("[PEs 0 to 3] x.Y: one\n" + trace + "[PEs 0 to 3] JVM 0\n", texts.getFirst());
        assertTrue(texts.getLast().endsWith(" lines)\n[PEs 0 to 3] JVM 0\n"), texts.getLast());
        assertEquals("[PE 3] x.Y: one\n" + trace + "[PE 3] JVM 1\n",
            new FailureReport(entries.subList(6, 7)).texts.getFirst().text());
    }
}

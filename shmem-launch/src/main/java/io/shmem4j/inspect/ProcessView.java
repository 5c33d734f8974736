// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.shm.Proc;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A process as /proc shows it.
 *
 * @param runs    whether it runs, and its parent is the expected one
 * @param stopped whether a signal or debugger stopped it
 * @param memory  resident bytes, including shared ones
 */
record ProcessView(long pid, boolean runs, boolean stopped, long cpuNanos, long memory) {
    /** JVM options that take the next word as value. */
    private static final Set<String> WITH_VALUE = Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path",
        "--add-modules", "--add-exports", "--add-opens", "--enable-native-access");

    /**
     * Reads a PE's process. {@code thread} is the PE's own thread in a shared JVM, else 0. A parent other than 0 is
     * checked, because the process id of an ended PE may be reused.
     */
    static ProcessView of(long pid, long thread, long parent) {
        ProcessView gone = new ProcessView(pid, false, false, 0, 0);
        List<String> stat = pid <= 0 ? List.of() : Proc.stat(pid);
        if (stat.isEmpty() || parent != 0 && Long.parseLong(stat.get(1)) != parent
            || "ZXx".contains(stat.getFirst())) {
            return gone;
        }
        try {
            return new ProcessView(pid, true, "Tt".contains(stat.getFirst()),
                thread == 0 ? cpu(pid) : cpu(pid, thread), Proc.bytes(Proc.of(pid, "status"), "VmRSS:"));
        } catch (RuntimeException e) {
            return gone;
        }
    }

    private static long cpu(long pid) {
        return ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration()).orElse(Duration.ZERO)
            .toNanos();
    }

    /** {@return the CPU time of the thread or process, 0 if it ended} */
    private static long cpu(long pid, long thread) {
        String text = Proc.text(Proc.of(pid, "task/" + thread + "/schedstat"));
        return Long.parseLong(text.substring(0, text.indexOf(' ')));
    }

    /** {@return the command line of a process, empty if unreadable} */
    static List<String> words(long pid) {
        return List.of(Proc.text(Proc.of(pid, "cmdline")).split("\0"));
    }

    static String program(List<String> words) {
        int at = 1;
        while (at < words.size() && words.get(at).startsWith("-") && !words.get(at).equals("-jar")) {
            at += WITH_VALUE.contains(words.get(at)) ? 2 : 1;
        }
        return at >= words.size() ? "" : String.join(" ", words.subList(at, words.size()));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.shm.Proc;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The kernel's view of a process.
 *
 * @param runs whether it runs, as a child of the expected process if there is one
 * @param stopped whether a signal or a debugger has stopped it
 * @param memory bytes of memory it has touched, shared ones too
 */
record ProcessView(long pid, boolean runs, boolean stopped, long cpuNanos, long memory) {
    /** Options of a JVM whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path",
        "--add-modules", "--add-exports", "--add-opens", "--enable-native-access");

    /**
     * Looks at a PE's process, 0 when it is not known, at the PE's own thread in a process that it shares, else 0. The
     * parent is the launcher, because another process may have got the number of a PE that has ended; 0 where there is
     * none.
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

    /** A thread that has ended is no more to be seen than a process. */
    private static long cpu(long pid, long thread) {
        String text = Proc.text(Proc.of(pid, "task/" + thread + "/schedstat"));
        return Long.parseLong(text.substring(0, text.indexOf(' ')));
    }

    /** {@return the words a process was started with, none when they can't be seen} */
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

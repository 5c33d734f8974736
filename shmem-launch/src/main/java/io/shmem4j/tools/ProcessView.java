// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What the kernel tells of a process.
 *
 * @param pid      its number
 * @param there    whether it runs, as a child of the expected process if there is one
 * @param stopped  whether a signal or a debugger has stopped it
 * @param cpuNanos processor time it has used, or of it the PE's own thread
 * @param memory   bytes of memory it has touched, shared ones too
 */
record ProcessView(long pid, boolean there, boolean stopped, long cpuNanos, long memory) {
    /** Options of a JVM whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path",
        "--add-modules", "--add-exports", "--add-opens", "--enable-native-access");

    /**
     * Looks at a PE's process.
     *
     * @param pid its number, 0 when it is not known
     * @param thread the PE's own thread in a process that it shares, else 0
     * @param parent the launcher, because another process may have got the number of a PE that has ended; 0 where there
     *     is none
     */
    static ProcessView of(long pid, long thread, long parent) {
        ProcessView gone = new ProcessView(pid, false, false, 0, 0);
        if (pid <= 0) {
            return gone;
        }
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            boolean there = (parent == 0 || Long.parseLong(fields[1]) == parent)
                && "ZXx".indexOf(fields[0].charAt(0)) < 0;
            return there ? new ProcessView(pid, true, "Tt".indexOf(fields[0].charAt(0)) >= 0,
                thread == 0 ? cpu(pid) : cpu(pid, thread), memory(pid)) : gone;
        } catch (IOException | RuntimeException e) {
            return gone;
        }
    }

    private static long cpu(long pid) {
        return ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration()).orElse(Duration.ZERO)
            .toNanos();
    }

    /** A thread that has ended is no more to be seen than a process. */
    private static long cpu(long pid, long thread) throws IOException {
        String text = Files.readString(Path.of("/proc", Long.toString(pid), "task", Long.toString(thread),
            "schedstat"));
        return Long.parseLong(text.substring(0, text.indexOf(' ')));
    }

    private static long memory(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D+", "")) << 10;
            }
        }
        return 0;
    }

    /** {@return the words a process was started with, none when they can't be seen} */
    static List<String> words(long pid) {
        try {
            return List.of(new String(Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline")),
                StandardCharsets.UTF_8).split("\0"));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** {@return the program of a JVM and its arguments} */
    static String program(List<String> words) {
        int at = 1;
        while (at < words.size() && words.get(at).startsWith("-") && !words.get(at).equals("-jar")) {
            at += WITH_VALUE.contains(words.get(at)) ? 2 : 1;
        }
        return at >= words.size() ? "" : String.join(" ", words.subList(at, words.size()));
    }
}

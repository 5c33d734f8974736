// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads facts about processes from the kernel. A process may end at any time, and other users' processes are
 * unreadable; facts are empty then.
 */
public final class Proc {
    private static final Path ROOT = Path.of("/proc");

    private Proc() {
    }

    public static Path self(String name) {
        return ROOT.resolve("self").resolve(name);
    }

    public static Path of(long pid, String name) {
        return ROOT.resolve(Long.toString(pid)).resolve(name);
    }

    public static List<Long> all() {
        return list(ROOT, "[0-9]*").stream().map(Proc::number).toList();
    }

    public static List<Path> list(Path folder, String pattern) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, pattern)) {
            stream.forEach(entries::add);
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        return entries;
    }

    /** {@return the number in an entry's name} */
    public static long number(Path numbered) {
        return Long.parseLong(numbered.getFileName().toString());
    }

    public static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /** {@return the text that follows a word at the beginning of a line} */
    public static String field(Path file, String word) {
        for (String line : text(file).split("\n")) {
            if (line.startsWith(word)) {
                return line.substring(word.length()).strip();
            }
        }
        return "";
    }

    /** {@return a field's value in bytes, given in KiB; 0 if it is missing} */
    public static long bytes(Path file, String word) {
        String digits = field(file, word).replaceAll("\\D+", "");
        return digits.isEmpty() ? 0 : Long.parseLong(digits) << 10;
    }

    /** {@return a process's state, parent and further fields; empty if it has ended} */
    public static List<String> stat(long pid) {
        String text = text(of(pid, "stat"));
        return text.isEmpty() ? List.of() : List.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
    }

    public static boolean stopped(long pid) {
        List<String> stat = stat(pid);
        return !stat.isEmpty() && "Tt".contains(stat.getFirst());
    }

    /** {@return the signals that a process handles, as a bit mask starting with signal 1} */
    public static long handledSignals(long pid) {
        String handled = field(of(pid, "status"), "SigCgt:");
        return handled.isEmpty() ? 0 : Long.parseUnsignedLong(handled, 16);
    }

    /** {@return a process's pid in its own container, or 0 if it has ended} */
    public static long innerPid(long pid) {
        String numbers = field(of(pid, "status"), "NSpid:");
        return numbers.isEmpty() ? 0 : Long.parseLong(numbers.substring(numbers.lastIndexOf('\t') + 1));
    }

    /** Sends a signal; has no effect on a process that has ended. */
    public static void signal(long pid, int signal) {
        Syscalls.signal(pid, signal);
    }

    /** {@return whether a process has mapped a file with this inode whose path contains the text} */
    public static boolean maps(long pid, Object inode, String path) {
        return text(of(pid, "maps")).lines().anyMatch(line -> line.contains(" " + inode + " ")
            && line.contains(" rw-s ") && line.contains(path));
    }
}

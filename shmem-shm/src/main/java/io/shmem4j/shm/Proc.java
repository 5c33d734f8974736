// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Facts of the kernel about processes. A process may end at any time, and processes of other users have no facts. */
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

    /** {@return the number that an entry is named by} */
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

    /** {@return what stands behind a word at the begin of a line} */
    public static String field(Path file, String word) {
        for (String line : text(file).split("\n")) {
            if (line.startsWith(word)) {
                return line.substring(word.length()).strip();
            }
        }
        return "";
    }

    /** {@return a field of KiB in bytes, 0 if the kernel does not have it} */
    public static long bytes(Path file, String word) {
        String digits = field(file, word).replaceAll("\\D+", "");
        return digits.isEmpty() ? 0 : Long.parseLong(digits) << 10;
    }

    /** {@return the state of a process, its parent, and more; none of one that is gone} */
    public static List<String> stat(long pid) {
        String text = text(of(pid, "stat"));
        return text.isEmpty() ? List.of() : List.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
    }

    public static boolean stopped(long pid) {
        List<String> stat = stat(pid);
        return !stat.isEmpty() && "Tt".contains(stat.getFirst());
    }

    /** {@return a bit for each signal that a process handles, the lowest for the first one} */
    public static long handledSignals(long pid) {
        String handled = field(of(pid, "status"), "SigCgt:");
        return handled.isEmpty() ? 0 : Long.parseUnsignedLong(handled, 16);
    }

    /** {@return the number that a process has in its own container, 0 where it is gone} */
    public static long innerPid(long pid) {
        String numbers = field(of(pid, "status"), "NSpid:");
        return numbers.isEmpty() ? 0 : Long.parseLong(numbers.substring(numbers.lastIndexOf('\t') + 1));
    }

    /** Sends a signal; a process that is gone does not get it. */
    public static void signal(long pid, int signal) {
        try {
            int _ = (int) Kill.FUNCTION.invokeExact((int) pid, signal);
        } catch (Throwable e) {
            throw new AssertionError("kill", e);
        }
    }

    /** {@return whether a process has a file of some number mapped, whose path has some text} */
    public static boolean maps(long pid, Object inode, String path) {
        return text(of(pid, "maps")).lines().anyMatch(line -> line.contains(" " + inode + " ")
            && line.contains(" rw-s ") && line.contains(path));
    }

    /** Linking takes some 50 ms. */
    @SuppressWarnings("restricted")
    private static final class Kill {
        static final MethodHandle FUNCTION = Linker.nativeLinker().downcallHandle(
            Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    }
}

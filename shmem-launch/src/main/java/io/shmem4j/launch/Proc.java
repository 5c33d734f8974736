// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the kernel tells of processes. One may end at any time, and some belong to other users: of these it tells
 * nothing.
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

    /** {@return a field in bytes that the kernel tells in KiB, 0 where it does not tell} */
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

    /** {@return whether a process has a file of some number mapped, whose path has some text} */
    public static boolean maps(long pid, Object inode, String path) {
        return text(of(pid, "maps")).lines().anyMatch(line -> line.contains(" " + inode + " ")
            && line.contains(" rw-s ") && line.contains(path));
    }
}

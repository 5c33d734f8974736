// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.config.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Finds processes that PEs have started and that outlive them: all processes with the job's name in their environment,
 * whatever their parent is by now.
 */
public final class LeftBehind {
    private static final Path PROC = Path.of("/proc");
    private static final int ROUNDS = 5;
    private static final int NAMED = 5;

    private final String mark;

    public LeftBehind(String jobId) {
        this.mark = Setting.JOB_ID.variable() + "=" + jobId + "\0";
    }

    /** Ends them all, and what they start meanwhile. */
    public void end() {
        for (int round = 0; round < ROUNDS; round++) {
            List<Path> left = find();
            if (left.isEmpty()) {
                return;
            }
            left.forEach(process -> ProcessHandle.of(pid(process)).ifPresent(ProcessHandle::destroyForcibly));
        }
    }

    /** {@return the processes in words, or null for none} */
    public String describe() {
        List<Path> left = find();
        if (left.isEmpty()) {
            return null;
        }
        StringJoiner names = new StringJoiner(", ");
        for (Path process : left.subList(0, Math.min(NAMED, left.size()))) {
            String name = new String(read(process.resolve("comm")), StandardCharsets.UTF_8).strip();
            names.add(name + " (pid " + pid(process) + ")");
        }
        if (left.size() > NAMED) {
            names.add("...");
        }
        return (left.size() == 1 ? "a process that a PE has started is" : left.size()
            + " processes that PEs have started are") + " still there: " + names;
    }

    private List<Path> find() {
        List<Path> found = new ArrayList<>();
        for (Path process : list(PROC, "[0-9]*")) {
            // A zombie's environment is empty.
            if (new String(read(process.resolve("environ")), StandardCharsets.ISO_8859_1).contains(mark)) {
                found.add(process);
            }
        }
        return found;
    }

    /** {@return whether another process holds one of this process's pipes, its own standard streams apart} */
    public static boolean holdPipes() {
        Set<String> standard = new HashSet<>();
        Set<String> ours = new HashSet<>();
        for (Path descriptor : list(Path.of("/proc/self/fd"), "*")) {
            String target = target(descriptor);
            if (target.startsWith("pipe:")) {
                (pid(descriptor) <= 2 ? standard : ours).add(target);
            }
        }
        ours.removeAll(standard);
        String self = Long.toString(ProcessHandle.current().pid());
        for (Path process : list(PROC, "[0-9]*")) {
            if (!process.endsWith(self)) {
                for (Path descriptor : list(process.resolve("fd"), "*")) {
                    if (ours.contains(target(descriptor))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static long pid(Path numbered) {
        return Long.parseLong(numbered.getFileName().toString());
    }

    private static List<Path> list(Path folder, String pattern) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, pattern)) {
            stream.forEach(entries::add);
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            // It has ended, or belongs to another user.
            return List.of();
        }
        return entries;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            return new byte[0];
        }
    }
}

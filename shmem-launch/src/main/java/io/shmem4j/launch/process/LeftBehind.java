// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.config.Setting;
import io.shmem4j.shm.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Finds processes that PEs started and that have outlived them. They are recognized by the job's id in their
 * environment, whatever their parent is.
 */
public final class LeftBehind {
    private static final int ROUNDS = 5;
    private static final int NAMED = 5;

    private final String mark;

    public LeftBehind(String jobId) {
        this.mark = Setting.JOB_ID.variable() + "=" + jobId + "\0";
    }

    /** Kills these processes. Repeats a few times to catch processes that they start meanwhile. */
    public void end() {
        for (int round = 0; round < ROUNDS; round++) {
            List<Long> left = find();
            if (left.isEmpty()) {
                return;
            }
            left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        }
    }

    /** {@return a description of the processes, or null if there are none} */
    public String describe() {
        List<Long> left = find();
        if (left.isEmpty()) {
            return null;
        }
        StringJoiner names = new StringJoiner(", ");
        for (long pid : left.subList(0, Math.min(NAMED, left.size()))) {
            names.add(Proc.text(Proc.of(pid, "comm")).strip() + " (pid " + pid + ")");
        }
        if (left.size() > NAMED) {
            names.add("...");
        }
        return (left.size() == 1 ? "a process that a PE has started is" : left.size()
            + " processes that PEs have started are") + " still there: " + names;
    }

    /** {@return the pids; zombies never match, because their environment is empty} */
    private List<Long> find() {
        return Proc.all().stream().filter(pid -> Proc.text(Proc.of(pid, "environ")).contains(mark)).toList();
    }

    /** {@return whether another process holds a pipe of this process, not counting the standard streams} */
    public static boolean holdPipes() {
        Set<String> standard = new HashSet<>();
        Set<String> ours = new HashSet<>();
        for (Path descriptor : Proc.list(Proc.self("fd"), "*")) {
            String target = target(descriptor);
            if (target.startsWith("pipe:")) {
                (Proc.number(descriptor) <= 2 ? standard : ours).add(target);
            }
        }
        ours.removeAll(standard);
        long self = ProcessHandle.current().pid();
        return Proc.all().stream().filter(pid -> pid != self)
            .flatMap(pid -> Proc.list(Proc.of(pid, "fd"), "*").stream())
            .anyMatch(descriptor -> ours.contains(target(descriptor)));
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }
}

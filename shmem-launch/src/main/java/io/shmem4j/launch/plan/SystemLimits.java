// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.OUTPUT_FILENAME;

import io.shmem4j.config.ByteSize;
import io.shmem4j.launch.ControlGroups;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.shm.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares the system's limits for open files and threads with a job's needs before the job starts, because each JVM
 * that runs into such a limit prints a dozen lines of guesses. A limit that can't be read is taken for none.
 */
public record SystemLimits(JobPlan plan) {
    public static final long NO_LIMIT = Long.MAX_VALUE;
    /** Threads of a JVM without its PEs', and the launcher's for each: two for output, one waiter. */
    private static final int THREADS_OF_JVM = 13 + 3;
    /** Threads of our own that come later. */
    private static final int OWN_THREADS = 4;
    /** Open files: a JVM's pipes, and where a PE writes to, a file each. */
    private static final int PIPES = 3;
    private static final int FILES = 2;
    /** Open files while a process is being started, and of our own that come later. */
    private static final int PASSING_FILES = 16;
    private static final String PIDS = "pids";
    private static final String PIDS_LIMIT = "pids.max";

    /** Refuses a job that can't come up. */
    public static void check(JobPlan plan) {
        SystemLimits limits = new SystemLimits(plan);
        limits.files();
        limits.threads();
    }

    public static String need(JobPlan plan) {
        SystemLimits limits = new SystemLimits(plan);
        return "this job needs about " + limits.neededFiles() + " open files in the launcher and "
            + limits.neededThreads() + " processes and threads";
    }

    public static long openFiles() {
        return limit("Max open files");
    }

    /** {@return processes and threads that this user or control group may have, the smaller limit of both} */
    public static long processes() {
        return Math.min(limit("Max processes"), ControlGroups.own().least(PIDS, PIDS_LIMIT));
    }

    /** {@return whether a process may map some memory only} */
    public static boolean limitsAddressSpace() {
        return limit("Max address space") != NO_LIMIT;
    }

    /** {@return the sentence on the memory that a process may map, or null without a limit} */
    public static String addressSpace() {
        long bytes = limit("Max address space");
        return bytes == NO_LIMIT ? null : "a process may map " + (bytes >> 20) + " MiB (ulimit -v), and a JVM maps its"
            + " heap, its code and all symmetric heaps: raise it, or lower -J-Xmx and --heap-size";
    }

    /** {@return the sentence on the size of a file, or null without a limit} */
    public static String fileSize() {
        long bytes = limit("Max file size");
        return bytes == NO_LIMIT ? null : "a file may have " + ByteSize.format(bytes)
            + " (ulimit -f): raise it, or lower --heap-size";
    }

    private long neededFiles() {
        int files = !plan.options().has(OUTPUT_FILENAME) ? 0 : FILES;
        return (long) PIPES * plan.shape().jvms().size() + (long) files * plan.processes() + PASSING_FILES;
    }

    private long neededThreads() {
        return (long) THREADS_OF_JVM * plan.shape().jvms().size() + plan.processes() + OWN_THREADS;
    }

    private void files() {
        String[] open = Proc.self("fd").toFile().list();
        require("open files", neededFiles(), limit("Max open files"), open == null ? 0 : open.length,
            "ulimit -n; the launcher");
    }

    private void threads() {
        long limit = limit("Max processes");
        // Threads of the user's other processes are not counted, because that would take a look at every process.
        if (limit / 2 < neededThreads()) {
            long used = threadsOfUser();
            if (used >= 0) {
                require("processes and threads", neededThreads(), limit, used, "ulimit -u; this user");
            }
        }
        for (Path group : ControlGroups.own().of(PIDS)) {
            require("processes and threads", neededThreads(),
                ControlGroups.number(group.resolve(PIDS_LIMIT), NO_LIMIT),
                ControlGroups.number(group.resolve("pids.current"), 0),
                PIDS_LIMIT + " of the control group " + group + "; it");
        }
    }

    private void require(String what, long needed, long limit, long used, String whose) {
        if (limit != NO_LIMIT && needed > limit - used) {
            throw new LaunchException(ExitStatus.LAUNCH, "too few " + what + ": this job needs about " + needed
                + " more, " + limit + " are allowed (" + whose + " has " + used + ")");
        }
    }

    /** {@return the soft limit of the kernel for this process} */
    private static long limit(String name) {
        String soft = Proc.field(Proc.self("limits"), name).split(" +")[0];
        return soft.isEmpty() || soft.equals("unlimited") ? NO_LIMIT : Long.parseLong(soft);
    }

    /** {@return threads of this user on the machine, -1 if there is no limit for him} */
    private static long threadsOfUser() {
        long count = 0;
        try {
            Object user = Files.getAttribute(Proc.self(""), "unix:uid");
            if (user.equals(0)) {
                return -1;
            }
            for (long process : Proc.all()) {
                String[] tasks = Proc.of(process, "task").toFile().list();
                if (tasks != null && user.equals(Files.getAttribute(Proc.of(process, ""), "unix:uid"))) {
                    count += tasks.length;
                }
            }
        } catch (IOException e) {
            // A process that ended while we looked; the others are as many as before.
            return count;
        }
        return count;
    }
}

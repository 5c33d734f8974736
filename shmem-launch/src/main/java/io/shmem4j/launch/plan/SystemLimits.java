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
 * Checks limits for open files and threads before a job starts. A JVM that exceeds one prints a dozen lines of guesses
 * instead. Unreadable limits count as unlimited.
 */
public record SystemLimits(JobPlan plan) {
    public static final long NO_LIMIT = Long.MAX_VALUE;
    /** Threads per JVM: the JVM's own and the launcher's for it, two for output and a waiter. */
    private static final int THREADS_OF_JVM = 13 + 3;
    /** Threads that the launcher starts later. */
    private static final int OWN_THREADS = 4;
    /** Open files: pipes per JVM, and output files per PE. */
    private static final int PIPES = 3;
    private static final int FILES = 2;
    /** Open files for starting processes, and those that the launcher opens later. */
    private static final int PASSING_FILES = 16;
    private static final String PIDS = "pids";
    private static final String PIDS_LIMIT = "pids.max";

    /** Rejects a job that would exceed a limit while starting. */
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

    /** {@return how many processes and threads the user and the control group allow, whichever is less} */
    public static long processes() {
        return Math.min(limit("Max processes"), ControlGroups.own().least(PIDS, PIDS_LIMIT));
    }

    /** {@return whether the address space of a process is limited} */
    public static boolean limitsAddressSpace() {
        return limit("Max address space") != NO_LIMIT;
    }

    /** {@return a sentence about the limit of the address space, or null if unlimited} */
    public static String addressSpace() {
        long bytes = limit("Max address space");
        return bytes == NO_LIMIT ? null : "a process may map " + (bytes >> 20) + " MiB (ulimit -v), and a JVM maps its"
            + " heap, its code and all symmetric heaps: raise it, or lower -J-Xmx and --heap-size";
    }

    /** {@return a sentence about the limit of file sizes, or null if unlimited} */
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
        // Counts the user's other threads only if they might matter, because that reads every process.
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

    /** {@return this process's soft limit} */
    private static long limit(String name) {
        String soft = Proc.field(Proc.self("limits"), name).split(" +")[0];
        return soft.isEmpty() || soft.equals("unlimited") ? NO_LIMIT : Long.parseLong(soft);
    }

    /** {@return the number of the user's threads on this machine, or -1 for root, who has no limit} */
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
            // A process has ended meanwhile; the count so far is close enough.
            return count;
        }
        return count;
    }
}

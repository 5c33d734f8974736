// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Finds the user's jobs whose names begin as wanted, and looks at the running ones, all at the same time. */
record Sampler(Path parent, String wanted) {
    private static final long LOOK_NANOS = 20_000_000;

    /** Jobs that run, and those whose launcher is gone or whose files can't be read. */
    record Found(List<JobSample> running, List<Absent> others) {
    }

    Found sample(long nanos, BooleanSupplier enough) throws IOException {
        List<LiveJob> live = new ArrayList<>();
        List<Absent> others = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (JobFiles files : OwnJobs.named(parent, wanted)) {
            open(files, live, others, seen);
        }
        try {
            long end = System.nanoTime() + nanos;
            while (!live.isEmpty() && !enough.getAsBoolean() && System.nanoTime() - end < 0) {
                LockSupport.parkNanos(Math.min(LOOK_NANOS, end - System.nanoTime()));
                live.forEach(LiveJob::look);
            }
            return new Found(live.stream().map(LiveJob::end).toList(), others);
        } finally {
            live.forEach(LiveJob::close);
        }
    }

    /** One part of a job on several nodes tells of all. */
    private static void open(JobFiles files, List<LiveJob> live, List<Absent> others, Set<String> seen) {
        String folder = files.folder().toString();
        try {
            if (OwnJobs.abandoned(files)) {
                others.add(new Absent(files.id(), folder, "stale: its processes are gone; oshrun --clean "
                    + "removes it"));
            } else if (seen.add(files.job())) {
                live.add(new LiveJob(files));
            }
        } catch (IOException e) {
            if (Files.exists(files.folder())) {
                others.add(new Absent(files.id(), folder, "unreadable: " + e.getMessage()));
            }
        }
    }

    /** A job that does not run, or can't be read, and why it has no sample. */
    record Absent(String job, String folder, String what) {
    }
}

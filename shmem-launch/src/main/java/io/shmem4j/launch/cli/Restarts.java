// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import static io.shmem4j.launch.option.LauncherOption.CHECKPOINT;
import static io.shmem4j.launch.option.LauncherOption.MAX_RESTARTS;
import static io.shmem4j.launch.option.LauncherOption.QUIET;
import static io.shmem4j.launch.option.LauncherOption.RESTART;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.function.IntSupplier;

/** Restarts a failed job from its last checkpoint. A checkpoint older than the first start belongs to another job. */
final class Restarts {
    /** Statuses that make a restart pointless or unwanted. */
    private static final Set<Integer> FINAL = Set.of(ExitStatus.OK, ExitStatus.USAGE, ExitStatus.TIMEOUT,
        ExitStatus.LAUNCH, ExitStatus.NOT_RUNNABLE, ExitStatus.NOT_FOUND, ExitStatus.BROKEN_PIPE,
        ExitStatus.HUNG_UP, ExitStatus.INTERRUPTED, ExitStatus.TERMINATED);

    private final Options options;
    private final boolean quiet;
    private final int most;
    private final String before;

    private Restarts(Options options, int most) {
        this.options = options;
        this.quiet = options.has(QUIET);
        this.most = most;
        this.before = version(options.path(CHECKPOINT));
    }

    static Restarts of(Options options) {
        Integer most = options.whole(MAX_RESTARTS);
        if (most != null && most < 0) {
            throw LaunchException.usage("--max-restarts takes a number from 0 on, not " + most);
        }
        if (most != null && options.severalNodes(System.getenv())) {
            throw LaunchException.usage("--max-restarts is for jobs on one node");
        }
        return new Restarts(options, most == null ? 0 : most);
    }

    /** Runs the job until it succeeds or no restart is left. */
    int run(IntSupplier job) {
        int status = job.getAsInt();
        for (int restart = 1; restart <= most && !FINAL.contains(status); restart++) {
            options.startAgain();
            if (hasCheckpoint()) {
                options.set(RESTART, options.text(CHECKPOINT));
            }
            if (!quiet) {
                System.err.println("oshrun: restart " + restart + " of " + most + ", from "
                    + (!options.has(RESTART) ? "the beginning, because there is no checkpoint"
                    : options.path(RESTART)));
            }
            status = job.getAsInt();
        }
        if (most > 0 && !quiet && !FINAL.contains(status)) {
            System.err.println("oshrun: no restart of " + most + " is left; " + (!hasCheckpoint()
                ? "there is no checkpoint"
                : "--restart " + options.path(CHECKPOINT) + " goes on from the last checkpoint"));
        }
        return status;
    }

    /** {@return whether this job or one of its restarts wrote a checkpoint} */
    private boolean hasCheckpoint() {
        return !before.equals(version(options.path(CHECKPOINT)));
    }

    /** {@return the identity of the checkpoint file, which each checkpoint changes} */
    private static String version(Path file) {
        if (file == null) {
            return "";
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.lastModifiedTime();
        } catch (IOException e) {
            return "";
        }
    }
}

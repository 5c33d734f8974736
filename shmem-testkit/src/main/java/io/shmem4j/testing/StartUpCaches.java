// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Makes the library's start-up caches before the first job of a module's tests. A launcher makes them in the background
 * and not on a busy machine, so without this most jobs of a build would start cold.
 */
public final class StartUpCaches {
    static {
        if (!Oshrun.run(List.of("-np", "1", "-v", "--heap-size", "1m", "warm-up")).err().contains("-XX:AOTCache=")) {
            // The doctor's status is ignored: tests of jobs fail with better messages.
            Oshrun.run(List.of("doctor"));
        }
    }

    private StartUpCaches() { }

    /** Runs the static initializer once; other threads wait for it. */
    static void makeOnce() { }

    /**
     * Waits until no process makes caches, or for a number of seconds. Jobs also run without caches, so a trainer that
     * takes longer is no failure.
     */
    public static void awaitTrainers(Path root, long seconds) {
        CompletableFuture.allOf(trainers(root).stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
            .completeOnTimeout(null, seconds, TimeUnit.SECONDS).join();
    }

    /** {@return the processes that make caches of a copy of the library, and their children} */
    public static List<ProcessHandle> trainers(Path root) {
        String option = " -Dshmem4j.root=" + root + " ";
        return ProcessHandle.allProcesses().filter(process -> {
            String line = process.info().commandLine().orElse("");
            return line.contains(" -Dshmem4j.aot.training=true ") && line.contains(option);
        }).toList();
    }
}

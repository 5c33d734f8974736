// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Has the start-up caches made before the first job of a module's tests. The launcher makes them in the background, at
 * the lowest priority, so beside tests that keep all cores busy they would be ready when most jobs have run. Caches
 * made for the first module with jobs hold for the later ones of a build.
 */
public final class StartUpCaches {
    /** The trainer of another build of these sources may still be at work: one for that, one for ours. */
    private static final int ROUNDS = 2;
    private static final long LIMIT_SECONDS = 30;

    static {
        for (int round = 0; round < ROUNDS && !areUsed(); round++) {
            awaitTrainers(Oshrun.home(), LIMIT_SECONDS);
        }
    }

    private StartUpCaches() { }

    /** Returns when this class is initialised, which all threads but the one that initialises it wait for. */
    static void makeOnce() { }

    private static boolean areUsed() {
        return Oshrun.run(Map.of("SHMEM_WARM", "always"),
            List.of("-np", "1", "-v", "--heap-size", "1m", "warm-up")).err().contains("-XX:AOTCache=");
    }

    /**
     * Waits until no process makes caches any more. Jobs run without caches too, so a machine that is too busy for the
     * trainer is no reason to fail.
     *
     * @param seconds for so long at most
     */
    public static void awaitTrainers(Path root, long seconds) {
        CompletableFuture.allOf(trainers(root).stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
            .completeOnTimeout(null, seconds, TimeUnit.SECONDS).join();
    }

    /** {@return the processes that make caches of a copy of the library, and what they have started} */
    public static List<ProcessHandle> trainers(Path root) {
        String option = " -Dshmem4j.root=" + root + " ";
        return ProcessHandle.allProcesses().filter(process -> {
            String line = process.info().commandLine().orElse("");
            return line.contains(" -Dshmem4j.aot.training=true ") && line.contains(option);
        }).toList();
    }
}

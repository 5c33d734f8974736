// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.validate;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Long simulations that run, as many at once as there are processors, while the checks before theirs are made. A
 * simulation takes one processor and its result depends on nothing outside, so the order does not matter.
 */
public final class JobsAhead {
    private final ExecutorService threads;
    private final PrintStream progress;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    /**
     * Starts nothing yet.
     *
     * @param progress told about every job that has ended
     */
    public JobsAhead(PrintStream progress) {
        this.progress = progress;
        this.threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("simulated-job-", 0).factory());
    }

    /**
     * {@return what waits for a job and gives its result}
     *
     * @param name for people
     * @param job  runs it
     * @param <T>  its result
     */
    public <T> Supplier<T> start(String name, Supplier<T> job) {
        asked.incrementAndGet();
        CompletableFuture<T> result = CompletableFuture.supplyAsync(() -> {
            long began = System.nanoTime();
            T value = job.get();
            progress.printf(Locale.ROOT, "job %d of %d: %s, %.1f s%n", done.incrementAndGet(), asked.get(), name,
                (System.nanoTime() - began) / 1e9);
            return value;
        }, threads);
        return result::join;
    }
}

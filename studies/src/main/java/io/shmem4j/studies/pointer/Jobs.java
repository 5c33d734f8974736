// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Long simulations by name, as many at once as there are processors. A simulation uses one processor and is
 * deterministic, so the order does not matter. A job that is requested twice runs once.
 */
public final class Jobs {
    private final ExecutorService threads;
    private final PrintStream progress;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final Map<String, Supplier<?>> byName = new HashMap<>();

    /** Reports each finished job to {@code progress}. */
    public Jobs(PrintStream progress) {
        this.progress = progress;
        this.threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("simulated-job-", 0).factory());
    }

    /** {@return a future of a job's result; the job starts at once} */
    @SuppressWarnings("unchecked")
    public synchronized <T> Supplier<T> now(String name, Supplier<T> job) {
        return (Supplier<T>) byName.computeIfAbsent(name, key -> begin(name, job));
    }

    private <T> Supplier<T> begin(String name, Supplier<T> job) {
        asked.incrementAndGet();
        CompletableFuture<T> result = CompletableFuture.supplyAsync(() -> {
            long began = System.nanoTime();
            T value = job.get();
            progress.printf(Locale.ROOT, "job %d of %d: %s, %.1f s%n", done.incrementAndGet(), asked.get(), name,
                (System.nanoTime() - began) / 1e9);
            return value;
        }, threads);
        return () -> {
            try {
                return result.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        };
    }
}

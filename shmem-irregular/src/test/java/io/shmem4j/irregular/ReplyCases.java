// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static io.shmem4j.testing.Cases.equal;
import static io.shmem4j.testing.Cases.refused;

import io.shmem4j.Shmem;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.irregular.message.Reply;
import io.shmem4j.spi.JobMemory;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Replies: threads that wait at once, stages behind them, limits, failures that nobody reads. */
final class ReplyCases {
    private ReplyCases() {
    }

    /** Threads of the last PE ask in rounds, in which each answer wakes all and nothing comes after the last one. */
    static void threadsWaitForReplies(Shmem shmem) {
        if (JobMemory.charged()) {
            return;
        }
        AtomicLong spins = new AtomicLong();
        Messages messages = Messages.allocate(shmem);
        int ask = messages.answerer((from, words) -> {
            // Long enough that those who ask are asleep.
            long end = System.nanoTime() + 3_000_000;
            while (System.nanoTime() < end) {
                spins.incrementAndGet();
            }
            return words.get() + 1;
        });
        messages.open();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[shmem.myPe() == shmem.nPes() - 1 ? 3 : 0];
        CyclicBarrier rounds = new CyclicBarrier(Math.max(1, threads.length));
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    await(rounds);
                    equal(i + 1L, messages.ask(0, ask, i).join(), "an answer");
                }
            });
            threads[t].setUncaughtExceptionHandler((thrower, e) -> failure.set(e));
            threads[t].start();
        }
        for (Thread each : threads) {
            join(each);
        }
        equal(null, failure.get(), "what a thread threw");
        messages.finish();
        messages.free();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A plain future would wait for ever if no thread helps. */
    static void stagesAreReplies(Shmem shmem) {
        int n = shmem.nPes();
        Messages messages = Messages.allocate(shmem);
        int twice = messages.answerer((from, words) -> 2 * words.get());
        messages.open();
        for (int i = 0; i < 100; i++) {
            long number = i;
            equal("<" + 2 * i + ">", messages.ask(i % n, twice, i).thenApply(answer -> "<" + answer + ">").join(),
                "what follows an answer");
            equal(4L * i, messages.ask((i + 1) % n, twice, i).thenCompose(
                answer -> messages.ask((int) ((number + 2) % n), twice, answer)).join(), "an answer to an answer");
        }
        messages.finish();
        messages.free();
    }

    static void stagesOfOtherThreadsWakeThoseThatWait(Shmem shmem) {
        if (JobMemory.charged()) {
            return;
        }
        Messages messages = Messages.allocate(shmem);
        int twice = messages.answerer((from, words) -> 2 * words.get());
        messages.open();
        for (int i = 0; i < 20; i++) {
            equal(2L * i + 1, messages.ask(shmem.myPe(), twice, i).thenApplyAsync(answer -> answer + 1,
                CompletableFuture.delayedExecutor(3, TimeUnit.MILLISECONDS)).join(), "what another thread gives");
        }
        try {
            messages.ask(shmem.myPe(), twice, 1).thenCompose(answer -> new CompletableFuture<Long>())
                .orTimeout(5, TimeUnit.MILLISECONDS).join();
            throw new AssertionError("no time-out");
        } catch (CompletionException e) {
            equal(TimeoutException.class, e.getCause().getClass(), "the cause");
        }
        messages.finish();
        messages.free();
    }

    static void handlersDoNotWaitForStages(Shmem shmem) {
        Messages messages = Messages.allocate(shmem);
        Messages others = Messages.allocate(shmem);
        int half = others.answerer((from, words) -> words.get() / 2);
        boolean[] handled = new boolean[1];
        int twice = messages.answerer((from, words) -> 2 * words.get());
        int handler = messages.handler((from, words) -> {
            Reply<Long> stage = (Reply<Long>) messages.ask(from, twice, 1).thenApply(answer -> answer + 1);
            refused(IllegalStateException.class, "a handler must not", stage::join);
            refused(IllegalStateException.class, "a handler must not", () -> others.ask(from, half, 2).join());
            handled[0] = true;
        });
        messages.open();
        others.open();
        messages.send((shmem.myPe() + 1) % shmem.nPes(), handler, 1);
        messages.finish();
        others.finish();
        equal(true, handled[0], "the handler ran");
        messages.free();
        others.free();
    }

    static void aWaitWithALimitEnds(Shmem shmem) {
        Messages messages = Messages.allocate(shmem);
        int twice = messages.answerer((from, words) -> 2 * words.get());
        messages.open();
        Reply<Long> never = (Reply<Long>) messages.ask(shmem.myPe(), twice, 1)
            .thenCompose(answer -> new CompletableFuture<Long>());
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        try {
            never.get(JobMemory.charged() ? 100 : 300_000, TimeUnit.MICROSECONDS);
            throw new AssertionError("an answer");
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        } catch (TimeoutException e) {
            long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
            equal(true, JobMemory.charged() || used < 150_000_000, "whether it sleeps; it used " + used + " ns");
        }
        if (!JobMemory.charged()) {
            refused(WaitTimeoutException.class, "the time limit has passed", () -> shmem.within(Duration.ofMillis(5),
                () -> unanswered(never)));
            for (boolean limited : new boolean[] {true, false}) {
                Thread.currentThread().interrupt();
                try {
                    throw new AssertionError("" + (limited ? never.get(1, TimeUnit.MINUTES) : never.get()));
                } catch (InterruptedException e) {
                    equal(false, Thread.currentThread().isInterrupted(), "the interrupt");
                } catch (ExecutionException | TimeoutException e) {
                    throw new AssertionError(e);
                }
            }
        }
        messages.finish();
        messages.free();
    }

    private static void unanswered(Reply<Long> never) {
        try {
            throw new AssertionError("" + never.get(20, TimeUnit.SECONDS));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    static void failuresThatNobodyReadsAreTold(Shmem shmem) {
        Messages messages = Messages.allocate(shmem);
        int twice = messages.answerer((from, words) -> 2 * words.get());
        messages.open();
        messages.ask(shmem.myPe(), twice, 1).thenAccept(answer -> {
            throw new IllegalArgumentException("no " + answer);
        });
        refused(IllegalStateException.class, "was not read: java.lang.IllegalArgumentException: no 2",
            messages::finish);
        messages.ask(shmem.myPe(), twice, 1).thenApply(answer -> 1 / (answer - 2)).exceptionally(failure -> 3L)
            .thenAccept(answer -> equal(3L, answer, "what stands for a failure"));
        CompletableFuture<Void> read = messages.ask(shmem.myPe(), twice, 1).thenAccept(answer -> {
            throw new IllegalArgumentException("read");
        });
        refused(CompletionException.class, "read", read::join);
        messages.ask(shmem.myPe(), twice, 1).<Long>thenApply(answer -> {
            throw new IllegalArgumentException("seen");
        }).whenComplete((answer, failure) -> equal("seen", failure.getCause().getMessage(), "the failure"));
        for (int i = 0; i < 1000; i++) {
            messages.ask(shmem.myPe(), twice, i).thenApply(answer -> answer + 1);
        }
        messages.finish();
        messages.free();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.lang.ref.Cleaner;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Threads as Java programs have them beside their own, with nothing to do any more. */
final class IdleThreads {
    private IdleThreads() {
    }

    /** Makes one of each kind, and gives those that take work some before. */
    static void make() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(() -> { }).get();
        Executors.newCachedThreadPool().submit(() -> { }).get();
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(2);
        scheduled.schedule(() -> { }, 1, TimeUnit.MILLISECONDS).get();
        IntStream.range(0, 1 << 16).parallel().sum();
        CompletableFuture.runAsync(() -> { }, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS)).get();
        CountDownLatch done = new CountDownLatch(1);
        new Timer("timer").schedule(new TimerTask() {
            @Override
            public void run() {
                done.countDown();
            }
        }, 1);
        done.await();
        new ProcessBuilder("true").start().waitFor();
        Thread.startVirtualThread(done::countDown).join();
        Cleaner.create();
        LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
        Thread.ofPlatform().name("Signal Dispatcher").start(() -> {
            try {
                work.take().run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}

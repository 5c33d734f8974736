// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The time limits of one PE's futures. The JDK has one thread a JVM for them and for the handlers behind a limit, so
 * one PE's handler could not wait for another's.
 */
public final class Delays {
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, Delays::thread);

    private Delays() {
        scheduler.setRemoveOnCancelPolicy(true);
    }

    /** {@return a thread in the group of its PE, as the first caller's is} */
    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "CompletableFutureDelayScheduler");
        thread.setDaemon(true);
        return thread;
    }

    public static <T> CompletableFuture<T> orTimeout(CompletableFuture<T> future, long timeout, TimeUnit unit) {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? future.orTimeout(timeout, unit)
            : limit(pe, future, timeout, unit, () -> future.completeExceptionally(new TimeoutException()));
    }

    public static <T> CompletableFuture<T> completeOnTimeout(CompletableFuture<T> future, T value, long timeout,
        TimeUnit unit) {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? future.completeOnTimeout(value, timeout, unit)
            : limit(pe, future, timeout, unit, () -> future.complete(value));
    }

    private static <T> CompletableFuture<T> limit(ThreadPe pe, CompletableFuture<T> future, long timeout,
        TimeUnit unit, Runnable expired) {
        unit.getClass();
        if (!future.isDone()) {
            Future<?> limit = pe.own(Delays.class, Delays::new).scheduler.schedule(expired, timeout, unit);
            future.whenComplete((value, thrown) -> limit.cancel(false));
        }
        return future;
    }
}

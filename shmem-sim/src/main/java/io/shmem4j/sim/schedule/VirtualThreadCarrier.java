// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.schedule;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * Runs each PE on a virtual thread, so programs may hold monitors and use thread-locals.
 *
 * <p>Ordering: a volatile field contains the number of the running PE. Only the running PE writes it, and the others
 * wait until they read their own number. This write and read order all plain accesses.
 *
 * <p>Correct with any number of carrier threads, and fast with one (jdk.virtualThreadScheduler.parallelism=1).
 */
final class VirtualThreadCarrier extends Carrier {
    private static final long LOOK_MILLIS = 1000;
    /** Number of checks after which a wait is unlikely to be for a file, a child process or a PE's own thread. */
    private static final int LOOKS = 5;
    private static final String OF_JDK = "(java|javax|jdk|sun)\\..*";

    private Thread[] threads;
    private CountDownLatch over;
    private volatile int running;
    private long turns;

    @Override
    int run(int pes, int first, IntConsumer body) {
        threads = new Thread[pes];
        over = new CountDownLatch(1);
        running = first;
        for (int i = 0; i < pes; i++) {
            int pe = i;
            threads[pe] = Thread.ofVirtual().name("pe " + pe).unstarted(() -> {
                awaitBaton(pe);
                body.accept(pe);
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        return watch();
    }

    /**
     * Waits for the end and looks for a running PE that waits for a monitor of a suspended PE: virtual time stands
     * still, and neither can continue. For a PE that waits outside of the library it only prints a warning, because an
     * external event may let it continue.
     */
    private int watch() {
        Thread.State before = null;
        long seen = -1;
        int waits = 0;
        while (true) {
            try {
                if (over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    return NOBODY;
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("a simulation can't be interrupted", e);
            }
            int pe = running;
            Thread.State now = pe == NOBODY ? null : threads[pe].getState();
            boolean still = turns == seen && now == before
                && (now == Thread.State.WAITING || now == Thread.State.BLOCKED);
            seen = turns;
            before = now;
            waits = still ? waits + 1 : 0;
            if (waits == LOOKS) {
                if (now == Thread.State.BLOCKED) {
                    return pe;
                }
                warn(pe);
            }
        }
    }

    private void warn(int pe) {
        String place = Stream.of(threads[pe].getStackTrace()).filter(frame -> !frame.getClassName().matches(OF_JDK))
            .findFirst().map(frame -> ", at " + frame).orElse("");
        System.err.println("[PE " + pe + "] waits outside of the library" + place + "; until it goes on, no other"
            + " simulated PE runs, so it must not wait for one");
    }

    @Override
    void handOver(int from, int to) {
        give(to);
        awaitBaton(from);
    }

    @Override
    void finish(int from, int to) {
        if (to == NOBODY) {
            over.countDown();
        } else {
            give(to);
        }
    }

    @Override
    void leave(int from, int to) {
        running = NOBODY;
        finish(from, to);
        awaitBaton(from);
    }

    @Override
    boolean carries(int pe) {
        // There are no threads before the run.
        return threads != null && Thread.currentThread() == threads[pe];
    }

    @Override
    Thread thread(int pe) {
        return threads == null ? null : threads[pe];
    }

    /** Hands over to a PE. Only the running PE counts turns; the store of {@code running} publishes the count. */
    private void give(int to) {
        turns++;
        running = to;
        LockSupport.unpark(threads[to]);
    }

    /** Waits for a turn. Clears interrupts, because parking would return immediately; restores them afterwards. */
    private void awaitBaton(int pe) {
        boolean interrupted = false;
        while (running != pe) {
            LockSupport.park();
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

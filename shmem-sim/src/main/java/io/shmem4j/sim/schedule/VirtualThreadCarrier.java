// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.schedule;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Every PE on a virtual thread of its own, so user code may hold monitors and use thread-locals.
 *
 * <p>Ordering: the baton is one volatile field that names the running PE. Its holder is the only one that writes it,
 * and everybody else only waits to find its own number there; the write and the read that sees it order all
 * plain memory.
 * Fast with one carrier thread (jdk.virtualThreadScheduler.parallelism=1), correct with any number.
 */
final class VirtualThreadCarrier extends Carrier {
    private static final long LOOK_MILLIS = 1000;
    /** So long nobody waits for a file or a child process. */
    private static final int TOLD_LOOKS = 5;
    private static final String OF_JDK = "(java|javax|jdk|sun)\\..*";

    private Thread[] threads;
    private CountDownLatch over;
    private volatile int running;
    private long turns;

    @Override
    int run(int pes, int first, Body body) {
        threads = new Thread[pes];
        over = new CountDownLatch(1);
        running = first;
        for (int i = 0; i < pes; i++) {
            int pe = i;
            threads[pe] = Thread.ofVirtual().name("pe " + pe).unstarted(() -> {
                awaitBaton(pe);
                body.run(pe);
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        return watch();
    }

    /**
     * Waits for the end, and finds the PE that has the baton but waits for a monitor which another PE took with it when
     * it handed over: virtual time stands still, and neither can go on. A PE that waits outside of the library may go
     * on by what comes from outside, so that is only said.
     */
    private int watch() {
        int suspect = NOBODY;
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
            boolean still = turns == seen && pe != NOBODY && threads[pe].getState() == Thread.State.WAITING;
            seen = turns;
            waits = still ? waits + 1 : 0;
            if (waits == TOLD_LOOKS) {
                tell(pe);
            }
            boolean blocked = pe != NOBODY && threads[pe].getState() == Thread.State.BLOCKED;
            if (blocked && pe == suspect) {
                return pe;
            }
            suspect = blocked ? pe : NOBODY;
        }
    }

    private void tell(int pe) {
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
        // Nobody does before the run.
        return threads != null && Thread.currentThread() == threads[pe];
    }

    /** Only who has the baton counts; the store of {@code running} publishes the count. */
    private void give(int to) {
        turns++;
        running = to;
        LockSupport.unpark(threads[to]);
    }

    private void awaitBaton(int pe) {
        while (running != pe) {
            LockSupport.park();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static io.shmem4j.testing.Cases.equal;
import static io.shmem4j.testing.Cases.refused;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Feed;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;

/** Waits that end at a time limit, and then wait again. */
final class LimitCases {
    private static final Duration SHORT = Duration.ofMillis(5);

    private LimitCases() {
    }

    /** PE 0 waits for what the last PE lets happen only after that. */
    static void waitsEndInTime(Shmem shmem) {
        int last = shmem.nPes() - 1;
        boolean waits = shmem.myPe() == 0;
        SymmetricLongs words = shmem.allocateLongs(3);
        ShmemLock lock = words.lock(0);
        Signal signal = words.signal(1);
        Messages messages = Messages.allocate(shmem);
        messages.open();
        Batch batch = Batch.allocate(shmem, words);
        if (shmem.myPe() == last && last > 0) {
            lock.lock();
        }
        shmem.barrierAll();
        List<Runnable> all = new ArrayList<>(List.of(
            () -> signal.waitUntil(Cmp.EQ, 1),
            () -> words.waitUntil(2, Cmp.EQ, 1),
            () -> words.watch(1, 2).all(Cmp.EQ, 1),
            () -> {
                for (int round = 0; shmem.atomicFetch(words, 2, 0) == 0; round++) {
                    shmem.pause(round);
                }
            }));
        if (last > 0) {
            all.add(lock::lock);
            all.add(messages::finish);
            all.add(batch::barrier);
        }
        if (waits) {
            equal(false, last > 0 && locked(lock, SHORT), "whether the lock was free");
            for (Runnable wait : all) {
                refused(WaitTimeoutException.class, "the time limit has passed", () -> shmem.within(SHORT, wait));
                refused(WaitTimeoutException.class, "the time limit has passed", () -> shmem.within(SHORT,
                    () -> shmem.within(Duration.ofDays(1), wait)));
            }
            equal(false, shmem.within(SHORT, () -> words.watch(2).within(Duration.ofDays(1)).until(Cmp.EQ, 1)),
                "whether a wait with a limit of its own has ended");
            equal(false, shmem.within(SHORT, () -> signal.tryAcquire(1, Duration.ofDays(1))),
                "whether a wait that takes has ended");
        }
        shmem.barrierAll();
        if (shmem.myPe() == last) {
            shmem.atomicSet(words, 1, 1, 0);
            shmem.atomicSet(words, 2, 1, 0);
            if (last > 0) {
                lock.unlock();
            }
        }
        if (waits) {
            all.subList(0, last > 0 ? 5 : 4).forEach(wait -> shmem.within(Duration.ofDays(1), wait));
            if (last > 0) {
                lock.unlock();
            }
        }
        messages.finish();
        batch.barrier();
        equal(true, locked(lock, Duration.ofDays(1)), "whether the lock was given back");
        lock.unlock();
    }

    /** A wait that an interrupt ends. */
    private interface Wait {
        void run() throws InterruptedException;
    }

    /** Checks that an interrupt ends a wait; programs have no JUnit on their class path. */
    private static void interrupted(Wait wait) {
        try {
            wait.run();
        } catch (InterruptedException _) {
            return;
        }
        throw new AssertionError("PE " + Shmem.current().myPe() + ": no InterruptedException");
    }

    /** PE 0 owns the lock until a thread of each other PE has interrupted the wait. */
    static void interruptsEndAWaitForALock(Shmem shmem) {
        Lock lock = shmem.allocateLock();
        SymmetricLongs done = shmem.allocateLongs(1);
        if (shmem.myPe() == 0) {
            lock.lock();
        }
        shmem.barrierAll();
        if (shmem.myPe() > 0) {
            Thread waiting = Thread.currentThread();
            // A simulated PE sleeps in virtual time, in which no other thread interrupts it.
            List<Duration> delays = JobMemory.charged() ? List.of()
                : List.of(Duration.ZERO, Duration.ofMillis(150));
            for (Duration delay : delays) {
                Thread other = Thread.ofPlatform().start(() -> {
                    LockSupport.parkNanos(delay.toNanos());
                    waiting.interrupt();
                });
                interrupted(lock::lockInterruptibly);
                while (other.isAlive()) {
                    Thread.onSpinWait();
                }
            }
            Thread.currentThread().interrupt();
            interrupted(() -> lock.tryLock(1, TimeUnit.DAYS));
            equal(false, Thread.currentThread().isInterrupted(), "whether the exception has kept the interrupt");
            shmem.inc(done, 0, 0);
        } else {
            done.waitUntil(0, Cmp.EQ, shmem.nPes() - 1);
            lock.unlock();
        }
        Thread.currentThread().interrupt();
        lock.lock();
        equal(true, Thread.interrupted(), "whether lock has kept the interrupt");
        lock.unlock();
    }

    private static boolean locked(ShmemLock lock, Duration limit) {
        try {
            return lock.tryLock(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void whatHasNoLimitIsRefused(Shmem shmem) {
        SymmetricLongs words = shmem.allocateLongs(1);
        for (Runnable call : List.<Runnable>of(() -> shmem.allocateLongs(1), words::free, shmem::finish, shmem::recover,
            () -> shmem.survivors())) {
            refused(IllegalStateException.class, " has no time limit, since it happens on all PEs or on none",
                () -> shmem.within(SHORT, call));
        }
        equal(3L, shmem.within(SHORT, () -> 3L), "the result");
    }

    /** What refuses to be freed in a time limit works on, and is freed without one. */
    static void aRefusedFreeChangesNothing(Shmem shmem) {
        int next = (shmem.myPe() + 1) % shmem.nPes();
        int before = (next + shmem.nPes() - 2) % shmem.nPes();
        SymmetricLongs words = shmem.allocateLongs(2);
        Messages messages = Messages.allocate(shmem);
        int add = messages.handler((_, value) -> words.set(1, value.get()));
        messages.open();
        Batch batch = Batch.allocate(shmem, words);
        Channel channel = Channel.allocate(shmem, 4096);
        Feed feed = Feed.allocate(shmem, 0, 4096);
        Feed.Reader reader = feed.reader();
        MemorySegment message = MemorySegment.ofArray(new long[1]);
        shmem.barrierAll();
        for (Runnable free : List.<Runnable>of(messages::free, batch::free, channel::free, feed::free)) {
            refused(IllegalStateException.class, " has no time limit", () -> shmem.within(SHORT, free));
        }
        messages.send(next, add, 2);
        messages.finish();
        equal(2L, words.get(1), "message");
        batch.inc(words, 0, next);
        batch.barrier();
        equal(1L, words.get(0), "count");
        channel.send(next, 1, message);
        channel.take((from, _, _, _, _) -> equal(before, from, "sender"));
        if (shmem.myPe() == 0) {
            feed.publish(1, message);
        }
        reader.take((_, tag, _, _, _) -> equal(1L, tag, "tag"));
        messages.free();
        batch.free();
        channel.free();
        feed.free();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Cmp;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;

/** Locks: one owner at a time, whose puts the next owner sees, in the order of arrival. */
public final class LockCases {
    /** Plain read-modify-write under a lock loses nothing, at any PE and with several locks. */
    @Case
    public void mutualExclusion(Trial t) {
        ShmemLock lock = t.shmem.allocateLock();
        SymmetricLongs words = t.shmem.allocateLongs(3);
        SymmetricLongs counter = t.shmem.allocateLongs(4);
        int rounds = t.rounds(3_000);
        for (int i = 0; i < rounds; i++) {
            int which = (i + t.me) % 4;
            ShmemLock held = which == 3 ? lock : words.lock(which);
            held.lock();
            int home = which % t.n;
            t.shmem.p(counter, which, t.shmem.g(counter, which, home) + 1, home);
            held.unlock();
        }
        t.shmem.barrierAll();
        long sum = 0;
        for (int which = 0; which < 4; which++) {
            sum += t.shmem.g(counter, which, which % t.n);
        }
        t.equal((long) rounds * t.n, sum, "increments under locks");
    }

    @Case
    public void mutualExclusionByTryLock(Trial t) {
        ShmemLock lock = t.shmem.allocateLock();
        SymmetricLongs counter = t.shmem.allocateLongs(1);
        int rounds = t.rounds(500);
        for (int i = 0; i < rounds; i++) {
            if (i % 2 == 0) {
                lock.lock();
            } else {
                t.until(lock::tryLock);
            }
            t.shmem.p(counter, 0, t.shmem.g(counter, 0, 0) + 1, 0);
            lock.unlock();
        }
        t.shmem.barrierAll();
        t.equal((long) rounds * t.n, t.shmem.g(counter, 0, 0), "increments under the lock");
    }

    /** The owner puts a block; the next owner finds it whole, because unlock completes the owner's puts. */
    @Case
    public void unlockCompletesPuts(Trial t) {
        ShmemLock lock = t.shmem.allocateLock();
        SymmetricLongs block = t.shmem.allocateLongs(32);
        long[] mine = new long[32];
        long[] found = new long[32];
        for (int round = 0; round < t.rounds(500); round++) {
            lock.lock();
            t.shmem.get(found, 0, block, 0, 32, t.n - 1);
            for (int i = 1; i < 32; i++) {
                t.equal(found[0], found[i], "element " + i + " of a block that its writer completed");
            }
            Arrays.fill(mine, (long) t.me << 32 | round);
            t.shmem.putNbi(block, 0, mine, 0, 32, t.n - 1);
            lock.unlock();
        }
    }

    @Case
    public void tryLockReturnsWhetherThePeOwnsTheLock(Trial t) throws InterruptedException {
        ShmemLock lock = t.shmem.allocateLock();
        if (t.me == 0) {
            t.holds(lock.tryLock(), "tryLock takes a free lock");
        }
        t.shmem.barrierAll();
        if (t.me != 0) {
            t.holds(!lock.tryLock(), "PE 0 owns the lock");
            t.holds(!lock.tryLock(-1, TimeUnit.DAYS), "PE 0 owns the lock, and no time is left");
        }
        t.shmem.barrierAll();
        if (t.me == 0) {
            lock.unlock();
        }
        t.shmem.barrierAll();
        if (t.me == t.n - 1) {
            t.holds(lock.tryLock(), "tryLock takes a lock that was unlocked");
            lock.unlock();
            t.holds(lock.tryLock(-1, TimeUnit.DAYS), "a free lock takes no time");
            lock.unlock();
            lock.lock();
            lock.unlock();
        }
    }

    /** PEs queue while PE 0 owns the lock, each after its predecessor is in the queue. */
    @Case(pes = 3)
    public void firstComeFirstServed(Trial t) {
        for (int round = 0; round < t.rounds(60); round++) {
            ShmemLock lock = t.shmem.allocateLock();
            SymmetricLongs order = t.shmem.allocateLongs(t.n + 1);
            if (t.me == 0) {
                lock.lock();
            }
            t.shmem.barrierAll();
            if (t.me == 0) {
                t.until(() -> isQueued(t, lock, t.n - 1));
            } else {
                t.until(() -> t.me == 1 || isQueued(t, lock, t.me - 1));
                lock.lock();
            }
            long turn = t.shmem.g(order, t.n, 0);
            t.shmem.p(order, turn, t.me, 0);
            t.shmem.p(order, t.n, turn + 1, 0);
            lock.unlock();
            t.shmem.barrierAll();
            for (int i = 0; i < t.n; i++) {
                t.equal(i, t.shmem.g(order, i, 0), "who had turn " + i);
            }
            lock.free();
            order.free();
        }
    }

    /**
     * {@return whether the PE waits as the last in the queue} It is then the tail, whose word may be on any PE. In a
     * job that survives deaths, the PE's own word instead begins with the bits 10: it has a ticket and draws none.
     */
    private static boolean isQueued(Trial t, ShmemLock lock, int pe) {
        return (int) t.shmem.g(lock.word(), 0, pe) >>> 30 == 0b10
            || IntStream.range(0, t.n).anyMatch(each -> (int) t.shmem.g(lock.word(), 0, each) == pe + 1);
    }

    /** The owner keeps the lock while others wait: nobody enters before the release, and all enter afterwards. */
    @Case(pes = 2)
    public void waitersSleepUntilTheirTurn(Trial t) {
        ShmemLock lock = t.shmem.allocateLock();
        SymmetricLongs inside = t.shmem.allocateLongs(2);
        for (int round = 0; round < t.rounds(100); round++) {
            lock.lock();
            t.equal(0, t.shmem.fetchInc(inside, 0, 0), "others inside");
            t.shmem.quiet();
            t.equal(1, t.shmem.fetchAdd(inside, 0, -1, 0), "PEs inside");
            lock.unlock();
        }
        t.shmem.inc(inside, 1, 0);
        if (t.me == 0) {
            inside.waitUntil(1, Cmp.EQ, t.n);
        }
    }

    /** Code that uses only the JDK's interface. */
    @Case
    public void worksAsALockOfTheJdk(Trial t) throws InterruptedException {
        Lock lock = t.shmem.allocateLock();
        SymmetricLongs counter = t.shmem.allocateLongs(1);
        int rounds = t.rounds(300);
        for (int i = 0; i < rounds; i++) {
            switch (i % 3) {
                case 0 -> lock.lock();
                case 1 -> lock.lockInterruptibly();
                default -> t.holds(lock.tryLock(1, TimeUnit.DAYS), "a day is enough");
            }
            t.shmem.p(counter, 0, t.shmem.g(counter, 0, 0) + 1, 0);
            lock.unlock();
        }
        t.shmem.barrierAll();
        t.equal((long) rounds * t.n, t.shmem.g(counter, 0, 0), "increments under the lock");
        t.fails(UnsupportedOperationException.class, lock::newCondition, "newCondition called at", "no conditions");
    }

    @Case
    public void misuse(Trial t) {
        SymmetricLongs words = t.shmem.allocateLongs(t.n);
        ShmemLock own = words.lock(t.me);
        t.fails(IllegalStateException.class, own::unlock, "does not own", "PE " + t.me);
        own.lock();
        t.fails(IllegalStateException.class, own::lock, "not re-entrant", "PE " + t.me);
        t.fails(IllegalStateException.class, own::tryLock, "not re-entrant");
        own.unlock();
        t.fails(IllegalStateException.class, own::unlock, "does not own");
        t.fails(IndexOutOfBoundsException.class, () -> words.lock(t.n), "index " + t.n + " is out of bounds");
        t.shmem.barrierAll();
    }

    /** Threads of each PE, in all ways to take a lock: one is inside at a time, and the others wait. */
    @Case(threads = true)
    public void threadsOfOnePe(Trial t) {
        SymmetricLongs words = t.shmem.allocateLongs(1);
        SymmetricLongs counter = t.shmem.allocateLongs(1);
        int rounds = t.rounds(200);
        ThreadCases.inThreads(t, number -> {
            for (int i = 0; i < rounds; i++) {
                Lock lock = words.lock(0);
                if (i % 3 == 0) {
                    lock.lock();
                } else if (i % 3 == 1) {
                    t.until(lock::tryLock);
                } else {
                    t.holds(takesWithinADay(lock), "a day is enough");
                }
                t.shmem.p(counter, 0, t.shmem.g(counter, 0, 0) + 1, 0);
                lock.unlock();
            }
        });
        t.shmem.barrierAll();
        t.equal((long) ThreadCases.THREADS * rounds * t.n, t.shmem.g(counter, 0, 0), "increments under the lock");
    }

    private static boolean takesWithinADay(Lock lock) {
        try {
            return lock.tryLock(1, TimeUnit.DAYS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Threads that do not own the lock can't unlock it, and get it neither by trying nor within a limit. */
    @Case(threads = true)
    public void otherThreadsOfTheOwner(Trial t) {
        SymmetricLongs words = t.shmem.allocateLongs(t.n);
        words.lock(t.me).lock();
        ThreadCases.inThreads(t, number -> {
            ShmemLock lock = words.lock(t.me);
            t.holds(!lock.tryLock(), "another thread owns it");
            t.fails(IllegalStateException.class, lock::unlock, "this thread does not own", "PE " + t.me);
            Thread.currentThread().interrupt();
            t.fails(InterruptedException.class, lock::lockInterruptibly);
            t.fails(InterruptedException.class, () -> {
                t.holds(!lock.tryLock(1, TimeUnit.MILLISECONDS), "another thread owns it");
                throw new InterruptedException();
            });
        });
        words.lock(t.me).unlock();
        t.shmem.barrierAll();
    }
}

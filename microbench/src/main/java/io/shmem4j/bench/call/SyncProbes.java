// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.List;

/** Collective synchronization and locks: barriers, contended and uncontended locks, allocation. */
final class SyncProbes {
    private static final int ALLOCATED = 1024;

    private SyncProbes() {
    }

    static List<Probe> all(Buffers on, ShmemLock lock) {
        Shmem shmem = on.shmem();
        Probe contended = new LocksBenchmark.Taking("set_lock + clear_lock, all PEs", shmem, lock, on.word(),
            Probe.Sides.ALL, shmem.nPes(), false);
        return List.of(barrier(shmem, on.word()), sync(on), free(lock), contended, allocate(on));
    }

    /**
     * barrier_all. The check has each PE store the round's number, which its left neighbour must see after the barrier.
     */
    static Probe barrier(Shmem shmem, SymmetricLongs word) {
        return new Probe("barrier_all", 0, Probe.Sides.ALL) {
            @Override
            public void loop(int turns) {
                for (int i = 0; i < turns; i++) {
                    shmem.barrierAll();
                }
            }

            @Override
            public void check() {
                int next = (shmem.myPe() + 1) % shmem.nPes();
                for (long round = 1; round <= 100; round++) {
                    shmem.p(word, 1, round, shmem.myPe());
                    shmem.barrierAll();
                    WrongResultException.check("what PE " + next + " stored before the barrier", 1,
                        shmem.g(word, 1, next), round);
                    shmem.barrierAll();
                }
            }
        };
    }

    /** sync_all, which guarantees no delivery of data, unlike barrier_all. */
    private static Probe sync(Buffers on) {
        return new Probe("sync_all", 0, Probe.Sides.ALL) {
            @Override
            public void loop(int turns) {
                Shmem shmem = on.shmem();
                for (int i = 0; i < turns; i++) {
                    shmem.syncAll();
                }
            }
        };
    }

    /** set_lock and clear_lock by PE 0 without contention. */
    private static Probe free(ShmemLock lock) {
        return new Probe("set_lock + clear_lock, free", 0, Probe.Sides.ORIGIN) {
            @Override
            public void loop(int turns) {
                for (int i = 0; i < turns; i++) {
                    lock.lock();
                    lock.unlock();
                }
            }

            @Override
            public void check() {
                if (!lock.tryLock()) {
                    throw new WrongResultException("the lock is not free after the last clear");
                }
                lock.unlock();
            }
        };
    }

    /** Collective allocation and free of a small object. */
    private static Probe allocate(Buffers on) {
        return new Probe("allocate + free 8 KiB", ALLOCATED * Long.BYTES, Probe.Sides.ALL) {
            private long sum;

            @Override
            public void loop(int turns) {
                Shmem shmem = on.shmem();
                for (int i = 0; i < turns; i++) {
                    SymmetricLongs longs = shmem.allocateLongs(ALLOCATED);
                    sum += longs.get(ALLOCATED - 1);
                    longs.set(ALLOCATED - 1, 1);
                    longs.free();
                }
            }

            @Override
            public void check() {
                WrongResultException.check("sum of freshly allocated elements", ALLOCATED - 1, sum, 0);
            }
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.List;

/** Operations of all PEs together: barriers, a contended lock, allocation; and an uncontended lock. */
final class SyncProbes {
    private static final int ALLOCATED = 1024;

    private SyncProbes() {
    }

    static List<Probe> all(Buffers on, ShmemLock lock) {
        return List.of(new Barrier(on.shmem(), on.word()), new Sync(on), new Lock(on, lock),
            new ContendedLock(on, lock), new Allocate(on));
    }

    /** barrier_all; its check has each PE store the round's number, which its left neighbour sees after the barrier. */
    static final class Barrier extends Probe {
        private final Shmem shmem;
        private final SymmetricLongs word;

        Barrier(Shmem shmem, SymmetricLongs word) {
            super("barrier_all", 0, Sides.ALL);
            this.shmem = shmem;
            this.word = word;
        }

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
    }

    /** sync_all. */
    private static final class Sync extends Probe {
        private final Buffers on;

        Sync(Buffers on) {
            super("sync_all", 0, Sides.ALL);
            this.on = on;
        }

        @Override
        public void loop(int turns) {
            Shmem shmem = on.shmem();
            for (int i = 0; i < turns; i++) {
                shmem.syncAll();
            }
        }

        @Override
        public void check() {
            // It moves no data; barrier_all, which contains it, does.
        }
    }

    /** set_lock and clear_lock of PE 0, without contenders. */
    private static final class Lock extends Probe {
        private final ShmemLock lock;

        Lock(Buffers on, ShmemLock lock) {
            super("set_lock + clear_lock, free", 0, Sides.ORIGIN);
            this.lock = lock;
        }

        @Override
        public void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                lock.set();
                lock.clear();
            }
        }

        @Override
        public void check() {
            if (!lock.test()) {
                throw new WrongResultException("the lock is not free after the last clear");
            }
            lock.clear();
        }
    }

    /** All PEs take turns to add to a number that only the lock protects. */
    private static final class ContendedLock extends Probe {
        private final Buffers on;
        private final ShmemLock lock;
        private long count;

        ContendedLock(Buffers on, ShmemLock lock) {
            super("set_lock + clear_lock, all PEs", 0, Sides.ALL);
            this.on = on;
            this.lock = lock;
        }

        @Override
        public void prepare() {
            on.word().set(2, 0);
        }

        @Override
        public void loop(int turns) {
            Shmem shmem = on.shmem();
            SymmetricLongs word = on.word();
            for (int i = 0; i < turns; i++) {
                lock.set();
                shmem.p(word, 2, shmem.g(word, 2, 0) + 1, 0);
                lock.clear();
            }
            count += turns;
        }

        @Override
        public void check() {
            on.shmem().barrierAll();
            WrongResultException.check("the number under the lock", 2, on.shmem().g(on.word(), 2, 0),
                count * on.shmem().nPes());
        }
    }

    /** Collective allocation and freeing of a small object. */
    private static final class Allocate extends Probe {
        private final Buffers on;
        private long sum;

        Allocate(Buffers on) {
            super("allocate + free 8 KiB", ALLOCATED * Long.BYTES, Sides.ALL);
            this.on = on;
        }

        @Override
        public void loop(int turns) {
            Shmem shmem = on.shmem();
            for (int i = 0; i < turns; i++) {
                SymmetricLongs longs = shmem.allocateLongs(ALLOCATED);
                sum += longs.get(ALLOCATED - 1);
                longs.set(ALLOCATED - 1, 1);
                shmem.free(longs);
            }
        }

        @Override
        public void check() {
            WrongResultException.check("sum of freshly allocated elements", ALLOCATED - 1, sum, 0);
        }
    }
}

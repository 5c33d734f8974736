// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.bench.suite.Sweep;
import java.util.Arrays;

/** How often per second 1 to N contending PEs acquire and release a lock. */
public final class LocksBenchmark extends Benchmark {
    public LocksBenchmark() {
        super("locks", "locks taken per second by 1 to N PEs, waiting in line and by trying",
            Options.CONTENDERS);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        ShmemLock lock = shmem.allocateLock();
        bench.keep(lock.word());
        SymmetricLongs number = bench.keep(shmem.allocateLongs(1, 128).named("number"));
        Sweep sweep = new Sweep(bench, name(), "lock taken, a number of PE 0 incremented by load and store, lock back",
            Quantity.RATE).over(Sheet.Column.of("PEs"));
        for (boolean tries : new boolean[] {false, true}) {
            String name = tries ? "test_lock" : "set_lock";
            sweep.add(name, pes -> new Taking(name, shmem, lock, number, Probe.Sides.EACH, (int) pes, tries));
        }
        int[] actors = bench.options().contenders(shmem.nPes());
        sweep.run(Arrays.stream(actors).asLongStream().toArray());
    }

    /** PEs acquire a lock by waiting or trying, and increment a counter on PE 0 that only the lock protects. */
    static final class Taking extends Probe {
        private final Shmem shmem;
        private final ShmemLock lock;
        private final SymmetricLongs number;
        private final boolean tries;
        private long count;

        Taking(String name, Shmem shmem, ShmemLock lock, SymmetricLongs number, Sides sides, int actors,
            boolean tries) {
            super(name, 0, sides, actors, shmem.myPe() < actors);
            this.shmem = shmem;
            this.lock = lock;
            this.number = number;
            this.tries = tries;
        }

        @Override
        public void prepare() {
            number.set(0, 0);
        }

        @Override
        public void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                take();
                shmem.p(number, 0, shmem.g(number, 0, 0) + 1, 0);
                lock.unlock();
            }
            count += turns;
        }

        private void take() {
            if (!tries) {
                lock.lock();
                return;
            }
            while (!lock.tryLock()) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void check() {
            if (acts()) {
                WrongResultException.check("what the lock protects", 0, shmem.g(number, 0, 0), count * actors());
            }
        }
    }
}

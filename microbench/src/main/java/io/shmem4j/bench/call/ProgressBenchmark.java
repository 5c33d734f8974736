// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.LongView;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Sweep;
import java.util.Arrays;

/**
 * Whether remote access needs help from the target: put and get while the target waits in the library, and while it
 * computes without calling it.
 */
public final class ProgressBenchmark extends Benchmark {
    private static final long LARGEST = 1 << 20;

    public ProgressBenchmark() {
        super("progress", "put and get to a PE that waits in the library, and to one that computes", Pes.PAIRS);
    }

    @Override
    public void run(BenchRun bench) {
        long[] sizes = bench.options().sizes(8, 1, LARGEST);
        Blocks blocks = new Blocks(bench, Math.max(Long.BYTES, Arrays.stream(sizes).max().orElseThrow()));
        Sweep sweep = new Sweep(bench, name(), "time of an access to a PE that waits or computes",
            Quantity.LATENCY);
        sweep.add("put, target waits", size -> new Access(blocks, size, true, false));
        sweep.add("put, target computes", size -> new Access(blocks, size, true, true));
        sweep.add("get, target waits", size -> new Access(blocks, size, false, false));
        sweep.add("get, target computes", size -> new Access(blocks, size, false, true));
        sweep.run(sizes);
    }

    /** PE 0 accesses its partner's memory while the partner computes, until PE 0 stores the round's number. */
    private static final class Access extends Probe {
        private static final int STEPS = 256;

        private final Blocks on;
        private final int size;
        private final boolean puts;
        private final boolean busy;
        private long round;
        private long state = 1;

        Access(Blocks on, long size, boolean puts, boolean busy) {
            super("progress", size, Sides.EACH, 1, on.me == 0);
            this.on = on;
            this.size = (int) size;
            this.puts = puts;
            this.busy = busy;
        }

        @Override
        public void prepare() {
            on.flags.set(1, 0);
            if (puts) {
                on.prepareToPut(size);
            } else {
                on.prepareToGet(size);
            }
        }

        @Override
        public void accompany() {
            round++;
            if (busy && on.partner == 0) {
                compute();
            }
        }

        @Override
        public void loop(int turns) {
            round++;
            for (int i = 0; i < turns; i++) {
                if (puts) {
                    on.shmem.put(on.bytes, 0, on.local, 0, size, on.partner);
                    on.shmem.quiet();
                } else {
                    on.shmem.get(on.local, 0, on.bytes, 0, size, on.partner);
                }
            }
            on.shmem.p(on.flags, 1, round, on.partner);
        }

        private void compute() {
            LongView own = on.shmem.view(on.flags, on.me);
            long s = state;
            while (own.getAcquire(1) < round) {
                for (int i = 0; i < STEPS; i++) {
                    s = s * 6364136223846793005L + 1442695040888963407L;
                }
            }
            state = s;
        }

        @Override
        public void check() {
            if (state == 0) {
                throw new WrongResultException("the computation's result is 0");
            }
            if (on.me == 0 && puts) {
                on.checkPut("put", 0, size);
            } else if (on.me == 0) {
                on.checkGet("get", 0, size);
            }
        }
    }
}

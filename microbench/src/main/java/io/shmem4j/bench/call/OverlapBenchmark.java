// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.MayRace;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import java.util.Arrays;

/**
 * The part of a non-blocking put that overlaps with computation of the same length. It is 0 where the PE's processor
 * copies the data, as in shared memory.
 */
public final class OverlapBenchmark extends Benchmark {
    private static final long LARGEST = 1 << 20;
    private static final double TO_MICROS = 1e-3;
    private static final int VALUES = 4;

    public OverlapBenchmark() {
        super("overlap", "how much of put_nbi overlaps with computation", Pes.PAIRS);
    }

    @Override
    public void run(BenchRun bench) {
        long[] sizes = bench.options().sizes(8, 1, LARGEST);
        Blocks blocks = new Blocks(bench, Math.max(Long.BYTES, Arrays.stream(sizes).max().orElseThrow()));
        Sheet sheet = new Sheet(name(), "put_nbi, computation of the same length, quiet",
            Sheet.Column.of("size"), us("compute"),
            us("init"), us("wait"), us("pure comm"), new Sheet.Column("overlap", "%", 1), us("overall"));
        bench.progress().plan(1 + VALUES * sizes.length);
        double perStep = nanos(bench, sheet, new Step(blocks, 0, 1000, true)) / 1000;
        for (long size : sizes) {
            double pure = nanos(bench, sheet, new Step(blocks, size, 0, true));
            int steps = Math.clamp(shared(blocks, pure / perStep), 1, 1 << 30);
            double compute = nanos(bench, sheet, new Step(blocks, 0, steps, true));
            double init = nanos(bench, sheet, new Step(blocks, size, 0, false));
            double overall = nanos(bench, sheet, new Step(blocks, size, steps, true));
            if (bench.leads()) {
                double overlap = Math.clamp(100 * (compute + pure - overall) / Math.min(pure, compute), 0, 100);
                sheet.row(size, compute * TO_MICROS, init * TO_MICROS,
                    Math.max(0, overall - init - compute) * TO_MICROS, pure * TO_MICROS, overlap, overall * TO_MICROS);
            }
        }
        bench.add(sheet);
    }

    private static Sheet.Column us(String name) {
        return new Sheet.Column(name, "us", 4);
    }

    private static double nanos(BenchRun bench, Sheet sheet, Probe probe) {
        Timing timing = bench.measure(probe, sheet, Long.toString(probe.bytes()));
        return timing == null ? 0 : timing.nanos(bench.options().statistic());
    }

    /** Sends PE 0's measured number to all PEs. */
    private static long shared(Blocks blocks, double number) {
        if (blocks.me == 0) {
            for (int pe = 0; pe < blocks.shmem.nPes(); pe++) {
                blocks.shmem.p(blocks.flags, 0, Math.round(number), pe);
            }
        }
        blocks.shmem.barrierAll();
        long all = blocks.flags.getAcquire(0);
        blocks.shmem.barrierAll();
        return all;
    }

    /** A put, a number of computation steps, and a quiet. */
    @MayRace
    private static final class Step extends Probe {
        private static final long FACTOR = 6364136223846793005L;
        private static final long SUMMAND = 1442695040888963407L;

        private final Blocks on;
        private final int size;
        private final int steps;
        private final boolean puts;
        private final boolean quiets;
        private long state = 1;

        Step(Blocks on, long size, int steps, boolean quiets) {
            super("overlap", size, Sides.ORIGIN);
            this.on = on;
            this.size = (int) size;
            this.steps = steps;
            this.puts = size > 0;
            this.quiets = quiets && puts;
        }

        @Override
        public void prepare() {
            on.prepareToPut(size);
        }

        @Override
        public void loop(int turns) {
            long s = state;
            for (int i = 0; i < turns; i++) {
                if (puts) {
                    on.shmem.putNbi(on.bytes, 0, on.local, 0, size, on.partner);
                }
                s = computed(s, steps);
                if (quiets) {
                    on.shmem.quiet();
                }
            }
            state = s;
        }

        private static long computed(long from, int steps) {
            long s = from;
            for (int step = 0; step < steps; step++) {
                s = s * FACTOR + SUMMAND;
            }
            return s;
        }

        @Override
        public void check() {
            long before = state;
            loop(1);
            WrongResultException.check("computation", steps, state, computed(before, steps));
            on.shmem.quiet();
            if (puts) {
                on.checkPut("put_nbi", 0, size);
            }
        }
    }
}

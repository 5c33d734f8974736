// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.MayRace;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.bench.suite.Sweep;
import java.util.Arrays;

/** Strided put and get of 32 Ki ints, with a stride at the target, the origin or both. */
public final class StridedBenchmark extends Benchmark {
    private static final int COUNT = 32 << 10;
    private static final Option<Integer> STRIDE = Option.number("--stride", "N", "32", 1, 1024,
        "largest stride, from 1 by powers of two");

    public StridedBenchmark() {
        super("strided", "iput and iget with strides 1 to 32 at the target, the origin, both", Pes.PAIRS,
            Options.PAIRS, STRIDE);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int most = bench.options().value(STRIDE);
        bench.requireRoom((long) COUNT * most * Integer.BYTES);
        SymmetricInts block = bench.keep(shmem.allocateInts((long) COUNT * most, 128).named("strided block"));
        StridedProbe.Area area = new StridedProbe.Area(shmem, block, new int[COUNT * most]);
        Sweep sweep = new Sweep(bench, name(), COUNT + " ints moved by a call, useful bytes of all pairs",
            Quantity.BANDWIDTH).over(Sheet.Column.of("stride"));
        for (int pairs : bench.options().pairs(shmem.nPes())) {
            String suffix = ", " + Blocks.inWords(pairs);
            sweep.add("put, target" + suffix, s -> new StridedProbe(true, area, (int) s, 1, pairs));
            sweep.add("put, origin" + suffix, s -> new StridedProbe(true, area, 1, (int) s, pairs));
            sweep.add("put, both" + suffix, s -> new StridedProbe(true, area, (int) s, (int) s, pairs));
            // The target of a get is the PE whose memory is read.
            sweep.add("get, target" + suffix, s -> new StridedProbe(false, area, 1, (int) s, pairs));
            sweep.add("get, origin" + suffix, s -> new StridedProbe(false, area, (int) s, 1, pairs));
            sweep.add("get, both" + suffix, s -> new StridedProbe(false, area, (int) s, (int) s, pairs));
        }
        long[] strides = new long[Integer.numberOfTrailingZeros(Integer.highestOneBit(most)) + 1];
        for (int i = 0; i < strides.length; i++) {
            strides[i] = 1L << i;
        }
        sweep.run(strides);
    }

    /** The first PE of each pair copies ints with different strides at target and origin. */
    @MayRace
    private static final class StridedProbe extends Probe {
        private final Area area;
        private final boolean puts;
        private final int target;
        private final int origin;

        /** Target memory and private memory. */
        record Area(Shmem shmem, SymmetricInts block, int[] local) {
            int partner() {
                return (shmem.myPe() + shmem.nPes() / 2) % shmem.nPes();
            }
        }

        /** A call with the strides of target and origin. */
        StridedProbe(boolean puts, Area area, int target, int origin, int pairs) {
            super(puts ? "iput" : "iget", (long) COUNT * Integer.BYTES, Sides.EACH, pairs,
                area.shmem().myPe() < pairs);
            this.puts = puts;
            this.area = area;
            this.target = target;
            this.origin = origin;
        }

        @Override
        public void prepare() {
            int me = area.shmem().myPe();
            if (puts) {
                Arrays.setAll(area.local(), i -> 3 * i + me);
                area.block().fill(-1);
            } else {
                Arrays.fill(area.local(), -1);
                for (int i = 0; i < area.block().length(); i++) {
                    area.block().set(i, 5 * i + me);
                }
            }
        }

        @Override
        public void loop(int turns) {
            Shmem shmem = area.shmem();
            int partner = area.partner();
            for (int i = 0; i < turns; i++) {
                if (puts) {
                    shmem.iput(area.block(), 0, area.local(), 0, target, origin, COUNT, partner);
                    shmem.quiet();
                } else {
                    shmem.iget(area.local(), 0, area.block(), 0, target, origin, COUNT, partner);
                }
            }
        }

        @Override
        public void check() {
            for (int i = 0; acts() && i < COUNT; i++) {
                int at = i * target;
                if (puts) {
                    WrongResultException.check(name(), at, area.shmem().g(area.block(), at, area.partner()),
                        3L * i * origin + area.shmem().myPe());
                } else {
                    WrongResultException.check(name(), at, area.local()[at], 5L * i * origin + area.partner());
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.bench.suite.Sweep;

/** Strided put and get of 32 Ki ints: the target, the origin or both strided. */
public final class StridedBenchmark extends Benchmark {
    private static final Option ELEMENTS = new Option("--elements", "N", "32k", "ints that a call moves");
    private static final Option STRIDE = new Option("--stride", "N", "32", "largest stride, from 1 by powers of two");
    private static final int MOST_STRIDE = 1024;

    public StridedBenchmark() {
        super("strided", "iput and iget with strides 1 to 32 at the target, the origin, both", Blocks.Pairs.OPTION,
            ELEMENTS,
            STRIDE);
    }

    @Override
    public void require(int nPes, Options options) {
        requirePairs(nPes);
        Blocks.Pairs.chosen(options, nPes);
        options.number(STRIDE.name(), 1, MOST_STRIDE);
        options.size(ELEMENTS.name());
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int most = bench.options().number(STRIDE.name(), 1, MOST_STRIDE);
        long room = bench.options().size(ELEMENTS.name()) * most * Integer.BYTES;
        bench.requireRoom(room);
        int count = (int) bench.options().size(ELEMENTS.name());
        SymmetricInts block = shmem.allocateInts((long) count * most, 128).named("strided block");
        int[] local = new int[count * most];
        Sweep sweep = new Sweep(bench, name(), count + " ints moved by a call, useful bytes of all pairs",
            Quantity.BANDWIDTH).over(Sheet.Column.of("stride"));
        for (int pairs : Blocks.Pairs.chosen(bench.options(), shmem.nPes())) {
            String suffix = ", " + Blocks.Pairs.words(pairs);
            sweep.add("put, target" + suffix, s -> put(shmem, block, local, count, (int) s, 1, pairs));
            sweep.add("put, origin" + suffix, s -> put(shmem, block, local, count, 1, (int) s, pairs));
            sweep.add("put, both" + suffix, s -> put(shmem, block, local, count, (int) s, (int) s, pairs));
            sweep.add("get, target" + suffix, s -> get(shmem, block, local, count, 1, (int) s, pairs));
            sweep.add("get, origin" + suffix, s -> get(shmem, block, local, count, (int) s, 1, pairs));
            sweep.add("get, both" + suffix, s -> get(shmem, block, local, count, (int) s, (int) s, pairs));
        }
        long[] strides = new long[Integer.numberOfTrailingZeros(Integer.highestOneBit(most)) + 1];
        for (int i = 0; i < strides.length; i++) {
            strides[i] = 1L << i;
        }
        sweep.run(strides);
        shmem.free(block);
    }

    private static StridedProbe put(Shmem shmem, SymmetricInts block, int[] local, int count, int target, int origin,
        int pairs) {
        return new StridedProbe.Iput(shmem, block, local, count, new StridedProbe.Strides(target, origin), pairs);
    }

    /** The target of a get is the PE whose memory is read. */
    private static StridedProbe get(Shmem shmem, SymmetricInts block, int[] local, int count, int here, int there,
        int pairs) {
        return new StridedProbe.Iget(shmem, block, local, count, new StridedProbe.Strides(here, there), pairs);
    }
}

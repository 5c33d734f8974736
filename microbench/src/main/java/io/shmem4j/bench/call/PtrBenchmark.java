// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.bench.suite.Sweep;
import java.util.Arrays;

/** Put and get against copies and plain loops through shmem_ptr: latency, and bandwidth of several pairs. */
public final class PtrBenchmark extends Benchmark {
    private static final long LARGEST = 4 << 20;

    public PtrBenchmark() {
        super("ptr", "put and get against copy, load and store through ptr: latency, bandwidth of 1 to N/2 pairs",
            Blocks.Pairs.OPTION);
    }

    @Override
    public void require(int nPes, Options options) {
        requirePairs(nPes);
        Blocks.Pairs.chosen(options, nPes);
    }

    @Override
    public void run(BenchRun bench) {
        long[] sizes = bench.options().sizes(8, 8, LARGEST);
        Blocks blocks = new Blocks(bench, Arrays.stream(sizes).max().orElseThrow());
        Sweep latency = new Sweep(bench, name(), "time to move a block, 1 pair", Quantity.LATENCY);
        add(latency, blocks, 1, "");
        latency.run(sizes);
        Sweep bandwidth = new Sweep(bench, name(), "data moved by all pairs", Quantity.BANDWIDTH);
        for (int pairs : Blocks.Pairs.chosen(bench.options(), bench.shmem().nPes())) {
            add(bandwidth, blocks, pairs, ", " + Blocks.Pairs.words(pairs));
        }
        bandwidth.run(sizes);
    }

    private static void add(Sweep sweep, Blocks blocks, int pairs, String suffix) {
        CopyProbe.Shape shape = new CopyProbe.Shape(pairs, false, 1);
        copy(sweep, CopyProbe.Way.PUT, blocks, shape, suffix);
        copy(sweep, CopyProbe.Way.COPY_OUT, blocks, shape, suffix);
        sweep.add("store loop" + suffix, size -> new LoopProbe(true, blocks, size, pairs));
        copy(sweep, CopyProbe.Way.GET, blocks, shape, suffix);
        copy(sweep, CopyProbe.Way.COPY_IN, blocks, shape, suffix);
        sweep.add("load loop" + suffix, size -> new LoopProbe(false, blocks, size, pairs));
    }

    private static void copy(Sweep sweep, CopyProbe.Way way, Blocks blocks, CopyProbe.Shape shape, String suffix) {
        sweep.add(way.title + suffix, size -> new CopyProbe(way, blocks, size, shape));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.bench.call.CopyProbe.Way;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.bench.suite.Sweep;
import java.util.Arrays;
import java.util.List;

/** Put and get compared with copies and plain loops through shmem_ptr: latency, and bandwidth of several pairs. */
public final class PtrBenchmark extends Benchmark {
    private static final long LARGEST = 4 << 20;

    public PtrBenchmark() {
        super("ptr", "put and get against copy, load and store through ptr: latency, bandwidth of 1 to N/2 pairs",
            Pes.PAIRS, Options.PAIRS);
    }

    @Override
    public void run(BenchRun bench) {
        bench.requireOneNode(name());
        long[] sizes = bench.options().sizes(8, 8, LARGEST);
        Blocks blocks = new Blocks(bench, Arrays.stream(sizes).max().orElseThrow());
        Sweep latency = new Sweep(bench, name(), "time to move a block, 1 pair", Quantity.LATENCY);
        add(latency, blocks, 1, "");
        latency.run(sizes);
        Sweep bandwidth = new Sweep(bench, name(), "data moved by all pairs", Quantity.BANDWIDTH);
        for (int pairs : bench.options().pairs(bench.shmem().nPes())) {
            add(bandwidth, blocks, pairs, ", " + Blocks.inWords(pairs));
        }
        bandwidth.run(sizes);
    }

    private static void add(Sweep sweep, Blocks blocks, int pairs, String suffix) {
        CopyProbe.Shape shape = new CopyProbe.Shape(pairs, false, 1);
        for (Way way : List.of(Way.PUT, Way.COPY_OUT, Way.STORE, Way.GET, Way.COPY_IN, Way.LOAD)) {
            sweep.add(way.title + suffix, size -> new CopyProbe(way, blocks, size, shape));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.LongView;
import io.shmem4j.MayRace;
import io.shmem4j.bench.measure.Probe;
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

    /**
     * Pairs of PEs move blocks of longs by assignments, one element at a time, through a view of the partner's memory,
     * as a program does that has called shmem_ptr once.
     */
    @MayRace
    private static final class LoopProbe extends Probe {
        private final Blocks on;
        private final int count;
        private final boolean stores;

        LoopProbe(boolean stores, Blocks on, long size, int pairs) {
            super(stores ? "store loop" : "load loop", size, Sides.EACH, pairs, on.me < pairs);
            this.stores = stores;
            this.on = on;
            this.count = (int) (size / Long.BYTES);
        }

        @Override
        public void prepare() {
            if (stores) {
                on.prepareToPut(count * Long.BYTES);
            } else {
                on.prepareToGet(count * Long.BYTES);
            }
        }

        @Override
        public void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                if (stores) {
                    store(on.view, on.localLongs, count);
                } else {
                    load(on.view, on.localLongs, count);
                }
                on.shmem.quiet();
            }
        }

        private static void store(LongView view, long[] local, int length) {
            for (int i = 0; i < length; i++) {
                view.set(i, local[i]);
            }
        }

        private static void load(LongView view, long[] local, int length) {
            for (int i = 0; i < length; i++) {
                local[i] = view.get(i);
            }
        }

        @Override
        public void check() {
            if (acts() && stores) {
                on.checkStores(name(), count);
            } else if (acts()) {
                on.checkLoads(name(), count);
            }
        }
    }
}

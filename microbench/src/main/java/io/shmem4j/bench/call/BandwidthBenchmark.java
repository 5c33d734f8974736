// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.bench.suite.Sweep;
import java.util.Arrays;
import java.util.EnumSet;

/** Bandwidth and message rate of pairs of PEs. */
public final class BandwidthBenchmark extends Benchmark {
    private static final Option<Integer> WINDOW = Option.number("--window", "N", "64", 1, 1 << 16,
        "messages that one quiet completes");
    private static final Option<Ways> WAYS = Option.choice("--ways", "W", Ways.class,
        "one: the first of each pair moves; both");
    private static final long LARGEST = 4 << 20;
    private static final long LARGEST_RATED = 8 << 10;

    /** Values of {@code --ways}. */
    private enum Ways { ONE, BOTH }

    private final Quantity quantity;

    private BandwidthBenchmark(String name, String help, Quantity quantity) {
        super(name, help, Pes.PAIRS, Options.PAIRS, Options.PEER, WINDOW, WAYS);
        this.quantity = quantity;
    }

    public static BandwidthBenchmark bandwidth() {
        return new BandwidthBenchmark("bandwidth", "bytes per second by put, get and their nbi forms, 1 to N/2 pairs",
            Quantity.BANDWIDTH);
    }

    public static BandwidthBenchmark messageRate() {
        return new BandwidthBenchmark("msgrate", "messages per second by put, get and their nbi forms, 1 to N/2 pairs",
            Quantity.RATE);
    }

    @Override
    public void run(BenchRun bench) {
        Options options = bench.options();
        int window = options.value(WINDOW);
        boolean both = options.value(WAYS) == Ways.BOTH;
        long[] sizes = options.sizes(quantity == Quantity.RATE ? 1 : 8, 1,
            quantity == Quantity.RATE ? LARGEST_RATED : LARGEST);
        Blocks blocks = new Blocks(bench, Math.max(Long.BYTES, 2 * Arrays.stream(sizes).max().orElseThrow()));
        Sweep sweep = new Sweep(bench, name(), (quantity == Quantity.RATE ? "messages" : "data")
            + " moved by all pairs, " + (both ? "both ways" : "one way") + ", window of " + window, quantity);
        for (int pairs : options.pairs(bench.shmem().nPes())) {
            CopyProbe.Shape shape = new CopyProbe.Shape(pairs, both, window);
            String suffix = ", " + Blocks.inWords(pairs);
            for (CopyProbe.Way way : EnumSet.range(CopyProbe.Way.PUT, CopyProbe.Way.GET_NBI)) {
                sweep.add(way.title + suffix, size -> new CopyProbe(way, blocks, size, shape));
            }
        }
        sweep.run(sizes);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.Team;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * STREAM on all PEs at once. The four kernels over whole arrays measure the sustained bandwidth; blocks of fixed
 * length, each followed by an all-to-all reduction, show how much of it remains.
 */
public final class StreamBenchmark extends Benchmark {
    private static final int MOST = 1 << 27;
    private static final Option<Integer> ELEMENTS = Option.amount("--elements", "1m", MOST,
        "doubles of each of the three arrays of a PE");
    private static final Option<Integer> BLOCK = Option.amount("--block", "4k", MOST,
        "doubles between two reductions");
    private static final Option<Integer> REDUCE = Option.amount("--reduce", "1", MOST,
        "doubles that a reduction combines");

    public StreamBenchmark() {
        super("stream", "Copy, Scale, Add, Triad: whole arrays, and blocks with reductions; oshrun --vector adds the"
            + " Vector API", ELEMENTS, BLOCK, REDUCE);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int length = bench.options().value(ELEMENTS);
        bench.requireRoom(3L * length * Double.BYTES + 2L * bench.options().value(REDUCE) * Double.BYTES);
        SymmetricDoubles memory = bench.keep(shmem.allocateDoubles(3L * length, 128).named("arrays"));
        List<StreamArrays> ways = new ArrayList<>(List.of(new StreamArrays.OnHeap(length),
            new StreamArrays.Symmetric("scalar", memory)));
        if (hasVectors()) {
            ways.add(new StreamArrays.Vectors("vector", memory));
        }
        whole(bench, ways, length);
        blocks(bench, ways.subList(1, ways.size()), length);
    }

    private static boolean hasVectors() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    }

    private void whole(BenchRun bench, List<StreamArrays> ways, int length) {
        Map<String, Function<StreamArrays.Kernel, Probe>> probes = new LinkedHashMap<>();
        ways.forEach(way -> probes.put(way.name(), kernel -> new StreamProbe(bench.shmem(), way, kernel)));
        Sheet sheet = sheet(bench, String.format(Locale.ROOT,
            "STREAM, 3 arrays of %d KiB on each PE, all PEs together", (long) length * Double.BYTES >> 10), probes);
        sheet.note("1 MB = 1 000 000 bytes; to leave the caches, the three arrays should be four times as large as the"
            + " last one (--elements)");
        if (!hasVectors()) {
            sheet.note("no Vector API: start with oshrun --vector");
        }
        bench.add(sheet);
    }

    private void blocks(BenchRun bench, List<StreamArrays> ways, int length) {
        Shmem shmem = bench.shmem();
        int block = Math.min(length, bench.options().value(BLOCK));
        int reduced = bench.options().value(REDUCE);
        SymmetricDoubles part = bench.keep(shmem.allocateDoubles(reduced, 128).named("part"));
        SymmetricDoubles total = bench.keep(shmem.allocateDoubles(reduced, 128).named("total"));
        CollectiveOptions flat = CollectiveOptions.environment().withReduce(ReduceAlgorithm.FLAT);
        Map<String, Team> reductions = new LinkedHashMap<>();
        reductions.put("flat put/get", shmem.world().using(flat.withTransfer(Transfer.PUTGET)));
        reductions.put("flat direct", shmem.world().using(flat.withTransfer(Transfer.DIRECT)));
        reductions.put("auto", shmem.world());
        Map<String, Function<StreamArrays.Kernel, Probe>> probes = new LinkedHashMap<>();
        for (StreamArrays way : ways) {
            reductions.forEach((reduction, team) -> probes.put(way.name() + ", " + reduction,
                kernel -> new BlockedProbe(shmem, team, way, kernel, block, part, total)));
        }
        bench.add(sheet(bench, String.format(Locale.ROOT,
            "STREAM in blocks of %d doubles, each followed by a sum over all PEs of %d", block, reduced), probes));
    }

    /** Measures every kernel in every variant. */
    private Sheet sheet(BenchRun bench, String title, Map<String, Function<StreamArrays.Kernel, Probe>> probes) {
        List<Sheet.Column> columns = new ArrayList<>(List.of(Sheet.Column.of("kernel")));
        probes.keySet().forEach(name -> columns.add(Quantity.BANDWIDTH.column(name)));
        Sheet sheet = new Sheet(name(), title, columns);
        bench.progress().plan(StreamArrays.Kernel.values().length * probes.size());
        for (StreamArrays.Kernel kernel : StreamArrays.Kernel.values()) {
            List<Object> row = new ArrayList<>(List.of(kernel.title));
            for (Function<StreamArrays.Kernel, Probe> way : probes.values()) {
                Probe probe = way.apply(kernel);
                Timing timing = bench.measure(probe, sheet, probe.name());
                row.add(timing == null ? null
                    : Quantity.BANDWIDTH.cell(probe, timing, bench.options().statistic()));
            }
            sheet.row(row.toArray());
        }
        return sheet;
    }

    /** A kernel over whole arrays on every PE. */
    private static class StreamProbe extends Probe {
        final Shmem shmem;
        final StreamArrays arrays;
        final StreamArrays.Kernel kernel;

        StreamProbe(Shmem shmem, StreamArrays arrays, StreamArrays.Kernel kernel) {
            this(shmem, arrays, kernel, kernel.title + ", " + arrays.name(), arrays.length(), Sides.EACH);
        }

        StreamProbe(Shmem shmem, StreamArrays arrays, StreamArrays.Kernel kernel, String name, long length,
            Sides sides) {
            super(name, length * kernel.bytes, sides, shmem.nPes(), true);
            this.shmem = shmem;
            this.arrays = arrays;
            this.kernel = kernel;
        }

        @Override
        public final void prepare() {
            arrays.fill();
        }

        @Override
        public void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                arrays.run(kernel, 0, arrays.length());
            }
        }

        @Override
        public void check() {
            arrays.check(kernel);
            arrays.fill();
            for (StreamArrays.Kernel each : StreamArrays.Kernel.values()) {
                arrays.run(each, 0, arrays.length());
            }
            arrays.check(null);
        }
    }

    /** A kernel in blocks. After each block all PEs add up its number, which synchronizes them. A turn is a block. */
    private static final class BlockedProbe extends StreamProbe {
        private final Team team;
        private final int block;
        private final SymmetricDoubles part;
        private final SymmetricDoubles total;
        private int at;
        private long blocks;

        BlockedProbe(Shmem shmem, Team team, StreamArrays arrays, StreamArrays.Kernel kernel, int block,
            SymmetricDoubles part, SymmetricDoubles total) {
            super(shmem, arrays, kernel, kernel.title + " in blocks, " + arrays.name(), block, Sides.ALL);
            this.team = team;
            this.block = block;
            this.part = part;
            this.total = total;
        }

        @Override
        public void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                int from = at + block > arrays.length() ? 0 : at;
                arrays.run(kernel, from, from + block);
                at = from + block;
                blocks++;
                part.set(0, blocks + shmem.myPe());
                team.sumReduce(total, part, part.length());
            }
        }

        @Override
        public void check() {
            double n = shmem.nPes();
            double expected = blocks * n + n * (n - 1) / 2;
            if (total.get(0) != expected) {
                throw new WrongResultException(name() + ": the sum over all PEs is " + total.get(0) + ", not "
                    + expected);
            }
            for (int from = 0; from + block <= arrays.length(); from += block) {
                arrays.run(kernel, from, from + block);
            }
            if (arrays.length() % block == 0) {
                arrays.check(kernel);
            }
        }
    }
}

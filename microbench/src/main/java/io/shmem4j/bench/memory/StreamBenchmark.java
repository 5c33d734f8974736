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
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * STREAM on all PEs at once: the four kernels over whole arrays, which shows the bandwidth the machine sustains, and in
 * blocks of fixed length with an all-to-all reduction after each, which shows what reductions leave of it.
 */
public final class StreamBenchmark extends Benchmark {
    private static final int MOST = 1 << 27;
    private static final Option ELEMENTS =
        Option.amount("--elements", "1m", MOST, "doubles of each of the three arrays of a PE");
    private static final Option BLOCK = Option.amount("--block", "4k", MOST, "doubles between two reductions");
    private static final Option REDUCE = Option.amount("--reduce", "1", MOST, "doubles that a reduction combines");

    public StreamBenchmark() {
        super("stream", "Copy, Scale, Add, Triad: whole arrays, and blocks with reductions; oshrun --vector adds the"
            + " Vector API", ELEMENTS, BLOCK, REDUCE);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int length = bench.options().number(ELEMENTS);
        bench.requireRoom(3L * length * Double.BYTES + 2L * bench.options().number(REDUCE) * Double.BYTES);
        SymmetricDoubles memory = bench.keep(shmem.allocateDoubles(3L * length, 128).named("arrays"));
        List<StreamArrays> ways = new ArrayList<>(List.of(new JavaStream(length), new SegmentStream.Scalar(memory)));
        if (VectorStream.available()) {
            ways.add(new VectorStream(memory));
        }
        whole(bench, ways, length);
        blocks(bench, ways.subList(1, ways.size()), length);
    }

    private void whole(BenchRun bench, List<StreamArrays> ways, int length) {
        Sheet sheet = new Sheet(name(), String.format(Locale.ROOT,
            "STREAM, 3 arrays of %d KiB on each PE, all PEs together", (long) length * Double.BYTES >> 10),
            columns(ways.stream().map(StreamArrays::name).toList()));
        sheet.chart(new Sheet.Chart(Sheet.Chart.Kind.BARS, 1, "bandwidth (MB/s)", false, false));
        bench.progress().plan(StreamKernel.values().length * ways.size());
        for (StreamKernel kernel : StreamKernel.values()) {
            Object[] row = new Object[ways.size() + 1];
            row[0] = kernel.title();
            for (int c = 0; c < ways.size(); c++) {
                row[c + 1] = cell(bench, sheet, new StreamProbe(bench.shmem(), ways.get(c), kernel));
            }
            sheet.row(row);
        }
        sheet.note("1 MB = 1 000 000 bytes; to leave the caches, the three arrays should be four times as large as the"
            + " last one (--elements)");
        if (!VectorStream.available()) {
            sheet.note("no Vector API: start with oshrun --vector");
        }
        bench.add(sheet);
    }

    private void blocks(BenchRun bench, List<StreamArrays> ways, int length) {
        Shmem shmem = bench.shmem();
        int block = Math.min(length, bench.options().number(BLOCK));
        int reduced = bench.options().number(REDUCE);
        SymmetricDoubles part = bench.keep(shmem.allocateDoubles(reduced, 128).named("part"));
        SymmetricDoubles total = bench.keep(shmem.allocateDoubles(reduced, 128).named("total"));
        Map<String, BlockedProbe.Maker> makers = new LinkedHashMap<>();
        for (StreamArrays way : ways) {
            reductions(shmem).forEach((reduction, team) -> makers.put(way.name() + ", " + reduction,
                kernel -> new BlockedProbe(shmem, team, way, kernel, block, part, total)));
        }
        Sheet sheet = new Sheet(name(), String.format(Locale.ROOT,
            "STREAM in blocks of %d doubles, each followed by a sum over all PEs of %d", block, reduced),
            columns(List.copyOf(makers.keySet())));
        sheet.chart(new Sheet.Chart(Sheet.Chart.Kind.BARS, 1, "bandwidth (MB/s)", false, true));
        bench.progress().plan(StreamKernel.values().length * makers.size());
        for (StreamKernel kernel : StreamKernel.values()) {
            Object[] row = new Object[makers.size() + 1];
            row[0] = kernel.title();
            int c = 1;
            for (BlockedProbe.Maker maker : makers.values()) {
                row[c++] = cell(bench, sheet, maker.make(kernel));
            }
            sheet.row(row);
        }
        bench.add(sheet);
    }

    private static Map<String, Team> reductions(Shmem shmem) {
        CollectiveOptions flat = CollectiveOptions.environment().withReduce(ReduceAlgorithm.FLAT);
        Map<String, Team> reductions = new LinkedHashMap<>();
        reductions.put("flat put/get", shmem.world().using(flat.withTransfer(Transfer.PUTGET)));
        reductions.put("flat direct", shmem.world().using(flat.withTransfer(Transfer.DIRECT)));
        reductions.put("auto", shmem.world());
        return reductions;
    }

    private static List<Sheet.Column> columns(List<String> names) {
        List<Sheet.Column> columns = new ArrayList<>(List.of(Sheet.Column.of("kernel")));
        names.forEach(name -> columns.add(Quantity.BANDWIDTH.column(name)));
        return columns;
    }

    private static Object cell(BenchRun bench, Sheet sheet, Probe probe) {
        Timing timing = bench.measure(probe, sheet, probe.name());
        return timing == null ? null : Quantity.BANDWIDTH.cell(probe, timing, bench.options().statistic());
    }
}

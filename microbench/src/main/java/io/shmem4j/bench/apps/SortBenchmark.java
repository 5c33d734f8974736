// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Shmem;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.report.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The integer sort ISx with its three ways of scaling. */
public final class SortBenchmark extends Benchmark {
    private static final int MOST = 1 << 28;
    private static final Option SCALING = new Option("--scaling", "S", "weak",
        "strong: --keys of all PEs; weak: of each; weak_iso: of each, and --max-key too");
    private static final Option KEYS = Option.amount("--keys", "256k", MOST, "keys that are sorted");
    private static final Option MAX_KEY = Option.amount("--max-key", "1m", MOST,
        "keys are below this; ISx has 256m, for which PEs need 1g/np of Java heap; weak_iso: 8k");
    private static final long ISO_WIDTH = 8 << 10;
    private static final double SPARE = 10;

    /** The words for {@code --scaling}. */
    private enum Scaling { STRONG, WEAK, WEAK_ISO }

    public SortBenchmark() {
        super("isx", "ISx: sort of random integers, buckets by put and by stores", SCALING, KEYS, MAX_KEY);
    }

    @Override
    public void require(int nPes, Options options) {
        int keys = keysPerPe(options, nPes);
        long largest = maxKey(options, nPes);
        long needed = (largest + nPes - 1) / nPes * Integer.BYTES + 2L * keys * Integer.BYTES;
        if (needed > Runtime.getRuntime().maxMemory() / 2) {
            throw new UsageException("--max-key " + largest + " and --keys " + keys + " on " + nPes
                + " PEs need " + (needed >> 20) + " MiB of Java heap, more than half of what a PE has ("
                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB): choose less, or use oshrun -J-Xmx...");
        }
    }

    private static int keysPerPe(Options options, int nPes) {
        long keys = options.number(KEYS);
        if (options.choice(SCALING.name(), Scaling.class) == Scaling.STRONG) {
            if (keys < nPes) {
                throw new UsageException("--keys " + keys + " can't be shared by " + nPes + " PEs");
            }
            return (int) (keys / nPes);
        }
        return (int) keys;
    }

    private static int maxKey(Options options, int nPes) {
        boolean iso = options.choice(SCALING.name(), Scaling.class) == Scaling.WEAK_ISO;
        long largest = iso ? nPes * (options.isSet(MAX_KEY.name()) ? options.number(MAX_KEY) : ISO_WIDTH)
            : options.number(MAX_KEY);
        if (largest < nPes || largest > MOST) {
            throw new UsageException("keys below " + largest + " for " + nPes + " PEs: the limit is from the number of"
                + " PEs to 256m");
        }
        return (int) largest;
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        Options options = bench.options();
        int keys = keysPerPe(options, shmem.nPes());
        int maxKey = maxKey(options, shmem.nPes());
        long room = keys + keys / 4 + (long) (SPARE * Math.sqrt(keys)) + (1 << 10);
        bench.requireRoom(room * Integer.BYTES);
        int phases = SortProbe.Phase.values().length;
        SortProbe.Memory memory = new SortProbe.Memory(bench.keep(shmem.allocateInts(room, 128).named("received")),
            bench.keep(shmem.allocateLongs(1, 128).named("reserved")),
            bench.keep(shmem.allocateDoubles((long) phases * shmem.nPes()).named("times")),
            bench.keep(shmem.allocateLongs(2).named("total")));
        List<Sheet.Column> columns = new ArrayList<>(List.of(Sheet.Column.of("phase")));
        List<SortProbe> probes = new ArrayList<>(List.of(SortProbe.put(shmem, keys, maxKey, memory),
            SortProbe.direct(shmem, keys, maxKey, memory)));
        probes.removeIf(probe -> !options.wants(probe.name()));
        if (probes.isEmpty()) {
            throw new UsageException("--only leaves nothing of the test 'isx'");
        }
        probes.forEach(probe -> columns.add(new Sheet.Column(probe.name(), "us", 1)));
        Sheet sheet = new Sheet(name(), String.format(Locale.ROOT, "ISx, %s scaling: %d keys below %d on each PE, %d"
            + " PEs; fastest of each phase, mean of the PEs", options.value(SCALING.name()), keys, maxKey,
            shmem.nPes()), columns);
        sheet.chart(new Sheet.Chart(Sheet.Chart.Kind.BARS, 1, "time (us)", false, false));
        Object[][] rows = new Object[phases][probes.size() + 1];
        for (int c = 0; c < probes.size(); c++) {
            measure(bench, sheet, probes.get(c), rows, c + 1, keys);
        }
        for (Object[] row : rows) {
            sheet.row(row);
        }
        sheet.note("every key is on its PE, the counts add up, no key is lost");
        bench.add(sheet);
    }

    private static void measure(BenchRun bench, Sheet sheet, SortProbe probe, Object[][] rows, int column, int keys) {
        Timing timing = bench.timer().measure(probe);
        if (timing == null) {
            return;
        }
        for (SortProbe.Phase phase : SortProbe.Phase.values()) {
            rows[phase.ordinal()][0] = phase.name();
            rows[phase.ordinal()][column] = probe.nanos(phase) * 1e-3;
        }
        sheet.note(String.format(Locale.ROOT, "%s: %.2f million keys per second in all", probe.name(),
            1e3 * keys * bench.shmem().nPes() / timing.nanos(bench.options().statistic())));
        timing.remarks(bench.options().trials()).forEach(remark -> sheet.note(probe.name() + ": " + remark));
    }
}

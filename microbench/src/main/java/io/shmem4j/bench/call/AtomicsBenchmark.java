// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Options;
import java.util.ArrayList;
import java.util.List;

/** Atomics of 1 to N concurrent PEs in PE 0's memory, on one word and on a cache line per PE. */
public final class AtomicsBenchmark extends Benchmark {
    public AtomicsBenchmark() {
        super("atomics", "millions of each atomic per second, 1 to N PEs, on the same word and on their own lines",
            Options.CONTENDERS);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        SymmetricLongs words =
            bench.keep(shmem.allocateLongs((long) shmem.nPes() * AtomicProbe.Place.LINE, 128).named("words"));
        SymmetricLongs tally = bench.keep(shmem.allocateLongs(2, 128).named("tally"));
        List<AtomicProbe.Place> places = new ArrayList<>();
        List<Sheet.Column> columns = new ArrayList<>(List.of(Sheet.Column.of("operation")));
        for (int actors : bench.options().contenders(shmem.nPes())) {
            for (boolean shared : actors == 1 ? new boolean[] {true} : new boolean[] {true, false}) {
                places.add(new AtomicProbe.Place(shmem, words, tally, 0, actors, shared, Probe.Sides.EACH));
                columns.add(Quantity.RATE.column(actors == 1 ? "1 PE" : actors + " PEs, "
                    + (shared ? "same word" : "own lines")));
            }
        }
        Sheet sheet = new Sheet(name(), "atomics on 64-bit words of PE 0, all PEs together", columns);
        List<Probe> operations = AtomicProbe.all(places.getFirst());
        List<Probe> wanted = bench.options().wanted(name(), operations, Probe::name);
        bench.progress().plan(wanted.size() * places.size());
        for (Probe operation : wanted) {
            sheet.row(row(bench, sheet, places, operations.indexOf(operation)));
        }
        bench.add(sheet);
    }

    private static Object[] row(BenchRun bench, Sheet sheet, List<AtomicProbe.Place> places, int operation) {
        Object[] row = new Object[places.size() + 1];
        for (int c = 0; c < places.size(); c++) {
            Probe probe = AtomicProbe.all(places.get(c)).get(operation);
            row[0] = probe.name();
            Timing timing = bench.measure(probe, sheet, probe.name() + ", " + sheet.columns().get(c + 1).name());
            if (timing != null) {
                row[c + 1] = Quantity.RATE.cell(probe, timing, bench.options().statistic());
            }
        }
        return row;
    }
}

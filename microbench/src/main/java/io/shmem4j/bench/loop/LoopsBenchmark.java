// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.loop;

import io.shmem4j.Shmem;
import io.shmem4j.bench.loop.Loops.UserLoop;
import io.shmem4j.bench.measure.Probe;
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
import java.util.Optional;

/** Loops over each form of a PE's own memory, on all PEs at once, as multiples of the time over Java arrays. */
public final class LoopsBenchmark extends Benchmark {
    private static final Option<Integer> ROWS = Option.amount("--rows", "256", 1 << 15, "rows of a PE's objects");
    private static final Option<Integer> COLUMNS = Option.amount("--columns", "1000", 1 << 15,
        "elements of a row");
    /** Objects of doubles, ints and bytes of a form, and how many forms have symmetric ones. */
    private static final long BYTES = 4 * Double.BYTES + 2 * Integer.BYTES + 2;
    private static final int SYMMETRIC = 5;

    public LoopsBenchmark() {
        super("loops", "users' loops over own memory by get and set, beside Java arrays and C", ROWS, COLUMNS);
    }

    @Override
    public void run(BenchRun bench) {
        int rows = bench.options().value(ROWS);
        int columns = bench.options().value(COLUMNS);
        bench.requireRoom(SYMMETRIC * BYTES * rows * columns);
        Shmem shmem = bench.shmem();
        Loops arrays = new LoopsArrays(shmem, rows, columns);
        Map<String, Loops> forms = new LinkedHashMap<>();
        forms.put("object", new LoopsObjects(shmem, rows, columns));
        forms.put("view", new LoopsViews(shmem, rows, columns));
        forms.put("grid", new LoopsGrids(shmem, rows, columns));
        forms.put("row of a grid", new LoopsGridRows(shmem, rows, columns));
        Optional<Loops> inC = LoopsNative.compile(shmem, rows, columns);
        if (shmem.world().minReduce(inC.isPresent() ? 1 : 0) == 1) {
            forms.put("C", inC.orElseThrow());
        }
        List<Sheet.Column> head = new ArrayList<>(List.of(Sheet.Column.of("loop"),
            new Sheet.Column("array", "ns", 3)));
        forms.keySet().forEach(name -> head.add(new Sheet.Column(name, "of an array", 2)));
        Sheet sheet = new Sheet(name(), String.format(Locale.ROOT,
            "time per element, %d x %d elements on each PE, all PEs together", rows, columns), head);
        List<UserLoop> loops = bench.options().wanted(name(), List.of(UserLoop.values()), loop -> loop.title);
        bench.progress().plan(loops.stream().mapToInt(loop -> 1
            + (int) forms.values().stream().filter(form -> form.has(loop)).count()).sum());
        List<String> names = head.stream().map(Sheet.Column::name).toList();
        for (UserLoop loop : loops) {
            List<LoopProbe> probes = new ArrayList<>(List.of(new LoopProbe(loop, "array", arrays, arrays)));
            forms.forEach((name, form) -> probes.add(new LoopProbe(loop, name, form, arrays)));
            probes.removeIf(probe -> !probe.loops.has(loop));
            List<Timing> timings = bench.timer().measureInTurns(List.copyOf(probes));
            if (timings != null) {
                Object[] row = new Object[head.size()];
                row[0] = loop.title;
                double array = timings.getFirst().nanos(bench.options().statistic());
                for (int i = 0; i < probes.size(); i++) {
                    double nanos = timings.get(i).nanos(bench.options().statistic());
                    row[names.indexOf(probes.get(i).form)] = i == 0 ? nanos / rows / columns : nanos / array;
                }
                sheet.row(row);
            }
        }
        bench.add(sheet);
    }

    /** A loop over one form. */
    private static final class LoopProbe extends Probe {
        private static final double TOLERANCE = 1e-9;

        final UserLoop loop;
        final String form;
        final Loops loops;
        private final Loops arrays;

        LoopProbe(UserLoop loop, String form, Loops loops, Loops arrays) {
            super(loop.title + ", " + form, 0, Sides.EACH);
            this.loop = loop;
            this.form = form;
            this.loops = loops;
            this.arrays = arrays;
        }

        @Override
        public void prepare() {
            loops.fill();
        }

        @Override
        public void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                loops.run(loop);
            }
        }

        @Override
        public void check() {
            double sum = result(loops);
            double expected = result(arrays);
            if (Math.abs(sum - expected) > TOLERANCE * Math.abs(expected)) {
                throw new WrongResultException(name() + ": the checksum is " + sum + ", not " + expected);
            }
        }

        private double result(Loops of) {
            of.fill();
            of.run(loop);
            return of.checksum();
        }
    }
}

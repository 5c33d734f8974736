// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Quantity;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;

/**
 * Measures a table with a row per size and a column per variant.
 *
 * <p>Starts with the largest size: the compiler decides on unrolling and vectorization in the first runs of a loop, and
 * would do neither after runs over one element.
 */
public final class Sweep {
    private static final int MOST_REMARKS = 5;

    private record Variant(String name, LongFunction<Probe> at) {
    }

    private final BenchRun bench;
    private final String test;
    private final String title;
    private final Quantity quantity;
    private final List<Variant> variants = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private Sheet.Column x = Sheet.Column.of("size");
    private boolean inTurns;

    public Sweep(BenchRun bench, String test, String title, Quantity quantity) {
        this.bench = bench;
        this.test = test;
        this.title = title;
        this.quantity = quantity;
    }

    /** Sets the first column if it is not the size in bytes. */
    public Sweep over(Sheet.Column column) {
        x = column;
        return this;
    }

    /**
     * Alternates the trials of a row's columns, which makes them comparable. Probes must not change each other's data.
     */
    public Sweep inTurns() {
        inTurns = true;
        return this;
    }

    /** Adds a column unless the user has deselected it; {@code at} returns the probe for a size, or null. */
    public void add(String name, LongFunction<Probe> at) {
        variants.add(new Variant(name, at));
    }

    public void run(long... sizes) {
        List<Variant> wanted = bench.options().wanted(test, variants, Variant::name);
        List<Sheet.Column> columns = new ArrayList<>(List.of(x));
        wanted.forEach(variant -> columns.add(quantity.column(variant.name())));
        Sheet sheet = new Sheet(test, title + (bench.options().statistic() == Timing.Statistic.MIN ? ", best of "
            : ", median of ") + bench.options().trials() + " trials", columns);
        bench.progress().plan(sizes.length * wanted.size());
        Object[][] rows = new Object[sizes.length][];
        for (int r = sizes.length - 1; r >= 0; r--) {
            List<Object> row = new ArrayList<>(List.of(sizes[r]));
            if (inTurns) {
                row.addAll(cells(wanted, sizes[r]));
            } else {
                for (Variant variant : wanted) {
                    row.addAll(cells(List.of(variant), sizes[r]));
                }
            }
            rows[r] = row.toArray();
        }
        for (Object[] row : rows) {
            sheet.row(row);
        }
        remarks.stream().limit(MOST_REMARKS).forEach(sheet::note);
        if (remarks.size() > MOST_REMARKS) {
            sheet.note("and " + (remarks.size() - MOST_REMARKS) + " more remarks of this kind");
        }
        bench.add(sheet);
    }

    /** {@return the cells of a row, null where there is no probe and on PEs other than 0} */
    private List<Double> cells(List<Variant> columns, long size) {
        List<Probe> probes = columns.stream().map(column -> column.at().apply(size)).toList();
        List<Probe> there = probes.stream().filter(Objects::nonNull).toList();
        List<Timing> timings = there.isEmpty() ? null : bench.timer().measureInTurns(there);
        List<Double> cells = new ArrayList<>();
        int next = 0;
        for (int c = 0; c < columns.size(); c++) {
            boolean measured = timings != null && probes.get(c) != null;
            cells.add(measured ? cell(columns.get(c), probes.get(c), timings.get(next++), size) : null);
        }
        return cells;
    }

    private Double cell(Variant variant, Probe probe, Timing timing, long size) {
        timing.remarks(bench.options().trials())
            .forEach(remark -> remarks.add(variant.name() + " at " + size + ": " + remark));
        return quantity.cell(probe, timing, bench.options().statistic());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * A table by size: a row for each size, a column for each way of doing the same, and in each cell the best or the
 * median of some trials.
 *
 * <p>The largest size comes first: the compiler decides from a loop's first runs whether to unroll and vectorise it,
 * and would never do so after a size of one element.
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
    private Column x = Column.of("size");

    /**
     * A table without columns.
     *
     * @param bench    the running test's means
     * @param test     its name
     * @param title    what the table shows
     * @param quantity what its cells show
     */
    public Sweep(BenchRun bench, String test, String title, Quantity quantity) {
        this.bench = bench;
        this.test = test;
        this.title = title;
        this.quantity = quantity;
    }

    /**
     * Names the first column, which is the size in bytes otherwise.
     *
     * @param column its name
     * @return this
     */
    public Sweep over(Column column) {
        x = column;
        return this;
    }

    /**
     * Adds a column, if the user wants it.
     *
     * @param name its name
     * @param at   the probe for a size; null where there is none
     */
    public void add(String name, LongFunction<Probe> at) {
        if (bench.options().wants(name)) {
            variants.add(new Variant(name, at));
        }
    }

    /**
     * Measures everything; collective.
     *
     * @param sizes the rows
     */
    public void run(long... sizes) {
        if (variants.isEmpty()) {
            throw new UsageException("--only leaves nothing of the test '" + test + "'");
        }
        List<Column> columns = new ArrayList<>(List.of(x));
        variants.forEach(variant -> columns.add(quantity.column(variant.name())));
        Sheet sheet = new Sheet(test, title + (bench.options().statistic() == Statistic.MIN ? ", best of "
            : ", median of ") + bench.options().trials() + " trials", columns);
        sheet.chart(new Chart(Chart.Kind.LINES, 1, quantity.column(label()).head(), true, true));
        bench.progress().plan(sizes.length * variants.size());
        Object[][] rows = new Object[sizes.length][columns.size()];
        for (int r = sizes.length - 1; r >= 0; r--) {
            rows[r][0] = sizes[r];
            for (int c = 0; c < variants.size(); c++) {
                rows[r][c + 1] = cell(variants.get(c), sizes[r]);
            }
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

    private String label() {
        return switch (quantity) {
            case LATENCY -> "time";
            case BANDWIDTH -> "bandwidth";
            case RATE -> "operations";
        };
    }

    private Measured cell(Variant variant, long size) {
        Probe probe = variant.at().apply(size);
        if (probe == null) {
            return null;
        }
        Timing timing = bench.timer().measure(probe);
        if (timing == null) {
            return null;
        }
        timing.remarks(bench.options().trials())
            .forEach(remark -> remarks.add(variant.name() + " at " + size + ": " + remark));
        return quantity.cell(probe, timing, bench.options());
    }
}

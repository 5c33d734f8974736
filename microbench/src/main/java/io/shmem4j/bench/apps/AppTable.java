// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.report.UsageException;

/** The results of an application: a row for each way of moving its data. */
final class AppTable {
    private static final int RATE = 3;

    private final BenchRun bench;
    private final Sheet sheet;
    private final double workPerTurn;
    private int rows;

    /** A table without rows; the work of one turn of all PEs is in the rate's units times seconds. */
    AppTable(BenchRun bench, String test, String title, Sheet.Column rate, double workPerTurn) {
        this.bench = bench;
        this.workPerTurn = workPerTurn;
        sheet = new Sheet(test, title, Sheet.Column.of("transfer"), new Sheet.Column("best", "us", 2),
            new Sheet.Column("median", "us", 2), rate);
        sheet.chart(new Sheet.Chart(Sheet.Chart.Kind.BARS, RATE, rate.name(), false, false));
    }

    /** Measures one way, if the user wants it; collective. */
    void measure(Probe probe) {
        if (!bench.options().wants(probe.name())) {
            return;
        }
        rows++;
        bench.progress().plan(1);
        Timing timing = bench.measure(probe, sheet, probe.name());
        if (timing != null) {
            sheet.row(probe.name(), timing.min() * 1e-3, timing.median() * 1e-3,
                workPerTurn * 1e9 / timing.nanos(bench.options().statistic()));
        }
    }

    void print() {
        if (rows == 0) {
            throw new UsageException("--only leaves nothing of the test '" + sheet.test() + "'");
        }
        sheet.note("solution validates; times are of one iteration, from the first PE's start to the last one's end");
        bench.add(sheet);
    }
}

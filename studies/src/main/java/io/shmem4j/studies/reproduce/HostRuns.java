// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure.Style;
import io.shmem4j.report.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Short runs of a command of {@code oshrun bench} on this host. A figure shows medians with their range. A claim is
 * tried with the medians and with each run.
 */
record HostRuns(List<List<HostBench>> runs) {
    /** {@return the runs of a command, or a single one if the laboratory selects it} */
    static HostRuns of(Laboratory laboratory, String... words) {
        HostRuns all = laboratory.jobs.now(String.join(" ", words), () -> new HostRuns(IntStream.range(0,
            laboratory.hostRuns()).mapToObj(run -> HostBench.run(laboratory.whole() ? 1 : 0, words)).toList())).get();
        return laboratory.run() == 0 ? all : new HostRuns(List.of(all.runs.get(laboratory.run() - 1)));
    }

    /** {@return curves of a table's columns over the settings, without columns that this host doesn't support} */
    List<Series> curves(int table, String... names) {
        List<List<Series>> each = runs.stream().map(run -> run.get(table).curves(names)).toList();
        return IntStream.range(0, each.getFirst().size()).mapToObj(curve ->
            median(curve, each.stream().map(run -> run.get(curve)).toList())).toList();
    }

    private static Series median(int number, List<Series> runs) {
        Series first = runs.getFirst();
        return new Series(first.name(), false, new Style(number, 0), IntStream.range(0, first.points().size())
            .mapToObj(i -> point(first.points().get(i).x(), runs.stream()
                .mapToDouble(run -> run.points().get(i).sample().median()).toArray())).toList());
    }

    private static Point point(double x, double... values) {
        return Point.of(x, new Sample(values), new Range(Arrays.stream(values).min().orElseThrow(),
            Arrays.stream(values).max().orElseThrow()));
    }

    /** {@return a description of the host and the number of runs} */
    String host() {
        return runs.getFirst().getFirst().host() + " Medians of " + runs.size() + " runs and their range.";
    }
}

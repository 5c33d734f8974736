// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Range;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.report.figure.Figure.Style;
import io.shmem4j.report.figure.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Short runs of one command of {@code oshrun bench} on this host. A figure has the median of each value with its
 * range; a claim is tried with the medians and with each run alone.
 *
 * @param runs the tables of each
 */
record HostRuns(List<List<HostBench>> runs) {
    private static final int TRIALS = 1;

    /** {@return the runs of a command; of one that is one of several, that run alone} */
    static HostRuns of(Laboratory laboratory, String... words) {
        List<List<HostBench>> all = laboratory.jobs.now(String.join(" ", words), () ->
            IntStream.range(0, laboratory.hostRuns()).mapToObj(run ->
                HostBench.run(laboratory.whole() ? TRIALS : 0, words)).toList()).get();
        return laboratory.run() == 0 ? new HostRuns(all) : new HostRuns(List.of(all.get(laboratory.run() - 1)));
    }

    /** {@return curves of a table's columns over the settings; columns that this host can't have are left out} */
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

    /** {@return how a table's note that begins with some words ends, run by run} */
    String noted(int table, String words) {
        return runs.stream().flatMap(run -> run.get(table).notes().stream()).filter(note -> note.startsWith(words))
            .map(note -> note.replaceFirst(".*: ", "")).collect(Collectors.joining(", "));
    }

    /** {@return where it was, and how often} */
    String host() {
        return runs.getFirst().getFirst().host() + " Medians of " + runs.size() + " runs and their range.";
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Range;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.report.figure.Figure.Style;
import io.shmem4j.report.figure.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Short runs of one command of {@code oshrun bench} on this host. A figure has the median of each value with its
 * range; a claim is tried with the medians and with each run alone.
 *
 * @param runs the tables of each
 */
record HostRuns(List<List<HostBench>> runs) {
    private static final int TRIALS = 1;

    /**
     * A command with its environment.
     *
     * @param variables that differ from ours
     */
    record Command(Map<String, String> variables, String... words) {
        private String name() {
            return String.join(" ", words) + (variables.isEmpty() ? "" : " with " + variables);
        }
    }

    static HostRuns of(Laboratory laboratory, String... words) {
        return inTurns(laboratory, new Command(Map.of(), words)).getFirst();
    }

    /** {@return the runs of each command, all commands in turns; of one that is one of several, that run alone} */
    static List<HostRuns> inTurns(Laboratory laboratory, Command... commands) {
        List<List<List<HostBench>>> all = laboratory.jobs.now(Stream.of(commands).map(Command::name)
            .collect(Collectors.joining(", ")), () -> IntStream.range(0, laboratory.hostRuns()).mapToObj(run ->
            Stream.of(commands).map(one -> HostBench.run(laboratory.whole() ? TRIALS : 0, one.variables(),
                one.words())).toList()).toList()).get();
        return IntStream.range(0, commands.length).mapToObj(i -> new HostRuns(all.stream()
            .map(turn -> turn.get(i)).toList()).of(laboratory.run())).toList();
    }

    private HostRuns of(int run) {
        return run == 0 ? this : new HostRuns(List.of(runs.get(run - 1)));
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

    /** {@return where it was, and how often} */
    String host() {
        return runs.getFirst().getFirst().host() + " Medians of " + runs.size() + " runs and their range.";
    }
}

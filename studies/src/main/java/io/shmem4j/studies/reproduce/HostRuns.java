// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure.Style;
import io.shmem4j.report.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Short runs of a command of {@code oshrun bench} on this host. A figure shows medians with their range. A claim is
 * tried with the medians and with each run.
 *
 * <p>A virtual machine's processors may temporarily be threads of one core. Such a run is repeated, regardless of its
 * values. After a number of attempts the least affected runs are used, and the rows mention it.
 *
 * @param runs the tables of the runs that are used
 * @param made the number of runs that were made
 */
record HostRuns(List<List<HostBench>> runs, int made) {
    /** Start of a table's note with the percentage of affected passes. */
    private static final String TOGETHER = "passes whose processors were threads of one core";
    private static final int TRIALS = 1;
    private static final int MOST_TOGETHER = 10;
    /** Maximum number of runs per one that is used. */
    private static final int PATIENCE = 4;

    /** {@return the runs of a command, or a single one if the laboratory selects it} */
    static HostRuns of(Laboratory laboratory, String... words) {
        HostRuns all = laboratory.jobs.now(String.join(" ", words), () -> onTwoCores(laboratory.hostRuns(),
            laboratory.whole() ? PATIENCE : 1, () -> HostBench.run(laboratory.whole() ? TRIALS : 0, words))).get();
        return laboratory.run() == 0 ? all : new HostRuns(List.of(all.runs.get(laboratory.run() - 1)), 1);
    }

    /** {@return {@code count} runs, on two cores if possible} */
    static HostRuns onTwoCores(int count, int patience, Supplier<List<HostBench>> job) {
        List<List<HostBench>> all = new ArrayList<>();
        for (int apart = 0; apart < count && all.size() < count * patience;) {
            List<HostBench> run = job.get();
            all.add(run);
            apart += together(run) <= MOST_TOGETHER ? 1 : 0;
        }
        return new HostRuns(all.stream().sorted(Comparator.comparingInt(HostRuns::together)).limit(count).toList(),
            all.size());
    }

    private static int together(List<HostBench> run) {
        return run.stream().flatMap(table -> table.notes().stream()).filter(note -> note.startsWith(TOGETHER))
            .mapToInt(note -> Integer.parseInt(note.replaceAll(".*: | %", ""))).max().orElse(0);
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

    /** {@return for each run, the maximum percentage of passes on one core} */
    String together() {
        return runs.stream().map(run -> together(run) + " %").collect(Collectors.joining(", "));
    }

    /** {@return a remark on how many runs were on two cores; empty if all were} */
    String apart() {
        long apart = runs.stream().filter(run -> together(run) <= MOST_TOGETHER).count();
        return apart == runs.size() ? "" : "; at most " + MOST_TOGETHER + " % of passes on threads of one core in "
            + apart + " of " + runs.size() + " runs";
    }

    /** {@return each run separately} */
    Stream<HostRuns> each() {
        return runs.stream().map(run -> new HostRuns(List.of(run), 1));
    }

    /** {@return a description of the host and the number of runs} */
    String host() {
        String count = made > runs.size() ? runs.size() + " of " + made : String.valueOf(made);
        return runs.getFirst().getFirst().host() + " Medians of " + count + " runs and their range.";
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Tables of runs in Markdown. Repeated runs are represented by the one of median time, the lower one of two. */
final class SummaryTable {
    private final List<Run> runs;
    private final SortedMap<String, TreeMap<String, TreeMap<Integer, Run>>> medians;

    SummaryTable(List<Run> runs) {
        this.runs = runs;
        medians = runs.stream().collect(groupingBy(Run::problem, TreeMap::new, groupingBy(Run::variant, TreeMap::new,
            groupingBy(Run::pes, TreeMap::new, collectingAndThen(toList(), SummaryTable::median)))));
    }

    private static Run median(List<Run> repeated) {
        return repeated.stream().sorted(Comparator.comparingDouble(Run::seconds)).toList()
            .get((repeated.size() - 1) / 2);
    }

    /** {@return the median runs by problem, variant and number of PEs} */
    SortedMap<String, TreeMap<String, TreeMap<Integer, Run>>> medians() {
        return medians;
    }

    /** {@return a table of all problems: seconds by number of PEs, and the share of communication} */
    String text() {
        SortedSet<Integer> counts = runs.stream().map(Run::pes).collect(toCollection(TreeSet::new));
        List<String> heads = new ArrayList<>(List.of("class", "variant"));
        counts.forEach(pes -> heads.add("np " + pes));
        heads.add("wrong");
        StringBuilder text = new StringBuilder(head(heads));
        medians.forEach((problem, variants) -> variants.forEach((variant, byPes) -> {
            List<String> cells = new ArrayList<>(List.of(problem, variant));
            counts.forEach(pes -> cells.add(cell(byPes.get(pes))));
            cells.add(Long.toString(runs.stream().filter(run -> Boolean.FALSE.equals(run.verified())
                && run.problem().equals(problem) && run.variant().equals(variant)).count()));
            text.append(row(cells));
        }));
        return text.append("""

            Seconds (median of repeated runs, the lower one of two), and the share of phases in which PEs wait for each
            other or move data; loads and stores amid other work are not in it.
            """).toString();
    }

    private static String cell(Run run) {
        return run == null ? "" : String.format(Locale.ROOT, "%.4f (%.0f %%)%s", run.seconds(),
            100 * run.communication(), run.verified() == null ? " unverified" : "");
    }

    /** {@return a table of a problem: seconds, speed-up and shares of the phases, by variant and number of PEs} */
    String text(String problem) {
        Set<String> phases = medians.get(problem).values().stream().flatMap(byPes -> byPes.values().stream())
            .flatMap(run -> run.phases().keySet().stream()).collect(toCollection(LinkedHashSet::new));
        List<String> heads = new ArrayList<>(List.of("variant", "np", "seconds", "speed-up", "Mop/s"));
        heads.addAll(phases);
        StringBuilder text = new StringBuilder("\n## " + problem + "\n\n" + head(heads));
        medians.get(problem).forEach((variant, byPes) -> byPes.forEach((pes, run) -> {
            List<String> cells = new ArrayList<>(List.of(variant, pes.toString(), shown("%.4f", run.seconds()),
                byPes.containsKey(1) ? shown("%.2f", byPes.get(1).seconds() / run.seconds()) : "",
                shown("%.1f", run.mops())));
            phases.forEach(phase -> cells.add(run.phases().containsKey(phase)
                ? shown("%.1f %%", 100 * run.phases().get(phase) / run.seconds()) : ""));
            text.append(row(cells));
        }));
        return text.toString();
    }

    private static String shown(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }

    private static String head(List<String> names) {
        return row(names) + "|---".repeat(names.size()) + "|\n";
    }

    private static String row(List<String> cells) {
        return cells.stream().map(cell -> cell.isEmpty() ? " |" : " " + cell + " |").collect(Collectors.joining("", "|",
            "\n"));
    }
}

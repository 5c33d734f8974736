// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Runs sorted by problem, variant and number of PEs; of repeated runs the run of median time stands for all. */
final class Summary {
    private final SortedMap<String, SortedMap<String, SortedMap<Integer, List<Run>>>> sorted = new TreeMap<>();
    private final SortedSet<Integer> pes = new TreeSet<>();

    Summary(List<Run> runs) {
        for (Run run : runs) {
            pes.add(run.pes());
            sorted.computeIfAbsent(run.problem(), key -> new TreeMap<>())
                .computeIfAbsent(run.variant(), key -> new TreeMap<>())
                .computeIfAbsent(run.pes(), key -> new ArrayList<>()).add(run);
        }
    }

    SortedSet<Integer> pes() {
        return pes;
    }

    Iterable<String> problems() {
        return sorted.keySet();
    }

    Iterable<String> variants(String problem) {
        return sorted.get(problem).keySet();
    }

    /** {@return the median runs of a variant, by number of PEs} */
    SortedMap<Integer, Run> medians(String problem, String variant) {
        SortedMap<Integer, Run> medians = new TreeMap<>();
        for (Map.Entry<Integer, List<Run>> repeated : sorted.get(problem).get(variant).entrySet()) {
            List<Run> byTime = new ArrayList<>(repeated.getValue());
            byTime.sort(Comparator.comparingDouble(Run::seconds));
            medians.put(repeated.getKey(), byTime.get((byTime.size() - 1) / 2));
        }
        return medians;
    }

    long wrong(String problem, String variant) {
        return sorted.get(problem).get(variant).values().stream().flatMap(List::stream).filter(Run::wrong).count();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold;

import io.shmem4j.bench.measure.Statistic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all jobs of one operation have measured. */
final class Rounds {
    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    void add(Map<String, Double> job) {
        job.forEach((stretch, micros) -> values.computeIfAbsent(stretch, key -> new ArrayList<>()).add(micros));
    }

    /** {@return a stretch's value, null where the loop was too short to have it} */
    Double get(String stretch, Statistic statistic) {
        List<Double> all = values.getOrDefault(stretch, List.of()).stream().sorted().toList();
        return all.isEmpty() ? null : all.get(statistic == Statistic.MIN ? 0 : all.size() / 2);
    }
}

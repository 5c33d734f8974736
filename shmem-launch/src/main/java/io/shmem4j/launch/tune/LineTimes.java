// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.tune.LineRecord;
import io.shmem4j.tune.MachineCosts;
import java.util.HashMap;
import java.util.Map;

/**
 * What a line took from core to core while jobs were measuring. A host may move the cores of a virtual machine apart
 * for minutes; what is measured meanwhile holds for such minutes only.
 */
final class LineTimes {
    /** In the place of PEs: the job that measures caches and memory. */
    static final int MACHINE = 0;
    /** Times the least ever seen. Near cores differ by up to two from look to look. */
    private static final double FAR = 3;
    /** The part of the cells for which one may have looked at a bad moment. */
    private static final double UNLUCKY = 0.05;

    private final Map<Integer, Map<String, Double>> jobs = new HashMap<>();
    private double least = Double.MAX_VALUE;

    /**
     * Adds a job. Of several with the same PEs the one in which cores were nearest counts, for each cell.
     *
     * @param pes  its PEs
     * @param seen what it has written
     */
    void add(int pes, MachineCosts seen) {
        least = Math.min(least, seen.get(LineRecord.LEAST));
        Map<String, Double> cells = jobs.computeIfAbsent(pes, unknown -> new HashMap<>());
        seen.all().forEach((cell, nanos) -> cells.merge(cell, nanos, Math::min));
        cells.remove(LineRecord.LEAST);
    }

    /** {@return the least time of all jobs} */
    double least() {
        return least;
    }

    /**
     * {@return what a line took at most in jobs of some PEs, 0 if unknown}
     *
     * @param pes how many
     */
    double most(int pes) {
        double[] sorted = jobs.getOrDefault(pes, Map.of()).values().stream().mapToDouble(Double::doubleValue).sorted()
            .toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length - 1 - (int) (UNLUCKY * sorted.length)];
    }

    /**
     * {@return whether cores were closer at some time than in all jobs of some PEs}
     *
     * @param pes how many
     */
    boolean far(int pes) {
        return most(pes) > FAR * least;
    }
}

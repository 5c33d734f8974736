// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.report;

import java.util.Map;
import java.util.Set;

/**
 * A run as its line of JSON tells it.
 *
 * @param benchmark     name
 * @param npbClass      problem class
 * @param pes           number of PEs
 * @param variant       everything else that runs are told apart by, in words
 * @param seconds       time of the slowest PE
 * @param mops          millions of operations a second
 * @param verified      true, false, or null where nothing was checked
 * @param phases        seconds of each phase, in their order
 */
record Run(String benchmark, String npbClass, int pes, String variant, double seconds, double mops, Boolean verified,
    Map<String, Double> phases) {
    private static final String REDUCTION = "reduction";
    /** Phases in which PEs wait for each other or move data, but for reductions. */
    private static final Set<String> REMOTE = Set.of("exchange counts", "move keys", "exchange");

    String problem() {
        return benchmark + " " + npbClass;
    }

    /** {@return share of the time that sums over all PEs took, from 0 to 1} */
    double reduction() {
        return phases.getOrDefault(REDUCTION, 0.0) / seconds;
    }

    /** {@return share of the time in which PEs moved data or waited for each other} */
    double remote() {
        double sum = 0;
        for (Map.Entry<String, Double> phase : phases.entrySet()) {
            sum += REMOTE.contains(phase.getKey()) ? phase.getValue() : 0;
        }
        return sum / seconds;
    }

    boolean wrong() {
        return Boolean.FALSE.equals(verified);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a line took from core to core while jobs were measuring. A host may move the cores of a virtual machine apart
 * for minutes; what is measured meanwhile holds for such minutes only.
 */
final class LineTimes {
    /** Times the least ever seen. Near cores differ by up to two from look to look. */
    private static final double FAR = 3;
    /** In the place of PEs: the job that measures caches and memory. */
    static final int MACHINE = 0;

    private final Map<Integer, Double> jobs = new TreeMap<>();
    private double least = Double.MAX_VALUE;

    /**
     * Adds a job. Of several with the same PEs the one with the nearest cores counts.
     *
     * @param pes       its PEs
     * @param jobsLeast the least time it saw, in nanoseconds
     * @param jobsMost  the time that was not exceeded while it measured, 0 if it saw none
     */
    void add(int pes, double jobsLeast, double jobsMost) {
        least = Math.min(least, jobsLeast);
        if (jobsMost > 0) {
            jobs.merge(pes, jobsMost, Math::min);
        }
    }

    /** {@return the least time of all jobs} */
    double least() {
        return least;
    }

    /** {@return what a line took at most in jobs of some PEs, 0 if unknown} @param pes how many */
    double most(int pes) {
        return jobs.getOrDefault(pes, 0.0);
    }

    /** {@return whether cores were closer at some time than in all jobs of some PEs} @param pes how many */
    boolean far(int pes) {
        return most(pes) > FAR * least;
    }
}

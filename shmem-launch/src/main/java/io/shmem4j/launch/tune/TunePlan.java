// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Which jobs measure a machine, and how long each may take.
 *
 * @param machinePes     PEs of the job that measures caches
 * @param machineSeconds about how long that takes
 * @param largest        the largest number of PEs that is worth a job
 * @param largestSeconds time for all with which it gets one
 */
record TunePlan(int machinePes, double machineSeconds, List<Step> steps, int largest, double largestSeconds) {
    record Step(int pes, double seconds) { }

    private static final int[] PES = {2, 4, 16, 64};
    private static final int MOST_READERS = 8;
    private static final double MACHINE_SECONDS = 3;
    /** Seconds of a core that a PE's compilers work before its collectives are as fast as they get. */
    private static final double COMPILING = 1.5;
    /** Seconds of a core that a PE calls collectives beside that. */
    private static final double CALLING = 8;
    /** The largest part of the whole time that the compilers of one job may take; they disturb the measurements. */
    private static final double COMPILING_SHARE = 0.25;
    /** A PE's JVM, the arrays that it touches, and room to spare. */
    private static final long PE_BYTES = 96L << 20;
    /** Starting and ending a job, and one more PE that shares a core, in seconds. */
    private static final double START = 0.7;
    private static final double START_PE = 0.06;

    /** {@return the plan for a machine with so many bytes free, 0 if unknown} */
    static TunePlan of(double seconds, int cores, long memory) {
        TreeSet<Integer> pes = new TreeSet<>();
        for (int count : PES) {
            if (memory == 0 || count * PE_BYTES <= memory) {
                pes.add(count);
            }
        }
        pes.add(Math.max(2, cores));
        if (pes.last() <= cores) {
            pes.add(2 * cores);
        }
        int largest = pes.last();
        while (pes.size() > 2 && compiling(pes.last(), cores) > COMPILING_SHARE * seconds) {
            pes.pollLast();
        }
        double left = seconds - MACHINE_SECONDS;
        double weights = 0;
        for (int count : pes) {
            left -= START + START_PE * count;
            weights += weight(count, cores);
        }
        List<Step> steps = new ArrayList<>();
        for (int count : pes) {
            steps.add(new Step(count, Math.max(0.5, left * weight(count, cores) / weights)));
        }
        return new TunePlan(Math.clamp(cores, 2, MOST_READERS), MACHINE_SECONDS, List.copyOf(steps), largest,
            compiling(largest, cores) / COMPILING_SHARE);
    }

    private static double compiling(int pes, int cores) {
        return COMPILING * pes / cores;
    }

    /** {@return whether all numbers of PEs that are worth a job have one} */
    boolean complete() {
        return steps.getLast().pes() == largest;
    }

    private static double weight(int pes, int cores) {
        return CALLING + compiling(pes, cores);
    }
}

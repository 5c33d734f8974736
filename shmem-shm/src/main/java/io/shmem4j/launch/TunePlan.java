// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Which jobs measure a machine, and how long each may take.
 *
 * @param machinePes     PEs of the job that measures caches
 * @param machineSeconds about how long that takes
 * @param steps          the jobs that measure collectives
 */
record TunePlan(int machinePes, double machineSeconds, List<Step> steps) {
    /**
     * A job.
     *
     * @param pes     its PEs
     * @param seconds how long it may measure
     */
    record Step(int pes, double seconds) { }

    private static final int[] PES = {2, 4, 16, 64};
    private static final int MOST_READERS = 8;
    private static final double MACHINE_SECONDS = 4;
    /** With so little time only the two smallest jobs are worth their start. */
    private static final double SHORT_SECONDS = 40;
    /** A PE's JVM, the arrays that it touches, and room to spare. */
    private static final long PE_BYTES = 96L << 20;
    /** Starting and ending a job, and one more PE that shares a core, in seconds. */
    private static final double START = 0.7;
    private static final double START_PE = 0.06;

    /**
     * {@return the plan}
     *
     * @param seconds for all
     * @param cores   of this machine
     * @param memory  bytes that are free, 0 if unknown
     */
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
        while (seconds < SHORT_SECONDS && pes.size() > 2) {
            pes.pollLast();
        }
        double left = seconds - MACHINE_SECONDS;
        double weights = 0;
        for (int count : pes) {
            left -= START + START_PE * count;
            weights += weight(count);
        }
        List<Step> steps = new ArrayList<>();
        for (int count : pes) {
            steps.add(new Step(count, Math.max(0.5, left * weight(count) / weights)));
        }
        return new TunePlan(Math.clamp(cores, 2, MOST_READERS), MACHINE_SECONDS, List.copyOf(steps));
    }

    /** More PEs have more methods to compile, and longer calls. */
    private static double weight(int pes) {
        return 1 + Math.log(pes) / Math.log(2);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which jobs measure a machine, and how long each may take.
 *
 * @param seconds        time for all, jobs that are run once more included
 * @param machinePes     PEs of the job that measures caches
 * @param machineSeconds about how long that takes
 * @param steps          the jobs that measure collectives
 * @param largest        the largest number of PEs that is worth a job
 * @param largestSeconds time for all with which it gets one
 */
record TunePlan(double seconds, int machinePes, double machineSeconds, List<Step> steps, int largest,
    double largestSeconds) {
    /**
     * The jobs of a number of PEs.
     *
     * @param pes     the number
     * @param seconds how long they may measure, all together
     * @param jobs    how many
     */
    record Step(int pes, double seconds, int jobs) { }

    /** The part of the time that jobs get; what is left is for those during which cores were apart. */
    private static final double PLANNED = 0.6;
    private static final int[] PES = {2, 4, 16, 64};
    private static final int MOST_READERS = 8;
    private static final double MACHINE_SECONDS = 4;
    /** What a PE's compilers work, in seconds of a core, before its collectives are as fast as they get. */
    private static final double COMPILING = 1.5;
    /** What calls get of the time beside that, in the same measure. */
    private static final double CALLING = 8;
    /** Compilers make better code of the same algorithm in one job than in another. */
    private static final int JOBS = 5;
    /** With cores for their compilers, jobs are worth their start if they have so long. */
    private static final double JOB_SECONDS = 3.5;
    /** The largest part of the time that the compilers of one job may take; what they disturb is not worth a look. */
    private static final double COMPILING_SHARE = 0.25;
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
        int largest = pes.last();
        double planned = PLANNED * seconds;
        while (pes.size() > 2 && compiling(pes.last(), cores) > COMPILING_SHARE * planned) {
            pes.pollLast();
        }
        double left = planned - MACHINE_SECONDS;
        double weights = 0;
        for (int count : pes) {
            left -= start(count);
            weights += weight(count, cores);
        }
        List<Step> steps = new ArrayList<>();
        for (int count : pes) {
            double its = Math.max(0.5, left * weight(count, cores) / weights);
            int jobs = count <= cores ? (int) Math.clamp(its / (JOB_SECONDS + start(count)), 1, JOBS) : 1;
            steps.add(new Step(count, its - (jobs - 1) * start(count), jobs));
        }
        return new TunePlan(seconds, Math.clamp(cores, 2, MOST_READERS), MACHINE_SECONDS, List.copyOf(steps), largest,
            compiling(largest, cores) / COMPILING_SHARE / PLANNED);
    }

    private static double start(int pes) {
        return START + START_PE * pes;
    }

    /**
     * {@return a step to run once more, shorter by up to a half if there is no more time; nothing if there is less}
     *
     * @param used seconds that are over
     */
    Optional<Step> again(Step step, double used) {
        double left = seconds - used - step.jobs * start(step.pes);
        return left < step.seconds / 2 ? Optional.empty()
            : Optional.of(new Step(step.pes, Math.min(step.seconds, left), step.jobs));
    }

    private static double compiling(int pes, int cores) {
        return COMPILING * pes / cores;
    }

    /** {@return whether all numbers of PEs that are worth a job have one} */
    boolean complete() {
        return steps.getLast().pes() == largest;
    }

    /** More PEs have more to compile, and longer calls. */
    private static double weight(int pes, int cores) {
        return CALLING + compiling(pes, cores);
    }
}

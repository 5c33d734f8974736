// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import java.util.Arrays;

/** How the warm-up of one probe ended, and its trials so far; PE 0 keeps it. */
final class ProbeRecord {
    /** Where a machine is so busy that trials take this many times longer than planned, there are fewer of them. */
    private static final long CAP = 4;
    private static final long LEAST_CAP_NANOS = 200_000_000;

    /** PEs leave the barrier before a trial one after the other, which fewer turns would show. */
    private static final int LEAST_TOGETHER = 50;

    private final Probe probe;
    private final int index;
    private final ProbeTimer.Trials trials;
    private final double[] perOperation;
    private final long[] sums;

    private double estimate;
    private long warmup;
    private boolean steady;
    private int turns;
    private int trial;
    private long spent;
    private long allocated;
    private long operations;
    private long gcs;

    /**
     * A record without a warm-up or trial.
     *
     * @param index its number among the probes that are measured in turns
     */
    ProbeRecord(Probe probe, int index, int pes, ProbeTimer.Trials trials) {
        this.probe = probe;
        this.index = index;
        this.trials = trials;
        this.perOperation = new double[trials.count()];
        this.sums = new long[pes];
    }

    Probe probe() {
        return probe;
    }

    int index() {
        return index;
    }

    long[] sums() {
        return sums;
    }

    /** {@return nanoseconds of a turn, by the warm-up} */
    double estimate() {
        return estimate;
    }

    int turns() {
        return turns;
    }

    /**
     * Notes how the warm-up ended.
     *
     * @param perTurn  nanoseconds of a turn at best
     * @param duration nanoseconds of warm-up
     * @param calm     whether times were steady and nothing was being compiled
     */
    void warm(double perTurn, long duration, boolean calm) {
        estimate = perTurn;
        warmup = duration;
        steady = calm;
        turns = (int) Math.clamp(trials.nanos() / perTurn, least(), 1 << 28);
        Arrays.fill(sums, 0);
    }

    /** {@return whether another trial is wanted, and there is time for it} */
    boolean goesOn() {
        long most = Math.max(LEAST_CAP_NANOS, CAP * trials.count() * trials.nanos());
        return trial < perOperation.length && (trial == 0 || spent < most);
    }

    /** Notes a trial. */
    void ran(long nanos, long bytes, long collections) {
        long done = (long) turns * probe.operations();
        perOperation[trial++] = (double) nanos / done;
        operations += done;
        allocated += bytes;
        gcs += collections;
        spent += nanos;
        if (nanos > CAP * trials.nanos()) {
            turns = Math.max(least(), turns / 2);
        }
    }

    private int least() {
        return probe.sides().together() ? LEAST_TOGETHER : 1;
    }

    /** {@return nanoseconds of an operation in the middle trial} */
    double median() {
        double[] sorted = sorted();
        return (sorted[(trial - 1) / 2] + sorted[trial / 2]) / 2;
    }

    private double[] sorted() {
        double[] sorted = Arrays.copyOf(perOperation, trial);
        Arrays.sort(sorted);
        return sorted;
    }

    /**
     * {@return the outcome of all trials}
     *
     * @param singles of single operations, or null
     */
    Timing timing(Timing.Singles singles) {
        return new Timing(sorted()[0], median(), singles, (double) allocated / operations, warmup * 1e-6, steady, gcs,
            trial, operations, PeTimes.spread(sums, operations));
    }
}

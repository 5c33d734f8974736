// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The measured time of an operation.
 *
 * @param min       nanoseconds in the best trial
 * @param median    nanoseconds in the median trial
 * @param singles   times of single operations, or null if they are too short for the clock
 * @param allocated bytes of Java heap allocated per operation
 * @param warmup    milliseconds of warm-up
 * @param steady    whether times were stable and compilers idle at the end of the warm-up
 * @param gcs       garbage collections during the trials
 * @param trials    the number of trials, lower than planned if time ran out
 */
public record Timing(double min, double median, Singles singles, double allocated, double warmup,
    boolean steady, long gcs, int trials) {

    public double nanos(Statistic statistic) {
        return statistic == Statistic.MIN ? min : median;
    }

    public List<String> remarks(int asked) {
        List<String> remarks = new ArrayList<>();
        if (!steady) {
            remarks.add(String.format(Locale.ROOT, "not steady after %.0f ms of warm-up", warmup));
        }
        if (trials < asked) {
            remarks.add("time for " + trials + " trials only");
        }
        if (gcs > 0) {
            remarks.add(gcs + " garbage collections while it was timed");
        }
        return remarks;
    }

    /** The statistic that a table shows. */
    public enum Statistic {
        MIN,
        MEDIAN
    }

    /** Percentiles of single operations in nanoseconds, each including a reading of the clock. */
    public record Singles(double p50, double p90, double p99, double p999, double max) {
        private static final double MOST = 99.9;

        /** {@return the percentiles per operation of turns, which are sorted} */
        static Singles of(long[] turns, int operations) {
            return new Singles(at(turns, 50, operations), at(turns, 90, operations), at(turns, 99, operations),
                at(turns, MOST, operations), at(turns, 100, operations));
        }

        private static double at(long[] turns, double percentile, int operations) {
            int rank = (int) Math.ceil(percentile / 100 * turns.length);
            return (double) turns[Math.max(1, rank) - 1] / operations;
        }
    }
}

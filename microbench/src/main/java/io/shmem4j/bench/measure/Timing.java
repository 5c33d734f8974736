// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long an operation takes.
 *
 * @param min       nanoseconds in the best trial
 * @param median    nanoseconds in the middle trial
 * @param singles   of single operations, null when they are too short to be timed one by one
 * @param allocated bytes of Java heap allocated per operation
 * @param warmup    milliseconds of warm-up
 * @param steady    whether the warm-up ended because times were steady and nothing was being compiled
 * @param gcs       garbage collections during the trials
 * @param trials    trials made, fewer than asked for when the time was up
 * @param operations operations in all trials
 * @param spread    what the PEs that time it have told
 */
public record Timing(double min, double median, Singles singles, double allocated, double warmup,
    boolean steady, long gcs, int trials, long operations, Spread spread) {

    /**
     * {@return nanoseconds}
     *
     * @param statistic in which trial
     */
    public double nanos(Statistic statistic) {
        return statistic == Statistic.MIN ? min : median;
    }

    /**
     * {@return what readers of the number should know}
     *
     * @param asked trials asked for
     */
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
}

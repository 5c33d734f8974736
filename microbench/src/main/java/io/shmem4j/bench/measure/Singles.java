// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import org.HdrHistogram.Histogram;

/**
 * How long single operations take, in nanoseconds; each contains one reading of the clock.
 *
 * @param p50  half of them take no longer
 * @param p90  nine of ten
 * @param p99  99 of a hundred
 * @param p999 999 of a thousand
 * @param max  all
 */
public record Singles(double p50, double p90, double p99, double p999, double max) {
    private static final double MOST = 99.9;

    /**
     * {@return the percentiles of a histogram of turns}
     *
     * @param turns of a loop
     * @param operations that a turn consists of
     */
    static Singles of(Histogram turns, int operations) {
        return new Singles(at(turns, 50, operations), at(turns, 90, operations), at(turns, 99, operations),
            at(turns, MOST, operations), (double) turns.getMaxValue() / operations);
    }

    private static double at(Histogram turns, double percentile, int operations) {
        return (double) turns.getValueAtPercentile(percentile) / operations;
    }
}

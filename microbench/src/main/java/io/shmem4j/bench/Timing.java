// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

/**
 * How long an operation takes.
 *
 * @param min       nanoseconds in the best trial
 * @param median    nanoseconds in the middle trial
 * @param p99       99th percentile of single operations, NaN when they are too short to be timed one by one
 * @param max       longest single operation, NaN likewise
 * @param allocated bytes of Java heap allocated per operation
 * @param warmup    milliseconds of warm-up
 * @param steady    whether the warm-up ended because times were steady and nothing was being compiled
 * @param gcs       garbage collections during the trials
 * @param trials    trials made, fewer than asked for when the time was up
 */
public record Timing(double min, double median, double p99, double max, double allocated, double warmup,
    boolean steady, long gcs, int trials) {
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

/**
 * How long an operation takes on the PEs that time it, each as its mean over all trials, in nanoseconds.
 *
 * @param pes   how many PEs time it
 * @param least of the fastest PE
 * @param most  of the slowest
 * @param mean  of all
 */
public record Spread(int pes, double least, double most, double mean) {
}

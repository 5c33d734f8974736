// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

/**
 * How much is measured.
 *
 * @param count       timed trials of each value
 * @param nanos       length of a trial
 * @param warmupNanos longest warm-up of a value, times the PEs that share a core
 */
public record Trials(int count, long nanos, long warmupNanos) {
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

/**
 * A number in a sheet that was measured by repetition.
 *
 * @param value       the number
 * @param repetitions how often the operation ran for it
 */
public record Measured(double value, long repetitions) {
}

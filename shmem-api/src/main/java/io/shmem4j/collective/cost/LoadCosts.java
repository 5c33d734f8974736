// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

/**
 * The terms of the formulas in the documentation, in nanoseconds.
 *
 * @param alpha from a signal until its receiver goes on
 * @param beta  moving a byte
 * @param gamma combining a byte
 * @param sync  a barrier of all PEs
 */
public record LoadCosts(double alpha, double beta, double gamma, double sync) {
}

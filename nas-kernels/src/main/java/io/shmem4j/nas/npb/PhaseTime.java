// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/**
 * Time of a phase in seconds over the timed part.
 *
 * @param phase what
 * @param mean  over the PEs
 * @param max   over the PEs
 */
public record PhaseTime(String phase, double mean, double max) {
}

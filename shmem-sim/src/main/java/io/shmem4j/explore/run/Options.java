// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

/**
 * Limits of a run.
 *
 * @param late whether stores may arrive late
 * @param library whether the order of the library's own accesses is explored, too
 * @param steps most steps of a run
 */
public record Options(boolean late, boolean library, int steps) {
}

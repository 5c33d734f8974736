// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/**
 * The two teams of a split into rows and columns.
 *
 * @param x the members of this PE's row
 * @param y the members of this PE's column
 */
public record TeamGrid(Team x, Team y) {
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * A part of the grid that is computed at once. Indices of arrays are directions: x, y, z.
 *
 * @param origins place in the grid of the stored point 0
 * @param firsts  first stored point that is computed
 * @param ends    behind the last one
 */
public record Box(int[] origins, int[] firsts, int[] ends) {
    public int origin(int direction) {
        return origins[direction];
    }

    public int first(int direction) {
        return firsts[direction];
    }

    public int end(int direction) {
        return ends[direction];
    }

    /** {@return computed points along a direction} */
    public int points(int direction) {
        return ends[direction] - firsts[direction];
    }

    /** {@return computed points} */
    public long points() {
        return (long) points(0) * points(1) * points(2);
    }
}

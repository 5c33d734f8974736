// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.nas.npb.Share;

/**
 * Where the points of a grid are in an array that holds a PE's planes: rows along x, planes of rows along y.
 *
 * <p>Points, rows and planes of the grid have numbers from 1; those numbered 0 and behind the last are copies of the
 * ones on the other side, or of a neighbour's planes. The array begins with the plane before the PE's first.
 */
final class GridLevel {
    /** Points along an edge. */
    final int n;
    /** Numbers of a row and of a plane. */
    final int row;
    final int plane;
    /** How planes are dealt, counted from 0. */
    final Share share;
    /** First and last plane of the PE. */
    final int first;
    final int last;

    GridLevel(int level, int pes, int me) {
        n = 1 << level;
        row = n + 2;
        plane = row * row;
        share = new Share(n, pes);
        first = (int) share.from(me) + 1;
        last = (int) share.from(me + 1);
    }

    /** {@return an array for the PE's planes and the ones next to them} */
    double[] array() {
        return new double[(last - first + 3) * plane];
    }

    /** {@return place of a row} */
    int at(int k, int j) {
        return (k - first + 1) * plane + j * row;
    }

    /** Copies the ends of all rows of a plane, then the first and last row, to the other sides. */
    void wrap(double[] f, int k) {
        for (int j = 1; j <= n; j++) {
            int at = at(k, j);
            f[at] = f[at + n];
            f[at + n + 1] = f[at + 1];
        }
        System.arraycopy(f, at(k, n), f, at(k, 0), row);
        System.arraycopy(f, at(k, 1), f, at(k, n + 1), row);
    }

    /** Copies the first and last plane to the other sides, where the PE has all planes. */
    void wrapPlanes(double[] f) {
        System.arraycopy(f, at(n, 0), f, at(0, 0), plane);
        System.arraycopy(f, at(1, 0), f, at(n + 1, 0), plane);
    }
}

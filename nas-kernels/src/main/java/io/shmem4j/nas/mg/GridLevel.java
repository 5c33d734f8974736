// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.nas.npb.Share;

/**
 * Places of a grid's points in an array with a PE's block: rows along x, planes of rows along y.
 *
 * <p>Planes have the numbers of the grid, from 1; points of a row and rows of a plane are counted from the first one of
 * the block, which is 1. Around the block lie copies of the points of neighbours, or of the ones on the other side of
 * the grid. The array begins with the plane before the PE's first.
 */
final class GridLevel {
    /** Points along an edge of the grid. */
    final int n;
    /** Points of a row and rows of a plane that the PE has, and how many of the grid lie before them. */
    final int nx;
    final int ny;
    final int beforeX;
    final int beforeY;
    /** Numbers of a row and of a plane. */
    final int row;
    final int plane;
    /** First and last plane of the PE. */
    final int first;
    final int last;

    GridLevel(int level, Blocks blocks, int me) {
        n = 1 << level;
        nx = n / blocks.px();
        ny = n / blocks.py();
        beforeX = blocks.part(0, me) * nx;
        beforeY = blocks.part(1, me) * ny;
        row = nx + 2;
        plane = row * (ny + 2);
        Share share = new Share(n, blocks.pz());
        first = (int) share.from(blocks.part(2, me)) + 1;
        last = (int) share.from(blocks.part(2, me) + 1);
    }

    static GridLevel whole(int level) {
        return new GridLevel(level, Blocks.planes(1), 0);
    }

    /** {@return an array for the PE's block and the points next to it} */
    double[] array() {
        return new double[(planes() + 2) * plane];
    }

    int planes() {
        return last - first + 1;
    }

    int at(int k, int j) {
        return (k - first + 1) * plane + j * row;
    }

    /** {@return index along an axis of the PE's first points} */
    int first(int axis) {
        return axis == 2 ? first : 1;
    }

    /** {@return index along an axis of the PE's last points} */
    int last(int axis) {
        return axis == 2 ? last : axis == 1 ? ny : nx;
    }

    /** {@return numbers that an exchange along an axis moves to a neighbour} */
    int face(int axis) {
        return axis == 2 ? plane : axis == 1 ? planes() * row : planes() * ny;
    }

    /** Copies the ends of all rows of a plane, then the first and last row, to the other sides, as far as not cut. */
    void wrap(double[] f, int k) {
        for (int j = 1; j <= ny && nx == n; j++) {
            int at = at(k, j);
            f[at] = f[at + n];
            f[at + n + 1] = f[at + 1];
        }
        if (ny == n) {
            System.arraycopy(f, at(k, n), f, at(k, 0), row);
            System.arraycopy(f, at(k, 1), f, at(k, n + 1), row);
        }
    }

    /** Copies the first and last plane to the other sides, where the PE has all planes. */
    void wrapPlanes(double[] f) {
        System.arraycopy(f, at(n, 0), f, at(0, 0), plane);
        System.arraycopy(f, at(1, 0), f, at(n + 1, 0), plane);
    }
}

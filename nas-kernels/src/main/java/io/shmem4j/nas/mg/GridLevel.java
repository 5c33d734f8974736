// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.nas.npb.Share;

/**
 * Index arithmetic of a PE's block of a grid: rows along x, planes of rows along y.
 *
 * <p>Planes are numbered as in the grid, from 1; points and rows from 1 at the start of the block. Ghosts surround the
 * block. The array starts with the plane before the first.
 */
final class GridLevel {
    /** Points along an edge of the grid. */
    final int n;
    /** Points of a row and rows of a plane in the block, and their offsets in the grid. */
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

    /** {@return an array for the block and its ghosts} */
    double[] array() {
        return new double[(planes() + 2) * plane];
    }

    int planes() {
        return last - first + 1;
    }

    int at(int k, int j) {
        return (k - first + 1) * plane + j * row;
    }

    /** {@return index of the first points along an axis} */
    int first(int axis) {
        return axis == 2 ? first : 1;
    }

    /** {@return index of the last points along an axis} */
    int last(int axis) {
        return axis == 2 ? last : axis == 1 ? ny : nx;
    }

    /** {@return numbers of a face across an axis} */
    int face(int axis) {
        return axis == 2 ? plane : axis == 1 ? planes() * row : planes() * ny;
    }

    /** Copies the ends of rows and the outer rows of a plane to the opposite sides of axes that are not cut. */
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

    /** Copies the outer planes to the opposite sides if the PE has all planes. */
    void wrapPlanes(double[] f) {
        System.arraycopy(f, at(n, 0), f, at(0, 0), plane);
        System.arraycopy(f, at(1, 0), f, at(n + 1, 0), plane);
    }
}

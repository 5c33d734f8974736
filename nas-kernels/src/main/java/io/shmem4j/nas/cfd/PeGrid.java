// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.Share;

/**
 * The grid of PEs in LU: columns along x and rows along y, numbered along x first. A PE has its part of all planes.
 *
 * @param n grid points along each edge
 */
record PeGrid(int n, int columns, int rows) {
    static final int X = 0;
    static final int Y = 1;

    /** {@return the squarest grid of a number of PEs; it has at most as many columns as rows} */
    static PeGrid of(int n, int pes) {
        int columns = (int) Math.sqrt(pes);
        while (pes % columns != 0) {
            columns--;
        }
        return new PeGrid(n, columns, pes / columns);
    }

    /** {@return whether each PE has points} */
    boolean suits() {
        return rows <= inner();
    }

    /** {@return inner points along an edge} */
    int inner() {
        return n - 2;
    }

    int parts(int axis) {
        return axis == X ? columns : rows;
    }

    private int part(int axis, int pe) {
        return axis == X ? pe % columns : pe / columns;
    }

    /** {@return the PE at a distance along an axis; -1 outside of the grid} */
    int neighbour(int axis, int pe, int distance) {
        int part = part(axis, pe) + distance;
        return part < 0 || part >= parts(axis) ? -1 : pe + distance * (axis == X ? 1 : columns);
    }

    private Share share(int axis) {
        return new Share(inner(), parts(axis));
    }

    /** {@return a PE's first grid point along an axis} */
    int from(int axis, int pe) {
        return 1 + (int) share(axis).from(part(axis, pe));
    }

    /** {@return the grid point after a PE's last one} */
    int to(int axis, int pe) {
        return 1 + (int) share(axis).from(part(axis, pe) + 1);
    }

    int size(int axis, int pe) {
        return to(axis, pe) - from(axis, pe);
    }

    /** {@return the maximum number of points of a PE along an axis} */
    int most(int axis) {
        return (int) share(axis).largest();
    }

    /** {@return stored points on either side: ghosts, or the boundary if the axis is not cut} */
    int margin(int axis) {
        return axis == X && columns == 1 ? 1 : FlowLayout.GHOSTS;
    }

    FlowLayout layout() {
        return FlowLayout.ofPencils(most(X) + 2 * margin(X), most(Y) + 2 * margin(Y));
    }

    FlowLayout.Box box(int pe) {
        int i = margin(X);
        int j = margin(Y);
        return new FlowLayout.Box(new int[] {from(X, pe) - i, from(Y, pe) - j, 0}, new int[] {i, j, 1},
            new int[] {i + size(X, pe), j + size(Y, pe), n - 1});
    }
}

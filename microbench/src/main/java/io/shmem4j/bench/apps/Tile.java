// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.report.UsageException;

/**
 * The part of a square grid that one PE computes, when the PEs themselves form a grid that is as square as their number
 * allows.
 *
 * @param n      rows and columns of the whole grid
 * @param across PEs side by side
 * @param down   PEs one below the other
 * @param right  column after the last
 * @param bottom row after the last
 */
record Tile(int n, int across, int down, int left, int right, int top, int bottom) {
    /** {@return the part of a PE} */
    static Tile of(int n, int pe, int nPes) {
        int down = (int) Math.sqrt(nPes);
        while (nPes % down != 0) {
            down--;
        }
        int across = nPes / down;
        int x = pe % across;
        int y = pe / across;
        return new Tile(n, across, down, start(n, x, across), start(n, x + 1, across), start(n, y, down),
            start(n, y + 1, down));
    }

    private static int start(int n, int part, int parts) {
        return (int) ((long) n * part / parts);
    }

    int width() {
        return right - left;
    }

    int height() {
        return bottom - top;
    }

    int longestSide() {
        return Math.max((n + across - 1) / across, (n + down - 1) / down);
    }

    /** Refuses grids that a stencil of a radius can't be computed on. */
    static void require(int n, int radius, int nPes) {
        Tile first = of(n, 0, nPes);
        if (n < 2 * radius + 1) {
            throw new UsageException("a stencil of radius " + radius + " needs --grid " + (2 * radius + 1)
                + " or more, not " + n);
        }
        int shortest = Math.min(n / first.across, n / first.down);
        if (shortest < radius) {
            throw new UsageException("--grid " + n + " on " + first.across + " x " + first.down
                + " PEs leaves parts of " + n / first.across + " x " + n / first.down
                + ", smaller than the radius " + radius + ": use --grid " + radius * Math.max(first.across, first.down)
                + " or more, or fewer PEs");
        }
    }
}

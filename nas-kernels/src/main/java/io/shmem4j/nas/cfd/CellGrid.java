// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * The multipartition: the grid is cut into p x p x p cells for p x p PEs, and each PE has p of them, one in every slice
 * of every direction, so that all PEs have work in every stage of a sweep.
 *
 * <p>PE {@code i + p j} has the cells {@code ((i + c) mod p, (j - c) mod p, c)}. The neighbours in a direction are the
 * same for all its cells. A cell is stored with ghosts, two points of its neighbours on each side.
 */
public final class CellGrid {
    /** Numbers of a vector and of a cache line. */
    public static final int VECTOR = FlowLayout.CACHE_LINE / Double.BYTES;
    /** Sides: towards smaller and larger indices. */
    static final int LOW = 0;
    static final int HIGH = 1;
    /** Fewest points of a cell along each edge. */
    private static final int SMALLEST = 3;

    /** Cells along each edge of the grid, and of each PE. */
    public final int p;
    /**
     * Stored points before a cell along x: the ghosts, or as many as make the cell begin at a whole vector, where that
     * saves one.
     */
    public final int marginX;
    public final int n;
    private final int i;
    private final int j;

    CellGrid(int n, int p, int pe) {
        this.n = n;
        this.p = p;
        i = pe % p;
        j = pe / p;
        marginX = vectors(size(0) + FlowLayout.GHOSTS) == vectors(size(0)) ? FlowLayout.GHOSTS : VECTOR;
    }

    /** {@return the root of a number of PEs, 0 where it is none of a square that suits the grid} */
    public static int root(int n, int pes) {
        int p = (int) Math.round(Math.sqrt(pes));
        return p * p == pes && p <= n / SMALLEST ? p : 0;
    }

    /** {@return the nearest numbers of PEs that suit the grid, in words} */
    public static String nearest(int n, int pes) {
        int largest = n / SMALLEST;
        int below = Math.min((int) Math.sqrt(pes), largest);
        return below == largest ? Integer.toString(largest * largest)
            : below * below + " or " + (below + 1) * (below + 1);
    }

    /** {@return number of the PE's cell that lies in a slice of a direction} */
    int cell(int direction, int slice) {
        return direction == 0 ? Math.floorMod(slice - i, p) : direction == 1 ? Math.floorMod(j - slice, p) : slice;
    }

    public int slice(int direction, int cell) {
        return direction == 0 ? (i + cell) % p : direction == 1 ? Math.floorMod(j - cell, p) : cell;
    }

    int neighbour(int direction, int side) {
        int step = side == LOW ? -1 : 1;
        int x = direction == 0 ? i + step : direction == 1 ? i : i - step;
        int y = direction == 0 ? j : j + step;
        return Math.floorMod(x, p) + p * Math.floorMod(y, p);
    }

    /** {@return the number that a cell's neighbour has on its PE} */
    int neighbourCell(int direction, int side, int cell) {
        return direction == 2 ? cell + (side == LOW ? -1 : 1) : cell;
    }

    public int size(int slice) {
        return n / p + (slice < n % p ? 1 : 0);
    }

    public int start(int slice) {
        return slice * (n / p) + Math.min(slice, n % p);
    }

    private static int vectors(int numbers) {
        return (numbers + VECTOR - 1) / VECTOR;
    }

    int margin(int direction) {
        return direction == 0 ? marginX : FlowLayout.GHOSTS;
    }

    /** {@return the interior of the grid that a cell has} */
    FlowLayout.Box interior(int cell) {
        int[] origins = new int[FlowConstants.DIRECTIONS];
        int[] firsts = new int[FlowConstants.DIRECTIONS];
        int[] ends = new int[FlowConstants.DIRECTIONS];
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            int slice = slice(d, cell);
            origins[d] = start(slice) - margin(d);
            firsts[d] = margin(d) + (slice == 0 ? 1 : 0);
            ends[d] = margin(d) + size(slice) - (slice == p - 1 ? 1 : 0);
        }
        return new FlowLayout.Box(origins, firsts, ends);
    }

    /** {@return most tiles of a cell in any direction} */
    int mostTiles() {
        return (size(0) + FlowLayout.GHOSTS + LineSystem.LANES - 1) / LineSystem.LANES * size(0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * The multipartition: p x p PEs cut the grid into p x p x p cells. A PE owns p of them, one in every slice of every
 * direction, so all PEs have work in each stage of a sweep.
 *
 * <p>PE {@code i + p j} owns the cells {@code ((i + c) mod p, (j - c) mod p, c)}. All its cells have the same neighbour
 * PEs. A cell is stored with two ghost points on each side.
 */
final class CellGrid {
    /** Doubles in a cache line. */
    static final int VECTOR = FlowLayout.CACHE_LINE / Double.BYTES;
    /** Sides: towards smaller and larger indices. */
    static final int LOW = 0;
    static final int HIGH = 1;
    /** Fewest points along an edge of a cell. */
    private static final int SMALLEST = 3;

    /** Cells along an edge of the grid, and cells of a PE. */
    final int p;
    /**
     * Stored points before a cell along x: the ghosts, or a whole vector where the aligned cell needs one vector less.
     */
    final int marginX;
    final int n;
    private final int i;
    private final int j;

    CellGrid(int n, int p, int pe) {
        this.n = n;
        this.p = p;
        i = pe % p;
        j = pe / p;
        marginX = vectors(size(0) + FlowLayout.GHOSTS) == vectors(size(0)) ? FlowLayout.GHOSTS : VECTOR;
    }

    /** {@return the square root of a number of PEs; 0 if it is not a square that suits the grid} */
    static int root(int n, int pes) {
        int p = (int) Math.round(Math.sqrt(pes));
        return p * p == pes && p <= n / SMALLEST ? p : 0;
    }

    /** {@return the nearest suitable numbers of PEs, for a message} */
    static String nearest(int n, int pes) {
        int largest = n / SMALLEST;
        int below = Math.min((int) Math.sqrt(pes), largest);
        return below == largest ? Integer.toString(largest * largest)
            : below * below + " or " + (below + 1) * (below + 1);
    }

    /** {@return the PE's cell in a slice of a direction} */
    int cell(int direction, int slice) {
        return direction == 0 ? Math.floorMod(slice - i, p) : direction == 1 ? Math.floorMod(j - slice, p) : slice;
    }

    int slice(int direction, int cell) {
        return direction == 0 ? (i + cell) % p : direction == 1 ? Math.floorMod(j - cell, p) : cell;
    }

    int neighbour(int direction, int side) {
        int step = side == LOW ? -1 : 1;
        int x = direction == 0 ? i + step : direction == 1 ? i : i - step;
        int y = direction == 0 ? j : j + step;
        return Math.floorMod(x, p) + p * Math.floorMod(y, p);
    }

    /** {@return the neighbour's number of the adjacent cell} */
    int neighbourCell(int direction, int side, int cell) {
        return direction == 2 ? cell + (side == LOW ? -1 : 1) : cell;
    }

    int size(int slice) {
        return n / p + (slice < n % p ? 1 : 0);
    }

    int start(int slice) {
        return slice * (n / p) + Math.min(slice, n % p);
    }

    private static int vectors(int numbers) {
        return (numbers + VECTOR - 1) / VECTOR;
    }

    FlowLayout layout() {
        return FlowLayout.ofCells(size(0), marginX);
    }

    int margin(int direction) {
        return direction == 0 ? marginX : FlowLayout.GHOSTS;
    }

    /** {@return the interior points of a cell} */
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

    /** {@return the largest number of tiles of a cell in any direction} */
    int mostTiles() {
        return (size(0) + FlowLayout.GHOSTS + LineSystem.LANES - 1) / LineSystem.LANES * size(0);
    }
}

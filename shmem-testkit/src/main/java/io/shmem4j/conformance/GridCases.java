// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Context;
import io.shmem4j.Team;
import io.shmem4j.data.Halo;
import io.shmem4j.data.SymmetricBytes2D;
import io.shmem4j.data.SymmetricDoubles2D;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.error.SymmetricIndexException;

/**
 * Two-dimensional arrays: rows and blocks arrive at the right cells, and halos contain what a single PE would compute.
 */
public final class GridCases {
    private static final int ROWS = 3;
    private static final int COLUMNS = 4;

    @Case
    public void rowsAndBlocks(Trial t) {
        SymmetricDoubles2D grid = SymmetricDoubles2D.allocate(t.shmem, 4, 5);
        double[] numbers = new double[20];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = t.me * 100 + i;
        }
        grid.putRow(1, numbers, 3, t.right);
        grid.putBlock(2, 3, numbers, 10, 2, 2, t.right);
        grid.p(0, 4, 7.5, t.right);
        t.shmem.barrierAll();
        double from = t.left * 100;
        double[] expected = {0, 0, 0, 0, 7.5, from + 3, from + 4, from + 5, from + 6, from + 7,
            0, 0, 0, from + 10, from + 11, 0, 0, 0, from + 12, from + 13};
        t.equal(expected, grid.array().toArray(), "the grid");
        t.equal(from + 13, grid.get(3, 4), "its last element");
        t.equal(new double[] {0, 0, 0, from + 10, from + 11}, grid.row(2).toArray(), "row 2");
        grid.row(3).set(4, -1);
        t.equal(-1.0, grid.get(3, 4), "an element set in its row");
        grid.set(3, 4, from + 13);
        t.equal(t.me * 100 + 12.0, grid.g(3, 3, t.right), "an element of the right PE");
        double[] got = new double[8];
        grid.getBlock(got, 1, 1, 2, 3, 2, t.right);
        t.equal(new double[] {0, t.me * 100 + 5, t.me * 100 + 6, 0, t.me * 100 + 10, 0, t.me * 100 + 12, 0}, got,
            "a block got");
        grid.getRow(got, 0, 1, t.right);
        t.equal(t.me * 100 + 7.0, got[4], "end of a row got");
        SymmetricDoubles2D wide = SymmetricDoubles2D.allocate(t.shmem, 2, 7);
        wide.putBlock(0, 5, grid, 2, 3, 2, 2, t.me);
        t.shmem.quiet();
        t.equal(from + 12, wide.get(1, 5), "a block of another shape");
        wide.putBlock(2, 3, grid, 4, 5, 0, 0, t.right);
        wide.putBlock(2, 3, numbers, 0, 0, 4, t.right);
        wide.getBlock(got, 0, 0, 7, 2, 0, t.right);
        t.fails(SymmetricIndexException.class, () -> wide.putBlock(2, 5, numbers, 0, 0, 3, t.right), "0 x 3", "row 2");
        wide.free();
        grid.free();
    }

    /** Numbers of a reversed team in its own context: accesses and a halo. */
    @Case
    public void gridsOfATeam(Trial t) {
        Team reversed = t.shmem.world().splitStrided(t.n - 1, -1, t.n);
        Context context = reversed.createContext();
        SymmetricLongs2D grid = SymmetricLongs2D.allocate(t.shmem, 3, 3);
        SymmetricLongs2D there = grid.on(context);
        there.p(1, 1, t.me + 1, (reversed.myPe() + 1) % t.n);
        context.quiet();
        t.shmem.barrierAll();
        t.equal(t.right + 1L, grid.get(1, 1), "an element from the right PE, the one before in the team");
        t.equal(1L, there.g(1, 1, 0), "an element of the last PE");
        t.shmem.barrierAll();
        grid.set(1, 1, t.me + 1);
        Halo halo = there.halo(t.n, false);
        halo.exchange(grid);
        t.equal(t.n - 1 - t.me == 0 ? -1 : t.n - 2 - t.me, halo.up(), "the PE above, in the team's numbers");
        t.equal(t.me == t.n - 1 ? 0L : t.me + 2, grid.get(0, 1), "the cell of the PE above, the next of the world");
        t.equal(t.me == 0 ? 0L : t.me, grid.get(2, 1), "the cell of the PE below");
        halo.free();
        grid.free();
        context.close();
        reversed.free();
    }

    private static long value(int step, int row, int column) {
        return step * 1_000_000L + row * 1000L + column + 1;
    }

    /**
     * Every cell of the halo, including corners, equals its owner's value, in many steps without a barrier. Two grids
     * alternate, and an exchange of one leaves the halo of the other unchanged.
     */
    private static void exchange(Trial t, int peRows, boolean periodic) {
        int peColumns = t.n / peRows;
        int firstRow = t.me / peColumns * ROWS;
        int firstColumn = t.me % peColumns * COLUMNS;
        int allRows = peRows * ROWS;
        int allColumns = peColumns * COLUMNS;
        SymmetricLongs2D first = SymmetricLongs2D.allocate(t.shmem, ROWS + 2, COLUMNS + 2);
        SymmetricLongs2D second = SymmetricLongs2D.allocate(t.shmem, ROWS + 2, COLUMNS + 2);
        Halo halo = first.halo(peRows, periodic);
        for (int step = 1; step <= t.rounds(100); step++) {
            SymmetricLongs2D grid = step % 3 == 0 ? second : first;
            long[] other = (grid == first ? second : first).array().toArray();
            for (int row = 1; row <= ROWS; row++) {
                for (int column = 1; column <= COLUMNS; column++) {
                    grid.set(row, column, value(step, firstRow + row - 1, firstColumn + column - 1));
                }
            }
            if (grid == first) {
                halo.exchange();
            } else {
                halo.exchange(second);
            }
            t.equal(other, (grid == first ? second : first).array().toArray(), "the other grid");
            for (int row = 0; row < ROWS + 2; row++) {
                for (int column = 0; column < COLUMNS + 2; column++) {
                    int r = firstRow + row - 1;
                    int c = firstColumn + column - 1;
                    boolean outside = r < 0 || r >= allRows || c < 0 || c >= allColumns;
                    long expected = outside && !periodic ? 0
                        : value(step, Math.floorMod(r, allRows), Math.floorMod(c, allColumns));
                    t.equal(expected, grid.get(row, column), "step " + step + ", cell " + row + ", " + column);
                }
            }
        }
        halo.free();
        second.free();
        first.free();
    }

    @Case
    public void haloOfBands(Trial t) {
        exchange(t, t.n, false);
        exchange(t, t.n, true);
    }

    @Case
    public void haloOfBlocks(Trial t) {
        int peRows = (int) Math.sqrt(t.n);
        while (t.n % peRows != 0) {
            peRows--;
        }
        exchange(t, peRows, false);
        exchange(t, peRows, true);
    }

    @Case
    public void neighbours(Trial t) {
        SymmetricBytes2D grid = SymmetricBytes2D.allocate(t.shmem, 3, 3);
        Halo bands = grid.halo(t.n, false);
        t.equal(t.me - 1, bands.up(), "PE above");
        t.equal(t.me == t.n - 1 ? -1 : t.me + 1, bands.down(), "PE below");
        t.equal(-1, bands.left(), "PE to the left");
        Halo ring = grid.halo(1, true);
        t.equal(t.right, ring.right(), "PE to the right");
        t.equal(t.me, ring.up(), "PE above in one row");
    }
}

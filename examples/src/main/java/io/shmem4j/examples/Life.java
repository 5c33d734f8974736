// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.data.Halo;
import io.shmem4j.data.SymmetricBytes2D;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Conway's Game of Life on a torus, in one block per PE. A cell depends on its eight neighbours, so a block has a halo
 * of the cells around it, including the corners. A {@link Halo} updates it before each generation.
 *
 * <p>PE 0 compares the last generation with one that it computes alone.
 *
 * <p>Arguments: rows and columns of a block (default 32), generations (default 100).
 */
public final class Life {
    private static final long SEED = 0x11fe;

    public static void main(String[] args) {
        Arguments arguments = new Arguments("life [size [generations]]", args, 2);
        int size = arguments.count(0, 32);
        int generations = arguments.count(1, 100);
        try (Shmem shmem = Shmem.init()) {
            int peRows = peRows(shmem.nPes());
            int peColumns = shmem.nPes() / peRows;
            int row = shmem.myPe() / peColumns * size;
            int column = shmem.myPe() % peColumns * size;
            byte[][] start = world(peRows * size, peColumns * size);
            SymmetricBytes2D block = SymmetricBytes2D.allocate(shmem, size + 2, size + 2).named("block");
            for (int r = 0; r < size; r++) {
                block.array().set(block.index(r + 1, 1), Arrays.copyOfRange(start[row + r], column, column + size));
            }
            Halo halo = block.halo(peRows, true);
            byte[][] cells = new byte[size + 2][size + 2];
            for (int generation = 0; generation < generations; generation++) {
                halo.exchange();
                for (int r = 0; r < size + 2; r++) {
                    block.getRow(cells[r], 0, r, shmem.myPe());
                }
                for (int r = 1; r <= size; r++) {
                    block.array().set(block.index(r, 1), next(cells, r, size));
                }
            }
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                byte[][] end = alone(start, generations);
                check(block, end, size, peColumns);
                System.out.println(count(end) + " of " + end.length * end[0].length + " cells live after "
                    + generations + " generations on " + peRows + " x " + peColumns + " PEs");
            }
            shmem.barrierAll();
        }
    }

    /** {@return the largest divisor of n up to its square root} */
    private static int peRows(int n) {
        int rows = (int) Math.sqrt(n);
        while (n % rows != 0) {
            rows--;
        }
        return rows;
    }

    private static byte[][] world(int rows, int columns) {
        SplittableRandom random = new SplittableRandom(SEED);
        byte[][] cells = new byte[rows][columns];
        for (byte[] row : cells) {
            for (int c = 0; c < columns; c++) {
                row[c] = (byte) random.nextInt(2);
            }
        }
        return cells;
    }

    /** {@return the next generation of a row, without its halo} */
    private static byte[] next(byte[][] cells, int row, int size) {
        byte[] after = new byte[size];
        for (int c = 1; c <= size; c++) {
            int around = -cells[row][c];
            for (int r = row - 1; r <= row + 1; r++) {
                around += cells[r][c - 1] + cells[r][c] + cells[r][c + 1];
            }
            after[c - 1] = (byte) (around == 3 || around == 2 && cells[row][c] == 1 ? 1 : 0);
        }
        return after;
    }

    private static byte[][] alone(byte[][] start, int generations) {
        int rows = start.length;
        int columns = start[0].length;
        byte[][] now = start;
        for (int generation = 0; generation < generations; generation++) {
            byte[][] around = new byte[rows + 2][columns + 2];
            for (int r = 0; r < rows + 2; r++) {
                byte[] row = now[(r + rows - 1) % rows];
                System.arraycopy(row, 0, around[r], 1, columns);
                around[r][0] = row[columns - 1];
                around[r][columns + 1] = row[0];
            }
            now = new byte[rows][];
            for (int r = 0; r < rows; r++) {
                now[r] = next(around, r + 1, columns);
            }
        }
        return now;
    }

    private static void check(SymmetricBytes2D block, byte[][] end, int size, int peColumns) {
        byte[] row = new byte[size];
        for (int r = 0; r < end.length; r++) {
            for (int c = 0; c < end[0].length; c += size) {
                block.getBlock(row, 0, r % size + 1, 1, 1, size, r / size * peColumns + c / size);
                if (!Arrays.equals(row, Arrays.copyOfRange(end[r], c, c + size))) {
                    throw new AssertionError("row " + r + " differs from column " + c + " on");
                }
            }
        }
    }

    private static int count(byte[][] cells) {
        int live = 0;
        for (byte[] row : cells) {
            for (byte cell : row) {
                live += cell;
            }
        }
        return live;
    }
}

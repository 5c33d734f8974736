// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.loop;

/**
 * Loops of users' programs over one form of memory: four objects of doubles, two of ints, two of bytes. Each has rows
 * and columns; loops over one dimension see them as one row, or row by row where the form has rows.
 */
abstract class Loops {
    static final double FACTOR = 1e-3;
    /** Entries of a row of the sparse matrix, and counters of the histogram. */
    static final int ENTRIES = 8;
    static final int COUNTERS = 256;

    final int rows;
    final int columns;
    /** Result of the last sum. */
    double sum;

    Loops(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
    }

    /** Sets all elements to values that keep finite in any number of runs. */
    abstract void fill();

    /** {@return whether this form has the loop: one that accesses elements in any order has no rows} */
    abstract boolean has(UserLoop loop);

    abstract void run(UserLoop loop);

    /** {@return a number that depends on all elements and on the last sum} */
    abstract double checksum();

    /** {@return the column of an entry of the sparse matrix, not far from the diagonal} */
    static int column(int entry, int length) {
        return Math.floorMod(entry / ENTRIES + Math.floorMod(entry * 0x9E3779B1, 4096) - 2048, length);
    }

    /** The loops. */
    enum UserLoop {
        STENCIL("stencil, 5 points"), PRODUCT("CG: product"), UPDATE("CG: update"), DIRECTION("CG: direction"),
        TRIAD("triad"), DOT("dot"), SPARSE("sparse matrix"), TRANSPOSE("transpose"), LIFE("life, bytes"),
        HISTOGRAM("histogram, ints"), PREFIX("prefix sum, ints");

        final String title;

        UserLoop(String title) {
            this.title = title;
        }
    }
}

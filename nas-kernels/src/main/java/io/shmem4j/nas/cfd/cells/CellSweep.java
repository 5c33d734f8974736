// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd.cells;

/** Solves the systems along the lines of a PE's own cells, tile by tile. */
public interface CellSweep {
    /** Computes the right-hand side of a cell, which is solved along x next. */
    void begin(CellLines x);

    /** Eliminates in a cell; where no cell lies behind, substitutes at once and takes the solution away. */
    void eliminate(CellLines lines);

    /** Substitutes back in a cell and takes the solution away. */
    void substitute(CellLines lines);

    /**
     * Writes down what the cell behind needs of a tile after elimination.
     *
     * @param lines of the cell
     * @param tile  its number
     * @param to    where it goes
     */
    void give(CellLines lines, int tile, long to);
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * The tiles of a PE's cells, for sweeps: elimination leaves each line's rows there until the substitution comes back.
 * They are of the same size whatever the direction.
 */
final class KeptTiles {
    final CellStore store;
    /** Bytes of two rows of a tile, and of two rows of its upper diagonals: what a neighbour needs. */
    final int rows;
    final int uppers;
    /** Bytes from a tile to the next, and from its upper diagonals to the next ones. */
    private final long tileBytes;
    private final long upperBytes;
    private final long rhsPlanes;
    private final int most;
    private final long tile;
    private final long upper;

    KeptTiles(CellGrid grid, CellStore store) {
        this.store = store;
        FlowLayout layout = store.layout;
        most = grid.mostTiles(LineTiles.LANES);
        rows = rows();
        uppers = uppers();
        tileBytes = tileRows(layout) * (rows / 2L);
        upperBytes = tileRows(layout) * (uppers / 2L);
        rhsPlanes = store.workspace.piece((long) grid.p * layout.plane);
        // Tiles along x begin with up to two rows more.
        tile = store.workspace.piece(grid.p * most * tileBytes + rows) + rows;
        upper = store.workspace.piece(grid.p * most * upperBytes);
    }

    /** {@return bytes that they take up} */
    static long bytes(CellGrid grid, FlowLayout layout) {
        long tiles = (long) grid.p * grid.mostTiles(LineTiles.LANES);
        return (long) grid.p * layout.plane + tiles * tileRows(layout) * (rows() + uppers()) / 2 + 2L * rows();
    }

    static int rows() {
        return 2 * LineTiles.QUANTITIES * Double.BYTES * LineTiles.LANES;
    }

    static int uppers() {
        return 2 * LineTiles.UPPER * Double.BYTES * LineTiles.LANES;
    }

    private static int tileRows(FlowLayout layout) {
        return layout.pitch / Double.BYTES + LineTiles.MARGIN + 2 * FlowLayout.GHOSTS;
    }

    /** {@return bytes of a row of a tile} */
    long rowBytes() {
        return rows / 2;
    }

    /** {@return a plane for a cell's right-hand side while it is in the making; zero outside of the interior} */
    long rhsPlane(int cell) {
        return rhsPlanes + (long) cell * store.layout.plane;
    }

    long tile(int cell, int number) {
        return tile + ((long) cell * most + number) * tileBytes;
    }

    long upper(int cell, int number) {
        return upper + ((long) cell * most + number) * upperBytes;
    }

    /** {@return address of two rows of a tile, from the row before a given one on} */
    long tileRows(int cell, int number, int row) {
        return tile(cell, number) + (long) row * (rows / 2);
    }

    /** {@return address of the upper diagonals of two rows of a tile, from the row before a given one on} */
    long upperRows(int cell, int number, int row) {
        return upper(cell, number) + (long) row * (uppers / 2);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.HeapNeed;

/**
 * Where the numbers of a PE's cells lie in one symmetric array: addresses on this PE, at the same distances on all.
 *
 * <p>A cell has its unknowns, its right-hand side and its forcing, and its tiles: elimination leaves each line's rows
 * there until the substitution comes back. Tiles are of the same size whatever the direction.
 */
final class CellStore {
    /** Regions of a cell. */
    private static final int UNKNOWNS = 0;
    private static final int RHS = 1;
    private static final int FORCING = 2;
    private static final int REGIONS = 3;

    final SymmetricDoubles array;
    final Workspace workspace;
    final SpLayout layout;
    /** Most tiles of a cell in any direction. */
    final int tiles;
    /** Bytes of two rows of a tile, and of two rows of its upper diagonals: what a neighbour needs. */
    final int rows;
    final int uppers;
    /** Bytes from a tile to the next, and from its upper diagonals to the next ones. */
    final long tileBytes;
    final long upperBytes;
    private final long fields;
    private final long field;
    private final long rhsPlanes;
    private final long tile;
    private final long upper;
    private final int cells;

    CellStore(Shmem shmem, CellGrid grid, SpLayout layout, int lanes, long messages) {
        this.layout = layout;
        cells = grid.p;
        int size = grid.size(0);
        tiles = tiles(size, lanes);
        rows = 2 * LineTiles.QUANTITIES * Double.BYTES * lanes;
        uppers = 2 * LineTiles.UPPER * Double.BYTES * lanes;
        int tileRows = layout.pitch / Double.BYTES + LineTiles.MARGIN + 2 * CellGrid.GHOSTS;
        tileBytes = tileRows * (rows / 2L);
        upperBytes = tileRows * (uppers / 2L);
        field = (long) layout.lines * layout.plane;
        long bytes = REGIONS * cells * field + (cells + 1L) * layout.plane + cells * tiles * (tileBytes + upperBytes)
            + 2L * rows + PlaneRhs.bytes(layout) + messages + 16L * SpLayout.CACHE_LINE;
        HeapNeed.check(shmem, bytes);
        array = shmem.allocateDoubles(bytes / Double.BYTES, SpLayout.CACHE_LINE).named("cells");
        workspace = new Workspace(array.local());
        // Tiles of lines are read beyond the last plane of a region, by at most a plane.
        fields = workspace.piece(REGIONS * cells * field + layout.plane);
        rhsPlanes = workspace.piece(cells * layout.plane);
        // Tiles along x begin with up to two rows more.
        tile = workspace.piece(cells * tiles * tileBytes + rows) + rows;
        upper = workspace.piece(cells * tiles * upperBytes);
    }

    /** {@return most tiles of a cell in any direction} @param size points along its longest edge */
    static int tiles(int size, int lanes) {
        return (size + CellGrid.GHOSTS + lanes - 1) / lanes * size;
    }

    /** {@return bytes of a row of a tile} */
    long rowBytes() {
        return rows / 2;
    }

    /** {@return the element of the array at an address} */
    long index(long address) {
        return (address - array.local().address()) / Double.BYTES;
    }

    long u(int cell) {
        return fields + ((long) UNKNOWNS * cells + cell) * field;
    }

    long rhs(int cell) {
        return fields + ((long) RHS * cells + cell) * field;
    }

    /** {@return a plane for a cell's right-hand side while it is in the making; zero outside of the interior} */
    long rhsPlane(int cell) {
        return rhsPlanes + (long) cell * layout.plane;
    }

    long forcing(int cell) {
        return fields + ((long) FORCING * cells + cell) * field;
    }

    long tile(int cell, int number) {
        return tile + ((long) cell * tiles + number) * tileBytes;
    }

    long upper(int cell, int number) {
        return upper + ((long) cell * tiles + number) * upperBytes;
    }

    /** {@return address of two rows of a tile, from the row before a given one on} */
    long tileRows(int cell, int number, int row) {
        return tile(cell, number) + (long) row * (rows / 2);
    }

    /** {@return address of the upper diagonals of two rows of a tile, from the row before a given one on} */
    long upperRows(int cell, int number, int row) {
        return upper(cell, number) + (long) row * (uppers / 2);
    }

    /** {@return a table of a cell's lines along y or z, from the row before its interior on} */
    PlaneTable lines(int direction, Box interior, long from) {
        PlaneTable table = new PlaneTable(interior.points(direction) + 2);
        long step = direction == 1 ? layout.line : layout.plane;
        for (int row = 0; row < table.address.length; row++) {
            table.address[row] = from + (interior.first(direction) - 1 + row) * step;
        }
        return table;
    }

    /** {@return a table of a cell's planes of unknowns} */
    PlaneTable planes(int cell) {
        PlaneTable table = new PlaneTable(layout.lines);
        for (int k = 0; k < layout.lines; k++) {
            table.address[k] = u(cell) + (long) k * layout.plane;
        }
        return table;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.cells;

import io.shmem4j.nas.cfd.Box;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.PlaneTable;

/**
 * The lines of a cell along one direction, and the tiles that they make up.
 *
 * <p>The tiles are numbered plane by plane, in each by lines; the neighbours of a cell number alike.
 */
final class CellLines {
    final int direction;
    final int cell;
    /** Whether there are cells before and behind this one. */
    final boolean before;
    final boolean behind;
    /** Rows of a tile, and the global index of the row before them. */
    final int rows;
    final int firstRow;
    /** Planes that the lines are taken from, and the lines of a plane: the first, and behind the last. */
    final int firstPlane;
    final int endPlane;
    final int firstLine;
    final int endLine;
    /** Bytes from a plane to the next, and from a line to the next. */
    final long planeStep;
    final long lineStep;
    final int tiles;
    /** Along y and z: where the rows are. */
    final PlaneTable u;
    final PlaneTable rhs;
    /** Along x: first stored point that tiles take in, the start of a vector. */
    final int start;
    /** Rows of a tile whose row 0 is {@link #start}, and how far, in bytes, that is from the tile. */
    final int startRows;
    final long startShift;

    CellLines(int direction, int cell, CellGrid grid, KeptTiles kept, int lanes) {
        CellStore store = kept.store;
        Box box = grid.interior(cell);
        FlowLayout layout = store.layout;
        this.direction = direction;
        this.cell = cell;
        int slice = grid.slice(direction, cell);
        before = slice > 0;
        behind = slice < grid.p - 1;
        rows = box.points(direction);
        firstRow = box.origin(direction) + box.first(direction) - 1;
        int across = direction == 2 ? 1 : 2;
        int beside = direction == 0 ? 1 : 0;
        firstPlane = box.first(across);
        endPlane = box.end(across);
        planeStep = direction == 2 ? layout.line : layout.plane;
        lineStep = direction == 0 ? layout.line : Double.BYTES;
        // Lines along x may begin anywhere, but the last tile must end with the stored lines. Others are aligned.
        firstLine = direction == 0
            ? Math.min(box.first(1), layout.paddedLines - (box.points(1) + lanes - 1) / lanes * lanes)
            : box.first(0) / lanes * lanes;
        int vectors = (box.end(beside) - firstLine + lanes - 1) / lanes;
        endLine = firstLine + vectors * lanes;
        tiles = (endPlane - firstPlane) * vectors;
        u = direction == 0 ? null : store.lines(direction, box, store.u(cell));
        rhs = direction == 0 ? null : store.lines(direction, box, store.rhs(cell));
        start = (box.first(0) - 1) / CellGrid.VECTOR * CellGrid.VECTOR;
        startRows = box.end(0) - start - 1;
        startShift = (start - box.first(0) + 1) * kept.rowBytes();
    }

    /** {@return distance of a tile's first line from the start of its cell, or of its rows} */
    long place(int plane, int line) {
        return plane * planeStep + line * lineStep;
    }
}

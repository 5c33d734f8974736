// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * The lines of a cell along one direction, and their tiles. Tiles are numbered by plane and then by line; adjacent
 * cells number alike.
 */
final class CellLines {
    final int direction;
    final int cell;
    /** Whether a cell precedes or follows this one. */
    final boolean before;
    final boolean behind;
    /** Rows of a tile, and the global index of the row before them. */
    final int rows;
    final int firstRow;
    /** Range of planes, and of lines in a plane; ends are exclusive. */
    final int firstPlane;
    final int endPlane;
    final int firstLine;
    final int endLine;
    /** Bytes from plane to plane, and from line to line. */
    final long planeStep;
    final long lineStep;
    final int tiles;
    /** Addresses of rows; null along x. */
    final long[] u;
    final long[] rhs;
    /** Along x: first stored point of a tile, aligned to a vector. */
    final int start;
    /** Along x: rows of a tile from {@link #start}, and the start's distance from row 0, at most 0. */
    final int startRows;
    final int startShift;

    CellLines(int direction, int cell, Cells cells) {
        int lanes = LineSystem.LANES;
        CellGrid grid = cells.grid;
        FlowLayout.Box box = cells.boxes[cell];
        FlowLayout layout = cells.layout;
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
        // Along x the last tile must end within the stored lines. In other directions tiles are aligned.
        firstLine = direction == 0
            ? Math.min(box.first(1), layout.paddedLines - (box.points(1) + lanes - 1) / lanes * lanes)
            : box.first(0) / lanes * lanes;
        int vectors = (box.end(beside) - firstLine + lanes - 1) / lanes;
        endLine = firstLine + vectors * lanes;
        tiles = (endPlane - firstPlane) * vectors;
        u = direction == 0 ? null : cells.lines(direction, cell, cells.u(cell));
        rhs = direction == 0 ? null : cells.lines(direction, cell, cells.rhs(cell));
        start = (box.first(0) - 1) / CellGrid.VECTOR * CellGrid.VECTOR;
        startRows = box.end(0) - start - 1;
        startShift = start - box.first(0) + 1;
    }

    /** {@return offset of a tile's first line in its cell or rows} */
    long offset(int plane, int line) {
        return plane * planeStep + line * lineStep;
    }
}

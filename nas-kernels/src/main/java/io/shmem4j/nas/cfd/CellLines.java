// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * The lines of a cell along one direction, and the tiles that they make up.
 *
 * <p>The tiles are numbered plane by plane, in each by lines; the neighbours of a cell number alike.
 */
public final class CellLines {
    public final int direction;
    public final int cell;
    /** Whether there are cells before and behind this one. */
    public final boolean before;
    public final boolean behind;
    /** Rows of a tile, and the global index of the row before them. */
    public final int rows;
    public final int firstRow;
    /** Planes that the lines are taken from, and the lines of a plane: the first, and behind the last. */
    public final int firstPlane;
    public final int endPlane;
    public final int firstLine;
    public final int endLine;
    /** Bytes from a plane to the next, and from a line to the next. */
    public final long planeStep;
    public final long lineStep;
    public final int tiles;
    /** Along y and z: where the rows are. */
    public final long[] u;
    public final long[] rhs;
    /** Along x: first stored point that tiles take in, the start of a vector. */
    public final int start;
    /** Rows of a tile whose row 0 is {@link #start}, and its distance in rows from the tile's own, at most 0. */
    public final int startRows;
    public final int startShift;

    CellLines(int direction, int cell, CellGrid grid, CellStore store) {
        int lanes = LineSystem.LANES;
        FlowLayout.Box box = grid.interior(cell);
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
        startShift = start - box.first(0) + 1;
    }

    /** {@return distance of a tile's first line from the start of its cell, or of its rows} */
    public long place(int plane, int line) {
        return plane * planeStep + line * lineStep;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.cells;

import io.shmem4j.nas.sp.loops.LineTiles;

/** Solves the systems along the lines of cells, tile by tile. */
final class CellSweep {
    private final KeptTiles kept;
    private final LineTiles tiles;
    private final int lanes;
    private final long rowBytes;
    private final CellTransfer transfer;

    CellSweep(KeptTiles kept, LineTiles tiles, CellTransfer transfer) {
        this.kept = kept;
        this.tiles = tiles;
        this.transfer = transfer;
        lanes = tiles.lanes();
        rowBytes = kept.rowBytes();
    }

    /**
     * Brings lines along x into a tile.
     *
     * @param rhs   right-hand side of the first line
     * @param group derived numbers of the first line
     */
    void gatherX(CellLines lines, int tile, long rhs, long group) {
        use(kept.tile(lines.cell, tile) + lines.startShift, kept.upper(lines.cell, tile));
        tiles.gatherX(lines.startRows, rhs + 8L * lines.start, group + 8L * lines.start);
    }

    /**
     * Goes through all tiles of a cell.
     *
     * @param eliminate  whether to eliminate; tiles along x have been brought in before
     * @param substitute whether to substitute back and to take the solution away
     */
    void solve(CellLines lines, boolean eliminate, boolean substitute) {
        int tile = 0;
        for (int plane = lines.firstPlane; plane < lines.endPlane; plane++) {
            for (int line = lines.firstLine; line < lines.endLine; line += lanes, tile++) {
                solve(lines, tile, lines.place(plane, line), eliminate, substitute);
            }
        }
    }

    /** The same for one tile, whose first line is at a {@link CellLines#place}. */
    void solve(CellLines lines, int tile, long place, boolean eliminate, boolean substitute) {
        // A tile that is solved at once need not be kept: the same memory serves all, and stays in the nearest cache.
        boolean keep = !(eliminate && substitute);
        use(kept.tile(lines.cell, keep || lines.direction == 0 ? tile : 0),
            kept.upper(lines.cell, keep ? tile : 0));
        if (eliminate) {
            eliminate(lines, tile, place);
        }
        if (substitute) {
            substitute(lines, tile, place);
        }
    }

    private void use(long tile, long upper) {
        tiles.use(tile, upper, kept.store.layout.paddedLines);
    }

    private void eliminate(CellLines lines, int tile, long place) {
        if (lines.direction > 0) {
            tiles.gather(lines.rows, 1 + lines.direction, lines.u, lines.rhs, place);
        }
        if (lines.before) {
            transfer.takeForward(tile, tiles.tile, tiles.upper);
        } else {
            tiles.clearBefore();
        }
        tiles.forward(lines.rows, lines.firstRow, lines.direction);
    }

    private void substitute(CellLines lines, int tile, long place) {
        if (lines.behind) {
            transfer.takeBackward(tile, tiles.tile + (lines.rows + 2) * rowBytes);
        }
        tiles.backward(lines.rows);
        if (lines.before) {
            transfer.keepBackward(lines.direction, lines.cell, tile, tiles.tile + 2 * rowBytes);
        }
        if (lines.direction == 0) {
            use(tiles.tile + lines.startShift, tiles.upper);
            tiles.ninvr(lines.startRows);
            tiles.scatterX(lines.startRows, kept.store.rhs(lines.cell) + place + 8L * lines.start);
        } else if (lines.direction == 1) {
            tiles.scatterY(lines.rows, lines.rhs, place);
        } else {
            tiles.scatterZ(lines.rows, lines.u, place);
        }
    }
}

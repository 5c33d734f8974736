// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

/**
 * Solves the systems along the three directions in the cells of a PE, tile by tile.
 *
 * <p>The tiles of a cell are numbered plane by plane, in each by lines; the neighbours of a cell number alike.
 */
final class CellSweep {
    private final CellGrid grid;
    private final CellStore store;
    private final SpLayout layout;
    private final LineTiles tiles;
    private final int lanes;
    private final Box[] boxes;
    private final CellTransfer transfer;
    /** Per direction, y and z, and cell: where its lines are. */
    private final PlaneTable[][] uLines = new PlaneTable[SpConstants.DIRECTIONS][];
    private final PlaneTable[][] rhsLines = new PlaneTable[SpConstants.DIRECTIONS][];

    CellSweep(CellGrid grid, CellStore store, LineTiles tiles, Box[] boxes, CellTransfer transfer) {
        this.grid = grid;
        this.store = store;
        this.tiles = tiles;
        this.boxes = boxes;
        this.transfer = transfer;
        layout = store.layout;
        lanes = tiles.lanes();
        for (int d = 1; d < SpConstants.DIRECTIONS; d++) {
            uLines[d] = new PlaneTable[grid.p];
            rhsLines[d] = new PlaneTable[grid.p];
            for (int cell = 0; cell < grid.p; cell++) {
                uLines[d][cell] = store.lines(d, boxes[cell], store.u(cell));
                rhsLines[d][cell] = store.lines(d, boxes[cell], store.rhs(cell));
            }
        }
    }

    /** {@return tiles of a cell in a direction} */
    int tiles(int d, int cell) {
        return boxes[cell].points(across(d)) * vectors(d, cell);
    }

    /** {@return first line of the first tile of a plane} */
    int firstLine(int d, int cell) {
        if (d == 0) {
            // Lines along x may begin anywhere, but the last tile must end with the stored lines.
            Box box = boxes[cell];
            int count = (box.points(1) + lanes - 1) / lanes;
            return Math.min(box.first(1), layout.paddedLines - count * lanes);
        }
        return boxes[cell].first(0) / lanes * lanes;
    }

    private int vectors(int d, int cell) {
        return (boxes[cell].end(beside(d)) - firstLine(d, cell) + lanes - 1) / lanes;
    }

    /** {@return behind the last line of the last tile of a plane} */
    int endLine(int d, int cell) {
        return firstLine(d, cell) + vectors(d, cell) * lanes;
    }

    /**
     * Brings lines along x into a tile.
     *
     * @param rhs   right-hand side of the first line
     * @param group derived numbers of the first line
     */
    void gatherX(int cell, int tile, long rhs, long group) {
        int start = startX(cell);
        tiles.use(store.tile(cell, tile) + shiftX(cell), store.upper(cell, tile));
        tiles.gatherX(rowsX(cell), rhs + 8L * start, group + 8L * start);
    }

    /** {@return first stored point along x that tiles take in: the start of a vector} */
    private int startX(int cell) {
        return (boxes[cell].first(0) - 1) / CellGrid.VECTOR * CellGrid.VECTOR;
    }

    /** {@return unknown rows of a tile along x that begins with {@link #startX}} */
    private int rowsX(int cell) {
        return boxes[cell].end(0) - startX(cell) - 1;
    }

    /** {@return how far from a tile one begins whose row 0 is {@link #startX}, in bytes} */
    private long shiftX(int cell) {
        return (startX(cell) - boxes[cell].first(0) + 1) * store.rowBytes();
    }

    /**
     * Goes through all tiles of a cell.
     *
     * @param eliminate  whether to eliminate; tiles along x have been brought in before
     * @param substitute whether to substitute back and to take the solution away
     */
    void solve(int d, int cell, boolean eliminate, boolean substitute) {
        Box box = boxes[cell];
        int first = firstLine(d, cell);
        int end = endLine(d, cell);
        int tile = 0;
        for (int plane = box.first(across(d)); plane < box.end(across(d)); plane++) {
            for (int line = first; line < end; line += lanes, tile++) {
                solve(d, cell, tile, place(d, plane, line), eliminate, substitute);
            }
        }
    }

    /** Works at one tile, whose first line is at a distance {@code at} from the start of its cell or of its rows. */
    private void solve(int d, int cell, int tile, long at, boolean eliminate, boolean substitute) {
        // A tile that is solved at once need not be kept: the same memory serves all, and stays in the nearest cache.
        boolean keep = !(eliminate && substitute);
        tiles.use(store.tile(cell, keep || d == 0 ? tile : 0), store.upper(cell, keep ? tile : 0));
        if (eliminate) {
            eliminate(d, cell, tile, at);
        }
        if (substitute) {
            substitute(d, cell, tile, at);
        }
    }

    /** Eliminates in a tile along x of the first slice, as soon as it is there; solves it when there is no other slice. */
    void beginX(int cell, int tile, int plane, int line) {
        solve(0, cell, tile, place(0, plane, line), true, grid.p == 1);
    }

    private void eliminate(int d, int cell, int tile, long at) {
        Box box = boxes[cell];
        if (d > 0) {
            tiles.gather(box.points(d), 1 + d, uLines[d][cell], rhsLines[d][cell], at);
        }
        if (grid.slice(d, cell) > 0) {
            transfer.takeForward(d, cell, tile, tiles.tile, tiles.upper);
        } else {
            tiles.clearBefore();
        }
        tiles.forward(box.points(d), box.origin(d) + box.first(d) - 1, d);
    }

    private void substitute(int d, int cell, int tile, long at) {
        Box box = boxes[cell];
        int rows = box.points(d);
        int slice = grid.slice(d, cell);
        if (slice < grid.p - 1) {
            transfer.takeBackward(d, cell, tile, tiles.tile + (rows + 2) * store.rowBytes());
        }
        tiles.backward(rows);
        if (slice > 0) {
            transfer.keepBackward(d, cell, tile, tiles.tile + 2 * store.rowBytes());
        }
        if (d == 0) {
            tiles.use(tiles.tile + shiftX(cell), tiles.upper);
            tiles.scatterX(rowsX(cell), store.rhs(cell) + at + 8L * startX(cell), 0, rowsX(cell) + 2);
        } else if (d == 1) {
            tiles.scatterY(rows, rhsLines[d][cell].address[0] + at);
        } else {
            tiles.scatterZ(rows, uLines[d][cell], at);
        }
    }

    /** {@return the direction of the planes that a direction's lines are taken from} */
    private static int across(int d) {
        return d == 2 ? 1 : 2;
    }

    /** {@return the direction in which the lines of a tile lie side by side} */
    private static int beside(int d) {
        return d == 0 ? 1 : 0;
    }

    /** {@return distance of a tile's first line from the start of its cell, or of its rows} */
    private long place(int d, int plane, int line) {
        return switch (d) {
            case 0 -> (long) plane * layout.plane + (long) line * layout.line;
            case 1 -> (long) plane * layout.plane + 8L * line;
            default -> (long) plane * layout.line + 8L * line;
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.RawMemory;

/**
 * Solves pentadiagonal systems in the PE's cells. Elimination leaves the rows of each line in a tile, which is kept
 * until substitution.
 */
final class TileSweep implements LineSystem.Sweep {
    /** Bytes of a row of a tile, and of its upper diagonals; a neighbour needs two of either. */
    private static final int ROW = LineTiles.QUANTITIES * Double.BYTES * LineTiles.LANES;
    private static final int UPPER = LineTiles.UPPER * Double.BYTES * LineTiles.LANES;
    private static final int ROWS = 2 * ROW;
    private static final int UPPERS = 2 * UPPER;

    private final Cells cells;
    private final PhaseTimers timers;
    private final FlowLayout layout;
    private final LineTiles tiles;
    private final CellTransfer transfer;
    /** Most tiles of a cell, and distances of tiles and of their upper diagonals. */
    private final int most;
    private final long tileBytes;
    private final long upperBytes;
    private final long rhsPlanes;
    private final long tile;
    private final long upper;

    TileSweep(Cells cells, CellTransfer transfer, PhaseTimers timers) {
        this.cells = cells;
        this.transfer = transfer;
        this.timers = timers;
        layout = cells.layout;
        Workspace workspace = cells.workspace;
        most = cells.grid.mostTiles();
        tileBytes = (long) tileRows(layout) * ROW;
        upperBytes = (long) tileRows(layout) * UPPER;
        rhsPlanes = workspace.piece((long) cells.grid.p * layout.plane);
        // Tiles along x have up to two more rows in front.
        tile = workspace.piece(cells.grid.p * most * tileBytes + ROWS) + ROWS;
        upper = workspace.piece(cells.grid.p * most * upperBytes);
        tiles = new LineTiles(workspace, layout, cells.c);
    }

    static long bytes(CellGrid grid, FlowLayout layout) {
        long tiles = (long) grid.p * grid.mostTiles();
        return (long) grid.p * layout.plane + tiles * tileRows(layout) * (ROWS + UPPERS) / 2 + 2L * ROWS;
    }

    private static int tileRows(FlowLayout layout) {
        return layout.pitch / Double.BYTES + LineTiles.MARGIN + 2 * FlowLayout.GHOSTS;
    }

    private long tile(int cell, int number) {
        return tile + ((long) cell * most + number) * tileBytes;
    }

    private long upper(int cell, int number) {
        return upper + ((long) cell * most + number) * upperBytes;
    }

    /**
     * Computes right-hand sides and gathers them into tiles along x while they are cached. The first slice eliminates
     * at once, while messages for the other slices arrive.
     */
    @Override
    public void begin(CellLines x) {
        int cell = x.cell;
        PlaneRhs planeRhs = cells.planeRhs;
        long[] planes = cells.planes[cell];
        long rhs = rhsPlanes + (long) cell * layout.plane;
        int tile = 0;
        planeRhs.restart(cells.boxes[cell]);
        cells.work.rhs(cells.boxes[cell].points());
        for (int k = x.firstPlane; k < x.endPlane; k++) {
            long forcing = cells.forcing(cell) + (long) k * layout.plane;
            planeRhs.plane(k, planes);
            for (int j = x.firstLine; j < x.endLine; j += LineSystem.LANES, tile++) {
                planeRhs.lines(k, j, j + LineSystem.LANES, planes, forcing, rhs);
                planeRhs.txinvr(k, j, j + LineSystem.LANES, rhs);
                timers.lap(Phase.RHS);
                gatherX(x, tile, rhs + (long) j * layout.line, planeRhs.derived(k) + (long) j * layout.group);
                if (!x.before) {
                    solve(x, tile, x.offset(k, j), true, !x.behind);
                }
                timers.lap(Phase.X_SOLVE);
            }
        }
    }

    /** Gathers lines along x into a tile. */
    private void gatherX(CellLines lines, int tile, long rhs, long group) {
        use(tile(lines.cell, tile) + lines.startShift * ROW, upper(lines.cell, tile));
        tiles.gatherX(rhs + 8L * lines.start, group + 8L * lines.start);
    }

    @Override
    public void eliminate(CellLines lines) {
        if (lines.direction > 0 || lines.before) {
            solve(lines, true, !lines.behind);
        }
    }

    @Override
    public void substitute(CellLines lines) {
        solve(lines, false, true);
    }

    /**
     * Solves all tiles of a cell.
     *
     * @param eliminate  whether to eliminate; tiles along x are gathered before
     * @param substitute whether to substitute and store the solution
     */
    private void solve(CellLines lines, boolean eliminate, boolean substitute) {
        int tile = 0;
        for (int plane = lines.firstPlane; plane < lines.endPlane; plane++) {
            for (int line = lines.firstLine; line < lines.endLine; line += LineSystem.LANES, tile++) {
                solve(lines, tile, lines.offset(plane, line), eliminate, substitute);
            }
        }
    }

    /** Solves a tile, whose first line is at a {@link CellLines#offset}. */
    private void solve(CellLines lines, int tile, long offset, boolean eliminate, boolean substitute) {
        // Tiles solved at once share memory, which stays in the first-level cache.
        boolean keep = !(eliminate && substitute);
        use(tile(lines.cell, keep || lines.direction == 0 ? tile : 0), upper(lines.cell, keep ? tile : 0));
        if (eliminate) {
            eliminate(lines, tile, offset);
        }
        if (substitute) {
            substitute(lines, tile, offset);
        }
    }

    private void use(long tile, long upper) {
        tiles.use(tile, upper, layout.paddedLines);
    }

    private void eliminate(CellLines lines, int tile, long offset) {
        if (lines.direction > 0) {
            tiles.gather(lines.rows, 1 + lines.direction, lines.u, lines.rhs, offset);
        }
        if (lines.before) {
            long from = transfer.forward.from(tile);
            RawMemory.copy(from, tiles.tile, ROWS);
            RawMemory.copy(from + ROWS, tiles.upper, UPPERS);
        } else {
            tiles.clearBefore();
        }
        tiles.forward(lines.rows, lines.firstRow, lines.direction);
    }

    @Override
    public void writeForward(CellLines lines, int tile, long to) {
        RawMemory.copy(tile(lines.cell, tile) + (long) lines.rows * ROW, to, ROWS);
        RawMemory.copy(upper(lines.cell, tile) + (long) lines.rows * UPPER, to + ROWS, UPPERS);
    }

    private void substitute(CellLines lines, int tile, long offset) {
        if (lines.behind) {
            RawMemory.copy(transfer.backward.from(tile), tiles.tile + (lines.rows + 2) * ROW, ROWS);
        }
        long before = lines.before ? transfer.backward.to(tile) : 0;
        if (lines.direction == 0) {
            tiles.substituteX(lines.rows, before);
            use(tiles.tile + lines.startShift * ROW, tiles.upper);
            tiles.scatterX(lines.startRows, cells.rhs(lines.cell) + offset + 8L * lines.start);
        } else if (lines.direction == 1) {
            tiles.substituteY(lines.rows, lines.rhs, offset, before);
        } else {
            tiles.backward(lines.rows);
            if (lines.before) {
                RawMemory.copy(tiles.tile + 2 * ROW, before, ROWS);
            }
            tiles.scatterZ(lines.rows, lines.u, offset);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.RawMemory;

/** Solves pentadiagonal systems in the PE's own cells. */
final class SpSweep implements CellScheme.Sweep {
    private final Cells cells;
    private final PhaseTimers timers;
    private final FlowLayout layout;
    private final KeptTiles kept;
    private final LineTiles tiles;
    private final int lanes;
    private final long rowBytes;
    private final CellTransfer transfer;

    SpSweep(Cells cells, CellTransfer transfer, PhaseTimers timers) {
        this.cells = cells;
        this.transfer = transfer;
        this.timers = timers;
        layout = cells.layout;
        kept = new KeptTiles(cells.grid, cells.store);
        tiles = new LineTiles(cells.store.workspace, layout, cells.c);
        lanes = LineTiles.LANES;
        rowBytes = kept.rowBytes();
    }

    /**
     * Computes right-hand sides and brings them into the tiles along x while they are in cache. In the first slice
     * elimination needs nothing else and follows at once; in the others messages have that time to arrive.
     */
    @Override
    public void begin(CellLines x) {
        int cell = x.cell;
        PlaneRhs planeRhs = cells.planeRhs;
        long[] planes = cells.planes[cell];
        long rhs = kept.rhsPlane(cell);
        int tile = 0;
        planeRhs.restart(cells.boxes[cell]);
        cells.work.rhs(cells.boxes[cell].points());
        for (int k = x.firstPlane; k < x.endPlane; k++) {
            long forcing = cells.store.forcing(cell) + (long) k * layout.plane;
            planeRhs.plane(k, planes);
            for (int j = x.firstLine; j < x.endLine; j += lanes, tile++) {
                planeRhs.lines(k, j, j + lanes, planes, forcing, rhs);
                planeRhs.txinvr(k, j, j + lanes, rhs);
                timers.lap(Phase.RHS);
                gatherX(x, tile, rhs + (long) j * layout.line, planeRhs.derived(k) + (long) j * layout.group);
                if (!x.before) {
                    solve(x, tile, x.place(k, j), true, !x.behind);
                }
                timers.lap(Phase.X_SOLVE);
            }
        }
    }

    /** Brings lines along x into a tile. */
    private void gatherX(CellLines lines, int tile, long rhs, long group) {
        use(kept.tile(lines.cell, tile) + lines.startShift * rowBytes, kept.upper(lines.cell, tile));
        tiles.gatherX(lines.startRows, rhs + 8L * lines.start, group + 8L * lines.start);
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
     * Goes through all tiles of a cell.
     *
     * @param eliminate  whether to eliminate; tiles along x have been brought in before
     * @param substitute whether to substitute back and to take the solution away
     */
    private void solve(CellLines lines, boolean eliminate, boolean substitute) {
        int tile = 0;
        for (int plane = lines.firstPlane; plane < lines.endPlane; plane++) {
            for (int line = lines.firstLine; line < lines.endLine; line += lanes, tile++) {
                solve(lines, tile, lines.place(plane, line), eliminate, substitute);
            }
        }
    }

    /** The same for one tile, whose first line is at a {@link CellLines#place}. */
    private void solve(CellLines lines, int tile, long place, boolean eliminate, boolean substitute) {
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
        tiles.use(tile, upper, layout.paddedLines);
    }

    private void eliminate(CellLines lines, int tile, long place) {
        if (lines.direction > 0) {
            tiles.gather(lines.rows, 1 + lines.direction, lines.u, lines.rhs, place);
        }
        if (lines.before) {
            long from = transfer.forward.from(tile);
            RawMemory.copy(from, tiles.tile, kept.rows);
            RawMemory.copy(from + kept.rows, tiles.upper, kept.uppers);
        } else {
            tiles.clearBefore();
        }
        tiles.forward(lines.rows, lines.firstRow, lines.direction);
    }

    @Override
    public void give(CellLines lines, int tile, long to) {
        RawMemory.copy(kept.tileRows(lines.cell, tile, lines.rows), to, kept.rows);
        RawMemory.copy(kept.upperRows(lines.cell, tile, lines.rows), to + kept.rows, kept.uppers);
    }

    private void substitute(CellLines lines, int tile, long place) {
        if (lines.behind) {
            RawMemory.copy(transfer.backward.from(tile), tiles.tile + (lines.rows + 2) * rowBytes, kept.rows);
        }
        tiles.backward(lines.rows);
        if (lines.before) {
            RawMemory.copy(tiles.tile + 2 * rowBytes, transfer.backward.to(tile), kept.rows);
        }
        if (lines.direction == 0) {
            use(tiles.tile + lines.startShift * rowBytes, tiles.upper);
            tiles.ninvr(lines.startRows);
            tiles.scatterX(lines.startRows, kept.store.rhs(lines.cell) + place + 8L * lines.start);
        } else if (lines.direction == 1) {
            tiles.scatterY(lines.rows, lines.rhs, place);
        } else {
            tiles.scatterZ(lines.rows, lines.u, place);
        }
    }
}

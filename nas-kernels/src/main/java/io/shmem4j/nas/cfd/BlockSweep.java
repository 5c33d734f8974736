// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.RawMemory;

/**
 * Solves block tridiagonal systems in the PE's cells. An eliminated tile is kept until the next cell's solution
 * arrives; the last slice substitutes at once and keeps nothing.
 */
final class BlockSweep implements LineSystem.Sweep {
    private final Cells cells;
    private final CellTransfer transfer;
    private final PhaseTimers timers;
    private final BlockLines blocks;
    private final int mostTiles;
    /** Distance of kept tiles. */
    private final long tileBytes;
    private final long kept;

    BlockSweep(Cells cells, CellTransfer transfer, PhaseTimers timers) {
        this.cells = cells;
        this.transfer = transfer;
        this.timers = timers;
        CellGrid grid = cells.grid;
        blocks = new BlockLines(cells.workspace, cells.layout, cells.c, mostRows(grid));
        mostTiles = grid.mostTiles();
        tileBytes = tileBytes(grid);
        kept = cells.workspace.piece((grid.p - 1L) * mostTiles * tileBytes);
    }

    static long bytes(CellGrid grid) {
        return BlockLines.bytes(mostRows(grid)) + (grid.p - 1L) * grid.mostTiles() * tileBytes(grid)
            + FlowLayout.CACHE_LINE;
    }

    private static int mostRows(CellGrid grid) {
        return grid.size(0) + 2;
    }

    private static long tileBytes(CellGrid grid) {
        return (long) grid.size(0) * BlockLines.BLOCK * LineSystem.LANES * Double.BYTES;
    }

    @Override
    public void begin(CellLines x) {
        cells.computeRhs(x.cell, true);
        timers.lap(Phase.RHS);
    }

    @Override
    public void eliminate(CellLines lines) {
        int tile = 0;
        for (int plane = lines.firstPlane; plane < lines.endPlane; plane++) {
            for (int line = lines.firstLine; line < lines.endLine; line += LineSystem.LANES, tile++) {
                long offset = lines.offset(plane, line);
                load(lines, offset);
                long to = left(lines, tile);
                blocks.eliminate(lines.direction, lines.rows, lines.before ? transfer.forward.from(tile) : blocks.zeros,
                    to);
                if (!lines.behind) {
                    BlockLines.clear(blocks.right(lines.rows + 1), BlockLines.RIGHT_STEP);
                    substitute(lines, tile, offset, to);
                }
            }
        }
    }

    /** {@return the address of an eliminated tile} */
    private long left(CellLines lines, int tile) {
        int slice = cells.grid.slice(lines.direction, lines.cell);
        return lines.behind ? kept + ((long) slice * mostTiles + tile) * tileBytes : blocks.blocks;
    }

    @Override
    public void writeForward(CellLines lines, int tile, long to) {
        RawMemory.copy(left(lines, tile) + (lines.rows - 1L) * BlockLines.BLOCK_STEP, to, BlockLines.BLOCK_STEP);
    }

    @Override
    public void substitute(CellLines lines) {
        int tile = 0;
        for (int plane = lines.firstPlane; plane < lines.endPlane; plane++) {
            for (int line = lines.firstLine; line < lines.endLine; line += LineSystem.LANES, tile++) {
                RawMemory.copy(transfer.backward.from(tile), blocks.right(lines.rows + 1), BlockLines.RIGHT_STEP);
                substitute(lines, tile, lines.offset(plane, line), left(lines, tile));
            }
        }
    }

    private void substitute(CellLines lines, int tile, long offset, long from) {
        blocks.substitute(lines.rows, from);
        if (lines.before) {
            RawMemory.copy(blocks.right(1), transfer.backward.to(tile), BlockLines.RIGHT_STEP);
        }
        if (lines.direction == 0) {
            blocks.storeX(alongX(cells.rhs(lines.cell), lines, 1) + offset, cells.layout.line, 1, lines.rows);
        } else if (lines.direction == 1) {
            blocks.storeY(lines.rows, lines.rhs, offset);
        } else {
            blocks.add(lines.rows, lines.u, offset);
        }
    }

    private void load(CellLines lines, long offset) {
        if (lines.direction == 0) {
            blocks.loadX(alongX(cells.u(lines.cell), lines, 0) + offset,
                alongX(cells.rhs(lines.cell), lines, 0) + offset, cells.layout.line, 0, lines.rows + 2);
        } else {
            blocks.load(lines.direction, lines.rows, lines.u, offset, lines.rhs, offset);
        }
    }

    /** {@return the address of a row in the first line along x of a field} */
    private long alongX(long field, CellLines lines, int row) {
        return field + 8L * (cells.boxes[lines.cell].first(0) - 1 + row);
    }
}

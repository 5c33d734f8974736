// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Transfer;

/**
 * A PE's cells in one symmetric array, at the same offsets on all PEs, and what the PE computes in each without
 * messages. A cell has regions for unknowns, right-hand side and forcing.
 */
final class Cells {
    private static final int UNKNOWNS = 0;
    private static final int RHS = 1;
    private static final int FORCING = 2;
    private static final int REGIONS = 3;

    final CellGrid grid;
    final FlowConstants c;
    final FlowLayout layout;
    final SymmetricDoubles array;
    final Workspace workspace;
    final PlaneRhs planeRhs;
    final FlowWork work;
    /** Interior of each cell, and addresses of its planes of unknowns. */
    final FlowLayout.Box[] boxes;
    final long[][] planes;
    final LineSystem system;
    private final FlowLines lines;
    /** Bytes of a region, and address of the first one. */
    private final long region;
    private final long regions;

    Cells(KernelHeap heap, FlowConstants c, LineSystem system, Transfer transfer) {
        this.c = c;
        this.system = system;
        int pes = heap.shmem.nPes();
        work = new FlowWork(heap.shmem, system.operations);
        grid = new CellGrid(c.n, CellGrid.root(c.n, pes), heap.shmem.myPe());
        layout = grid.layout();
        lines = new FlowLines(layout, c.n);
        array = heap.doubles(bytes(c.n, system, transfer, pes) / Double.BYTES, FlowLayout.CACHE_LINE, "cells");
        workspace = new Workspace(array.local());
        region = region(layout);
        // Tiles read up to a plane beyond the last region.
        regions = workspace.piece(REGIONS * grid.p * region + layout.plane);
        planeRhs = new PlaneRhs(workspace, layout, c);
        boxes = new FlowLayout.Box[grid.p];
        planes = new long[grid.p][layout.lines];
        for (int cell = 0; cell < grid.p; cell++) {
            boxes[cell] = grid.interior(cell);
            for (int k = 0; k < layout.lines; k++) {
                planes[cell][k] = u(cell) + (long) k * layout.plane;
            }
        }
    }

    /** {@return bytes of the cells, of the solver and of the buffers of a transfer} */
    static long bytes(int n, LineSystem system, Transfer transfer, int pes) {
        CellGrid grid = new CellGrid(n, CellGrid.root(n, pes), 0);
        FlowLayout layout = grid.layout();
        return REGIONS * grid.p * region(layout) + layout.plane + PlaneRhs.bytes(layout)
            + system.sweepBytes(grid, layout) + CellTransfer.bytes(transfer, system, grid)
            + 16L * FlowLayout.CACHE_LINE;
    }

    private static long region(FlowLayout layout) {
        return (long) layout.lines * layout.plane;
    }

    /** {@return the index in the array of an address in it} */
    long index(long address) {
        return (address - array.local().address()) / Double.BYTES;
    }

    long u(int cell) {
        return regions + ((long) UNKNOWNS * grid.p + cell) * region;
    }

    long rhs(int cell) {
        return regions + ((long) RHS * grid.p + cell) * region;
    }

    long forcing(int cell) {
        return regions + ((long) FORCING * grid.p + cell) * region;
    }

    /** {@return addresses of a cell's lines along y or z in a region, starting one row before the interior} */
    long[] lines(int direction, int cell, long from) {
        long[] table = new long[boxes[cell].points(direction) + 2];
        for (int row = 0; row < table.length; row++) {
            table[row] = from + (boxes[cell].first(direction) - 1 + row) * layout.step(direction);
        }
        return table;
    }

    /** Sets the exact solution or the initial state. */
    void fill(boolean exactly) {
        for (int cell = 0; cell < grid.p; cell++) {
            lines.fill(boxes[cell], planes[cell], 0, layout.lines, exactly);
        }
    }

    /** Computes the right-hand side of a cell, plane by plane; {@code clear} zeroes it outside of the interior. */
    void computeRhs(int cell, boolean clear) {
        FlowLayout.Box box = boxes[cell];
        planeRhs.restart(box);
        for (int k = box.first(2); k < box.end(2); k++) {
            long plane = (long) k * layout.plane;
            planeRhs.plane(k, planes[cell]);
            planeRhs.lines(k, 0, layout.lines, planes[cell], forcing(cell) + plane, rhs(cell) + plane);
            if (clear) {
                planeRhs.clearOutside(0, layout.lines, rhs(cell) + plane);
            }
        }
        work.rhs(box.points());
    }

    /** Sets the forcing that keeps the present state steady. */
    void force(int cell) {
        FlowLayout.Box box = boxes[cell];
        computeRhs(cell, false);
        for (int k = box.first(2); k < box.end(2); k++) {
            long plane = (long) k * layout.plane;
            lines.force(box, forcing(cell) + plane, rhs(cell) + plane);
        }
    }

    /** Adds squares of right-hand sides and of errors to the sums. */
    void addSquares(int cell, double[] sums) {
        FlowLayout.Box box = boxes[cell];
        for (int k = box.first(2); k < box.end(2); k++) {
            lines.addSquares(box, k, planes[cell][k], rhs(cell) + (long) k * layout.plane, sums);
        }
    }
}

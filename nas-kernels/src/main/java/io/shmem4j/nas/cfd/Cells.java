// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Transfer;

/** A PE's cells: their contents, and what the PE computes in each without messages. */
public final class Cells {
    public final CellGrid grid;
    public final FlowConstants c;
    public final FlowLayout layout;
    public final CellStore store;
    public final PlaneRhs planeRhs;
    public final FlowWork work;
    /** Interior of each cell, and addresses of its planes of unknowns. */
    public final FlowLayout.Box[] boxes;
    public final long[][] planes;
    final LineSystem system;
    private final FlowLines lines;

    Cells(KernelHeap heap, FlowConstants c, LineSystem system, Transfer transfer) {
        this.c = c;
        this.system = system;
        work = new FlowWork(heap.shmem, system.operations);
        grid = new CellGrid(c.n, CellGrid.root(c.n, heap.shmem.nPes()), heap.shmem.myPe());
        layout = FlowLayout.ofCells(grid.size(0), grid.marginX);
        lines = new FlowLines(layout, c.n);
        store = new CellStore(heap, grid, layout,
            bytesBeside(system, transfer, grid, layout));
        planeRhs = new PlaneRhs(store.workspace, layout, c);
        boxes = new FlowLayout.Box[grid.p];
        planes = new long[grid.p][];
        for (int cell = 0; cell < grid.p; cell++) {
            boxes[cell] = grid.interior(cell);
            planes[cell] = store.planes(cell);
        }
    }

    /** {@return bytes of the cells and of the buffers of a transfer} */
    static long bytes(int n, LineSystem system, Transfer transfer, int pes) {
        CellGrid grid = new CellGrid(n, CellGrid.root(n, pes), 0);
        FlowLayout layout = FlowLayout.ofCells(grid.size(0), grid.marginX);
        return CellStore.bytes(grid, layout, bytesBeside(system, transfer, grid, layout));
    }

    private static long bytesBeside(LineSystem system, Transfer transfer, CellGrid grid, FlowLayout layout) {
        return system.sweepBytes(grid, layout) + CellTransfer.bytes(transfer, system, grid);
    }

    /** Sets the exact solution or the initial state. */
    void fill(boolean exactly) {
        for (int cell = 0; cell < grid.p; cell++) {
            lines.fill(boxes[cell], planes[cell], 0, layout.lines, exactly);
        }
    }

    /** Computes the right-hand side of a cell, plane by plane, and clears it outside of the interior if asked to. */
    public void computeRhs(int cell, boolean clear) {
        FlowLayout.Box box = boxes[cell];
        planeRhs.restart(box);
        for (int k = box.first(2); k < box.end(2); k++) {
            long plane = (long) k * layout.plane;
            planeRhs.plane(k, planes[cell]);
            planeRhs.lines(k, 0, layout.lines, planes[cell], store.forcing(cell) + plane, store.rhs(cell) + plane);
            if (clear) {
                planeRhs.clearOutside(0, layout.lines, store.rhs(cell) + plane);
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
            lines.force(box, store.forcing(cell) + plane, store.rhs(cell) + plane);
        }
    }

    /** Adds squares of right-hand sides and of errors to the sums. */
    void addSquares(int cell, double[] sums) {
        FlowLayout.Box box = boxes[cell];
        for (int k = box.first(2); k < box.end(2); k++) {
            lines.addSquares(box, k, planes[cell][k], store.rhs(cell) + (long) k * layout.plane, sums);
        }
    }
}

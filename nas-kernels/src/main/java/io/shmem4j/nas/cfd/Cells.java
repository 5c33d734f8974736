// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.RawMemory;
import io.shmem4j.nas.npb.Transfer;

/** A PE's cells of the multipartition: what they hold, and what the PE computes in each of them by itself. */
public final class Cells {
    public final CellGrid grid;
    public final FlowConstants c;
    public final FlowLayout layout;
    public final CellStore store;
    public final PlaneRhs planeRhs;
    public final FlowWork work;
    /** By cell: its interior, and where its planes of unknowns are. */
    public final FlowLayout.Box[] boxes;
    public final long[][] planes;
    final LineSystem system;
    private final int n;
    private final FlowLines.ExactSolution exact;

    Cells(KernelHeap heap, FlowConstants c, LineSystem system, Transfer transfer) {
        n = c.n;
        this.c = c;
        this.system = system;
        work = new FlowWork(heap.shmem, system.operations);
        exact = new FlowLines.ExactSolution(n);
        grid = new CellGrid(n, CellGrid.root(n, heap.shmem.nPes()), heap.shmem.myPe());
        layout = FlowLayout.ofCells(grid.size(0), grid.marginX);
        store = new CellStore(heap, grid, layout,
            Multipartition.bytes(transfer, system, grid, layout, !heap.shmem.simulated()));
        planeRhs = new PlaneRhs(store.workspace, layout, c);
        boxes = new FlowLayout.Box[grid.p];
        planes = new long[grid.p][];
        for (int cell = 0; cell < grid.p; cell++) {
            boxes[cell] = grid.interior(cell);
            planes[cell] = store.planes(cell);
        }
    }

    /** {@return bytes of them and of what a transfer needs beside} */
    static long bytes(int n, LineSystem system, Transfer transfer, int pes, boolean mapped) {
        CellGrid grid = new CellGrid(n, CellGrid.root(n, pes), 0);
        FlowLayout layout = FlowLayout.ofCells(grid.size(0), grid.marginX);
        return CellStore.bytes(grid, layout, Multipartition.bytes(transfer, system, grid, layout, mapped));
    }

    /** Sets the exact solution, or the first state. */
    void fill(boolean exactly) {
        for (int cell = 0; cell < grid.p; cell++) {
            FlowLayout.Box box = boxes[cell];
            for (int k = 0; k < layout.lines; k++) {
                for (int j = 0; j < layout.paddedLines; j++) {
                    for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                        long row = store.u(cell) + (long) k * layout.plane + (long) j * layout.line
                            + (long) m * layout.pitch;
                        for (int i = 0; i < layout.pitch / Double.BYTES; i++) {
                            RawMemory.set(row + 8L * i, value(exactly, m, box.origin(0) + i,
                                box.origin(1) + j, box.origin(2) + k));
                        }
                    }
                }
            }
        }
    }

    /** {@return an unknown at a point of the grid, and outside of it a state that can be computed with} */
    private double value(boolean exactly, int m, int i, int j, int k) {
        if (Math.min(i, Math.min(j, k)) < 0 || Math.max(i, Math.max(j, k)) >= n) {
            return m == 0 || m == FlowConstants.UNKNOWNS - 1 ? 1 : 0;
        }
        return exactly ? exact.at(m, i, j, k) : exact.start(m, i, j, k);
    }

    /**
     * Computes right-hand sides of a cell, plane by plane.
     *
     * @param prepare whether to make them ready to be solved
     */
    public void computeRhs(int cell, boolean prepare) {
        FlowLayout.Box box = boxes[cell];
        planeRhs.restart(box);
        for (int k = box.first(2); k < box.end(2); k++) {
            long plane = (long) k * layout.plane;
            planeRhs.plane(k, planes[cell]);
            planeRhs.lines(k, 0, layout.lines, planes[cell], store.forcing(cell) + plane, store.rhs(cell) + plane);
            if (prepare) {
                system.prepare(planeRhs, k, 0, layout.lines, store.rhs(cell) + plane);
            }
        }
        work.rhs(box.points());
    }

    /** The forcing is what keeps the present state still: minus its right-hand side. */
    void force(int cell) {
        computeRhs(cell, false);
        for (long at = 0; at < store.field; at += 8) {
            RawMemory.set(store.forcing(cell) + at, -RawMemory.get(store.rhs(cell) + at));
        }
    }

    /** Adds squares of right-hand sides inside, and of errors everywhere in a cell. */
    void addSquares(int cell, double[] sums) {
        FlowLayout.Box box = boxes[cell];
        for (int k = 0; k < grid.size(grid.slice(2, cell)); k++) {
            for (int j = 0; j < grid.size(grid.slice(1, cell)); j++) {
                for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                    addRow(cell, box, m, FlowLayout.GHOSTS + j, FlowLayout.GHOSTS + k, sums);
                }
            }
        }
    }

    private void addRow(int cell, FlowLayout.Box box, int m, int j, int k, double[] sums) {
        long row = (long) k * layout.plane + (long) j * layout.line + (long) m * layout.pitch;
        boolean inside = j >= box.first(1) && j < box.end(1) && k >= box.first(2) && k < box.end(2);
        for (int i = grid.marginX; i < grid.marginX + grid.size(grid.slice(0, cell)); i++) {
            double error = RawMemory.get(store.u(cell) + row + 8L * i)
                - exact.at(m, box.origin(0) + i, box.origin(1) + j, box.origin(2) + k);
            sums[FlowConstants.UNKNOWNS + m] += error * error;
            if (inside && i >= box.first(0) && i < box.end(0)) {
                double value = RawMemory.get(store.rhs(cell) + row + 8L * i);
                sums[m] += value * value;
            }
        }
    }
}

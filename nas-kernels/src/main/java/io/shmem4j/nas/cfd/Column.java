// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * The cells of a column, whose systems this PE solves from end to end: tiles take the rows of each line from
 * whichever cell they are in, so nothing is kept between elimination and substitution.
 *
 * <p>Where memory of other PEs is mapped, they are on their owners, and {@link #read} and {@link #write} have nothing
 * to do. Elsewhere they are in copies, which those two bring in and take back through views.
 */
final class Column {
    private final int direction;
    private final CellGrid grid;
    private final FlowLayout layout;
    private final CellStore store;
    private final LineSystem.Columns solver;
    private final int rows;
    /** Extent across the column, common to all its cells. */
    private final FlowLayout.Box box;
    /** Addresses of the cells' unknowns and right-hand sides. */
    private final long[] cellU;
    private final long[] cellRhs;
    /** Slices of the cells. */
    private final int[][] at;
    /** Their owners' cells, null where no copy is needed. */
    private final CellView[] far;
    private final PlaneRhs.Prefetch prefetch;
    /** Along y and z: where each row is, in the first plane or line. */
    private final long[] u;
    private final long[] rhs;

    /** Finds the cells, or room for copies of them, if they are needed. */
    Column(int direction, Cells own, CellView[] views, long copies, LineSystem.Columns solver) {
        this.direction = direction;
        store = own.store;
        grid = own.grid;
        layout = own.layout;
        this.solver = solver;
        rows = own.c.n - 2;
        prefetch = new PlaneRhs.Prefetch(own.c);
        box = own.boxes[grid.cell(direction, 0)];
        cellU = new long[grid.p];
        cellRhs = new long[grid.p];
        far = new CellView[grid.p];
        at = grid.column(direction);
        for (int slice = 0; slice < grid.p; slice++) {
            find(slice, views[grid.owner(at[slice])], copies);
        }
        u = new long[own.c.n];
        rhs = new long[own.c.n];
        for (int slice = 0; direction > 0 && slice < grid.p; slice++) {
            for (int row = 0; row < grid.size(slice); row++) {
                long place = (FlowLayout.GHOSTS + row) * layout.step(direction);
                u[grid.start(slice) + row] = cellU[slice] + place;
                rhs[grid.start(slice) + row] = cellRhs[slice] + place;
            }
        }
    }

    private void find(int slice, CellView view, long copies) {
        int cell = at[slice][2];
        if (grid.owner(at[slice]) == grid.pe() || view.mapped()) {
            cellU[slice] = store.u(cell) + view.away();
            cellRhs[slice] = store.rhs(cell) + view.away();
        } else {
            far[slice] = view;
            cellU[slice] = copies + 2 * slice * store.field;
            cellRhs[slice] = cellU[slice] + store.field;
        }
    }

    /** {@return bytes of the copies} */
    static long bytes(CellGrid grid, FlowLayout layout) {
        return 2 * grid.p * CellStore.field(layout);
    }

    /** {@return computed points, with the points that fill up a vector} */
    long points() {
        int across = box.points(direction == 2 ? 1 : 2);
        int beside = box.points(direction == 0 ? 1 : 0);
        return (long) rows * across * ((beside + LineSystem.LANES - 1) / LineSystem.LANES * LineSystem.LANES);
    }

    void solve() {
        if (direction == 0) {
            solveX();
        } else {
            solveAcross(direction == 1 ? 2 : 1, direction == 1 ? layout.plane : layout.line);
        }
    }

    /** Lines of a plane make up tiles; the remaining lines do so with the same lines of the next planes. */
    private void solveX() {
        int whole = box.first(1) + box.points(1) / LineSystem.LANES * LineSystem.LANES;
        int plane = box.first(2);
        for (; plane + LineSystem.LANES <= box.end(2); plane += LineSystem.LANES) {
            for (int k = plane; k < plane + LineSystem.LANES; k++) {
                touch(k);
                for (int j = box.first(1); j < whole; j += LineSystem.LANES) {
                    solveX(k, j, layout.line);
                }
            }
            for (int j = whole; j < box.end(1); j++) {
                solveX(plane, j, layout.plane);
            }
        }
        // Lines behind the cell are solved along, but there must be some.
        int tilesOfPlane = (box.points(1) + LineSystem.LANES - 1) / LineSystem.LANES;
        int first = Math.min(box.first(1), layout.paddedLines - tilesOfPlane * LineSystem.LANES);
        for (; plane < box.end(2); plane++) {
            touch(plane);
            for (int j = first; j < box.end(1); j += LineSystem.LANES) {
                solveX(plane, j, layout.line);
            }
        }
    }

    private void touch(int k) {
        for (int slice = 0; slice < grid.p; slice++) {
            prefetch.touch(cellRhs[slice] + (long) k * layout.plane, layout.plane);
            prefetch.touch(cellU[slice] + (long) k * layout.plane, layout.plane);
        }
    }

    /** Solves lines along x from a first one on. */
    private void solveX(int k, int j, int step) {
        solver.solveX(cellU, cellRhs, (long) k * layout.plane + (long) j * layout.line + 8L * grid.marginX, step);
    }

    /** Solves lines along y or z, neighbours along x at once. */
    private void solveAcross(int across, int step) {
        for (int plane = box.first(across); plane < box.end(across); plane++) {
            for (int i = box.first(0) / LineSystem.LANES * LineSystem.LANES; i < box.end(0); i += LineSystem.LANES) {
                solver.solveAcross(direction, u, rhs, (long) plane * step + 8L * i);
            }
        }
    }

    void read() {
        for (int slice = 0; slice < far.length; slice++) {
            if (far[slice] != null) {
                move(slice, cellU[slice], store.u(at[slice][2]), false);
                move(slice, cellRhs[slice], store.rhs(at[slice][2]), false);
            }
        }
    }

    /** Takes to their owners what was changed: along z the unknowns, else the right-hand sides. */
    void write() {
        for (int slice = 0; slice < far.length; slice++) {
            if (far[slice] != null) {
                int number = at[slice][2];
                move(slice, direction == 2 ? cellU[slice] : cellRhs[slice],
                    direction == 2 ? store.u(number) : store.rhs(number), true);
            }
        }
    }

    /** Copies the lines of a cell, without the ghosts across y and z. */
    private void move(int slice, long here, long there, boolean back) {
        long bytes = (long) grid.size(at[slice][1]) * store.layout.line;
        for (int k = 0; k < grid.size(at[slice][2]); k++) {
            long place = (FlowLayout.GHOSTS + k) * (long) store.layout.plane
                + FlowLayout.GHOSTS * (long) store.layout.line;
            if (back) {
                far[slice].write(here + place, there + place, bytes);
            } else {
                far[slice].read(there + place, here + place, bytes);
            }
        }
    }
}

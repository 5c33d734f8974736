// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * Where the cells of a PE's column along a direction are.
 *
 * <p>Where memory of other PEs is mapped, that is on their owners, and {@link #read} and {@link #write} have nothing to
 * do. Elsewhere it is in copies, which those two bring in and take back through views.
 */
public final class ColumnCells {
    /** Addresses of the cells' unknowns and right-hand sides. */
    public final long[] u;
    public final long[] rhs;
    private final int direction;
    private final CellStore store;
    private final CellGrid grid;
    /** Slices of the cells. */
    private final int[][] at;
    /** Their owners' cells, null where no copy is needed. */
    private final CellView[] far;

    /**
     * Finds the cells.
     *
     * @param copies where there is room for copies, if they are needed
     */
    ColumnCells(Cells own, int direction, CellView[] views, long copies) {
        this.direction = direction;
        store = own.store;
        grid = own.grid;
        int p = grid.p;
        u = new long[p];
        rhs = new long[p];
        far = new CellView[p];
        at = grid.column(direction);
        for (int slice = 0; slice < p; slice++) {
            int pe = grid.owner(at[slice]);
            int cell = at[slice][2];
            CellView view = views[pe];
            if (pe == grid.pe() || view.mapped()) {
                u[slice] = store.u(cell) + view.away();
                rhs[slice] = store.rhs(cell) + view.away();
            } else {
                far[slice] = view;
                u[slice] = copies + 2 * slice * store.field;
                rhs[slice] = u[slice] + store.field;
            }
        }
    }

    /** {@return bytes of the copies} */
    static long bytes(CellGrid grid, FlowLayout layout) {
        return 2 * grid.p * CellStore.field(layout);
    }

    void read() {
        for (int slice = 0; slice < far.length; slice++) {
            if (far[slice] != null) {
                move(slice, u[slice], store.u(at[slice][2]), false);
                move(slice, rhs[slice], store.rhs(at[slice][2]), false);
            }
        }
    }

    /** Takes to their owners what was changed: along z the unknowns, else the right-hand sides. */
    void write() {
        for (int slice = 0; slice < far.length; slice++) {
            if (far[slice] != null) {
                int number = at[slice][2];
                move(slice, direction == 2 ? u[slice] : rhs[slice],
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/**
 * The cells of a column, whose systems this PE solves from end to end: tiles take the rows of each line from
 * whichever cell they are in, so nothing is kept between elimination and substitution.
 */
final class Column {
    private final int direction;
    private final CellGrid grid;
    private final FlowLayout layout;
    private final CellScheme.Columns solver;
    private final int lanes;
    private final int rows;
    /** What all cells of the column have in common: the extent across it. */
    private final FlowLayout.Box box;
    /** Unknowns and right-hand side of each cell. */
    private final ColumnCells cells;
    private final PlaneRhs.Prefetch prefetch;
    /** Along y and z: where each row is, in the first plane or line. */
    private final long[] u;
    private final long[] rhs;

    Column(int direction, Cells own, ColumnCells cells, CellScheme.Columns solver) {
        this.direction = direction;
        this.cells = cells;
        grid = own.grid;
        layout = own.layout;
        this.solver = solver;
        lanes = own.scheme.lanes();
        rows = own.c.n - 2;
        prefetch = new PlaneRhs.Prefetch(own.c);
        box = own.boxes[grid.cell(direction, 0)];
        u = new long[own.c.n];
        rhs = new long[own.c.n];
        for (int slice = 0; direction > 0 && slice < grid.p; slice++) {
            for (int row = 0; row < grid.size(slice); row++) {
                long place = (FlowLayout.GHOSTS + row) * layout.step(direction);
                u[grid.start(slice) + row] = cells.u[slice] + place;
                rhs[grid.start(slice) + row] = cells.rhs[slice] + place;
            }
        }
    }

    /** {@return computed points, with the points that fill up a vector} */
    long points() {
        int across = box.points(direction == 2 ? 1 : 2);
        int beside = box.points(direction == 0 ? 1 : 0);
        return (long) rows * across * ((beside + lanes - 1) / lanes * lanes);
    }

    void read() {
        cells.read();
    }

    void solve() {
        if (direction == 0) {
            solveX();
        } else {
            solveAcross(direction == 1 ? 2 : 1, direction == 1 ? layout.plane : layout.line);
        }
    }

    void write() {
        cells.write();
    }

    /** Lines of a plane make up tiles; the remaining lines do so with the same lines of the next planes. */
    private void solveX() {
        int whole = box.first(1) + box.points(1) / lanes * lanes;
        int plane = box.first(2);
        for (; plane + lanes <= box.end(2); plane += lanes) {
            for (int k = plane; k < plane + lanes; k++) {
                touch(k);
                for (int j = box.first(1); j < whole; j += lanes) {
                    solveX(k, j, layout.line);
                }
            }
            for (int j = whole; j < box.end(1); j++) {
                solveX(plane, j, layout.plane);
            }
        }
        // Lines behind the cell are solved along, but there must be some.
        int tilesOfPlane = (box.points(1) + lanes - 1) / lanes;
        int first = Math.min(box.first(1), layout.paddedLines - tilesOfPlane * lanes);
        for (; plane < box.end(2); plane++) {
            touch(plane);
            for (int j = first; j < box.end(1); j += lanes) {
                solveX(plane, j, layout.line);
            }
        }
    }

    private void touch(int k) {
        for (int slice = 0; slice < grid.p; slice++) {
            prefetch.touch(cells.rhs[slice] + (long) k * layout.plane, layout.plane);
            prefetch.touch(cells.u[slice] + (long) k * layout.plane, layout.plane);
        }
    }

    /** Solves lines along x from a first one on. */
    private void solveX(int k, int j, int step) {
        solver.solveX(cells, (long) k * layout.plane + (long) j * layout.line + 8L * grid.marginX, step);
    }

    /** Solves lines along y or z, neighbours along x at once. */
    private void solveAcross(int across, int step) {
        for (int plane = box.first(across); plane < box.end(across); plane++) {
            for (int i = box.first(0) / lanes * lanes; i < box.end(0); i += lanes) {
                solver.solveAcross(direction, u, rhs, (long) plane * step + 8L * i);
            }
        }
    }
}

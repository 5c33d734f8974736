// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Everyone;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Ram;

/**
 * Each PE has cells of the grid, see {@link CellGrid}, and in a sweep solves in one after the other.
 *
 * <p>A step brings the ghosts up to date. Then, for each direction, elimination goes through the slices upwards and
 * substitution downwards; from one slice to the next, two rows of every line are passed on. Along x, the right-hand
 * sides of a slice are computed before its elimination. There is no barrier in a step.
 */
final class Multipartition implements Decomposition {
    private final Shmem shmem;
    private final PhaseTimers<SpPhase> timers;
    private final Everyone everyone;
    private final SpWork work;
    private final SpConstants c;
    private final SpLayout layout;
    private final ExactSolution exact;
    private final int n;
    private final CellGrid grid;
    private final CellStore store;
    private final Box[] boxes;
    private final PlaneTable[] planes;
    private final PlaneRhs planeRhs;
    private final LineTiles tiles;
    private final CellTransfer transfer;
    private final CellSweep sweep;
    /** By direction and cell. */
    private final CellLines[][] lines;

    Multipartition(Shmem shmem, SpProblem problem, PhaseTimers<SpPhase> timers, Everyone everyone,
        SpTransfer by) {
        this.shmem = shmem;
        this.timers = timers;
        this.everyone = everyone;
        work = new SpWork(shmem);
        n = problem.n();
        c = new SpConstants(n, problem.dt());
        exact = new ExactSolution(n);
        grid = new CellGrid(n, CellGrid.root(n, shmem.nPes()), shmem.myPe());
        layout = SpLayout.ofCells(grid.size(0), grid.marginX);
        store = by.store(shmem, grid, layout, Twins.LANES);
        planeRhs = new PlaneRhs(store.workspace, layout, c);
        tiles = Twins.tiles(store.workspace, layout, c);
        transfer = by.transfer(shmem, grid, store);
        boxes = new Box[grid.p];
        planes = new PlaneTable[grid.p];
        for (int cell = 0; cell < grid.p; cell++) {
            boxes[cell] = grid.interior(cell);
            planes[cell] = store.planes(cell);
        }
        sweep = new CellSweep(store, tiles, transfer);
        lines = new CellLines[SpConstants.DIRECTIONS][grid.p];
        for (int d = 0; d < SpConstants.DIRECTIONS; d++) {
            for (int cell = 0; cell < grid.p; cell++) {
                lines[d][cell] = new CellLines(d, cell, grid, store, tiles.lanes());
            }
        }
        force();
    }

    /** The forcing is what keeps the exact solution still: minus its right-hand side. */
    private void force() {
        fill(true);
        shmem.barrierAll();
        transfer.exchangeGhosts();
        for (int cell = 0; cell < grid.p; cell++) {
            computeRhs(cell);
            for (long at = 0; at < (long) layout.lines * layout.plane; at += 8) {
                Ram.set(store.forcing(cell) + at, -Ram.get(store.rhs(cell) + at));
            }
        }
    }

    @Override
    public void initialize() {
        // The barrier before is for neighbours that still load the ghosts of what is overwritten.
        shmem.barrierAll();
        fill(false);
        shmem.barrierAll();
    }

    private void fill(boolean exactly) {
        for (int cell = 0; cell < grid.p; cell++) {
            Box box = boxes[cell];
            for (int k = 0; k < layout.lines; k++) {
                for (int j = 0; j < layout.paddedLines; j++) {
                    for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
                        long row = store.u(cell) + (long) k * layout.plane + (long) j * layout.line
                            + (long) m * layout.pitch;
                        for (int i = 0; i < layout.pitch / Double.BYTES; i++) {
                            Ram.set(row + 8L * i, value(exactly, m, box.origin(0) + i,
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
            return m == 0 || m == SpConstants.UNKNOWNS - 1 ? 1 : 0;
        }
        return exactly ? exact.at(m, i, j, k) : exact.start(m, i, j, k);
    }

    @Override
    public void step() {
        transfer.exchangeGhosts();
        timers.lap(SpPhase.EXCHANGE);
        for (int d = 0; d < SpConstants.DIRECTIONS; d++) {
            for (int slice = 0; slice < grid.p; slice++) {
                forward(d, slice);
            }
            for (int slice = grid.p - 2; slice >= 0; slice--) {
                backward(d, slice);
            }
        }
    }

    /** Eliminates in a slice; in the last one substitutes at once. */
    private void forward(int d, int slice) {
        CellLines cell = lines[d][grid.cell(d, slice)];
        if (d == 0) {
            begin(cell);
        }
        if (cell.before) {
            transfer.awaitForward(d, cell.cell, cell.tiles);
            timers.lap(SpPhase.EXCHANGE);
        }
        if (d > 0 || cell.before) {
            sweep.solve(cell, true, !cell.behind);
        }
        work.solve((long) cell.tiles * tiles.lanes() * cell.rows);
        timers.lap(SpPhase.SOLVES[d]);
        if (cell.behind) {
            transfer.sendForward(d, cell.cell, cell.tiles);
        } else if (cell.before) {
            transfer.sendBackward(d, cell.cell, cell.tiles);
        }
        timers.lap(SpPhase.EXCHANGE);
    }

    private void backward(int d, int slice) {
        CellLines cell = lines[d][grid.cell(d, slice)];
        transfer.awaitBackward(d, cell.cell, cell.tiles);
        timers.lap(SpPhase.EXCHANGE);
        sweep.solve(cell, false, true);
        timers.lap(SpPhase.SOLVES[d]);
        if (cell.before) {
            transfer.sendBackward(d, cell.cell, cell.tiles);
            timers.lap(SpPhase.EXCHANGE);
        }
    }

    /**
     * Computes right-hand sides and brings them into the tiles along x while they are in cache. In the first slice
     * elimination needs nothing else and follows at once; in the others messages have that time to arrive.
     */
    private void begin(CellLines x) {
        int cell = x.cell;
        Box box = boxes[cell];
        long rhs = store.rhsPlane(cell);
        int lanes = tiles.lanes();
        int tile = 0;
        planeRhs.restart(box);
        for (int k = x.firstPlane; k < x.endPlane; k++) {
            long forcing = store.forcing(cell) + (long) k * layout.plane;
            planeRhs.plane(k, planes[cell]);
            for (int j = x.firstLine; j < x.endLine; j += lanes, tile++) {
                planeRhs.lines(k, j, j + lanes, planes[cell], forcing, rhs);
                planeRhs.txinvr(k, j, j + lanes, rhs);
                timers.lap(SpPhase.RHS);
                sweep.gatherX(x, tile, rhs + (long) j * layout.line, planeRhs.derived(k) + (long) j * layout.group);
                if (!x.before) {
                    sweep.solve(x, tile, x.place(k, j), true, !x.behind);
                }
                timers.lap(SpPhase.X_SOLVE);
            }
        }
        work.rhs(box.points());
    }

    private void computeRhs(int cell) {
        Box box = boxes[cell];
        planeRhs.restart(box);
        for (int k = box.first(2); k < box.end(2); k++) {
            long plane = (long) k * layout.plane;
            planeRhs.plane(k, planes[cell]);
            planeRhs.lines(k, 0, layout.lines, planes[cell], store.forcing(cell) + plane, store.rhs(cell) + plane);
        }
        work.rhs(box.points());
    }

    @Override
    public SpNorms norms() {
        double[] sums = new double[2 * SpConstants.UNKNOWNS];
        transfer.exchangeGhosts();
        for (int cell = 0; cell < grid.p; cell++) {
            computeRhs(cell);
            addSquares(cell, sums);
        }
        return SpNorms.of(everyone.sum(sums), n, c.dt);
    }

    @Override
    public void free() {
        transfer.free();
    }

    /** Adds squares of right-hand sides inside, and of errors everywhere in a cell. */
    private void addSquares(int cell, double[] sums) {
        Box box = boxes[cell];
        for (int k = 0; k < grid.size(grid.slice(2, cell)); k++) {
            for (int j = 0; j < grid.size(grid.slice(1, cell)); j++) {
                for (int m = 0; m < SpConstants.UNKNOWNS; m++) {
                    addRow(cell, box, m, CellGrid.GHOSTS + j, CellGrid.GHOSTS + k, sums);
                }
            }
        }
    }

    private void addRow(int cell, Box box, int m, int j, int k, double[] sums) {
        long row = (long) k * layout.plane + (long) j * layout.line + (long) m * layout.pitch;
        boolean inside = j >= box.first(1) && j < box.end(1) && k >= box.first(2) && k < box.end(2);
        for (int i = grid.marginX; i < grid.marginX + grid.size(grid.slice(0, cell)); i++) {
            double error = Ram.get(store.u(cell) + row + 8L * i)
                - exact.at(m, box.origin(0) + i, box.origin(1) + j, box.origin(2) + k);
            sums[SpConstants.UNKNOWNS + m] += error * error;
            if (inside && i >= box.first(0) && i < box.end(0)) {
                double value = Ram.get(store.rhs(cell) + row + 8L * i);
                sums[m] += value * value;
            }
        }
    }
}

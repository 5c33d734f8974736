// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Everyone;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Ram;

/**
 * Each PE has cells of the grid, see {@link CellGrid}, and in a sweep solves in one after the other.
 *
 * <p>A step brings the ghosts up to date and computes the right-hand sides. Then, for each direction, elimination goes
 * through the slices upwards and substitution downwards; from one slice to the next, two rows of every line are passed
 * on. There is no barrier in a step.
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
    /** Per direction, y and z, and cell: where its lines are. */
    private final PlaneTable[][] uLines = new PlaneTable[SpConstants.DIRECTIONS][];
    private final PlaneTable[][] rhsLines = new PlaneTable[SpConstants.DIRECTIONS][];
    private final PlaneRhs planeRhs;
    private final LineTiles tiles;
    private final CellTransfer transfer;

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
        layout = SpLayout.ofCells(grid.size(0));
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
        for (int d = 1; d < SpConstants.DIRECTIONS; d++) {
            uLines[d] = new PlaneTable[grid.p];
            rhsLines[d] = new PlaneTable[grid.p];
            for (int cell = 0; cell < grid.p; cell++) {
                uLines[d][cell] = store.lines(d, boxes[cell], store.u(cell));
                rhsLines[d][cell] = store.lines(d, boxes[cell], store.rhs(cell));
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
            computeRhs(cell, false);
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
        for (int cell = 0; cell < grid.p; cell++) {
            computeRhs(cell, true);
        }
        timers.lap(SpPhase.RHS);
        for (int d = 0; d < SpConstants.DIRECTIONS; d++) {
            sweep(d);
        }
    }

    private void computeRhs(int cell, boolean characteristic) {
        Box box = boxes[cell];
        planeRhs.restart(box);
        for (int k = box.first(2); k < box.end(2); k++) {
            long plane = (long) k * layout.plane;
            long rhs = store.rhs(cell) + plane;
            planeRhs.plane(k, planes[cell]);
            planeRhs.lines(k, 0, layout.lines, planes[cell], store.forcing(cell) + plane, rhs);
            if (characteristic) {
                planeRhs.txinvr(k, 0, layout.lines, rhs);
            }
        }
        work.rhs(box.points());
    }

    private void sweep(int d) {
        SpPhase phase = SpPhase.SOLVES[d];
        for (int slice = 0; slice < grid.p; slice++) {
            int cell = grid.cell(d, slice);
            if (slice > 0) {
                transfer.awaitForward(d, cell, tiles(d, cell));
                timers.lap(SpPhase.EXCHANGE);
            }
            int count = eliminate(d, cell, slice);
            timers.lap(phase);
            if (slice < grid.p - 1) {
                transfer.sendForward(d, cell, count);
                timers.lap(SpPhase.EXCHANGE);
            }
        }
        for (int slice = grid.p - 1; slice >= 0; slice--) {
            int cell = grid.cell(d, slice);
            if (slice < grid.p - 1) {
                transfer.awaitBackward(d, cell, tiles(d, cell));
                timers.lap(SpPhase.EXCHANGE);
            }
            int count = substitute(d, cell, slice);
            timers.lap(phase);
            if (slice > 0) {
                transfer.sendBackward(d, cell, count);
                timers.lap(SpPhase.EXCHANGE);
            }
            scatter(d, cell);
            timers.lap(phase);
        }
    }

    /** {@return the number of tiles that it worked at} */
    private int eliminate(int d, int cell, int slice) {
        Box box = boxes[cell];
        int tile = 0;
        for (int plane = box.first(across(d)); plane < box.end(across(d)); plane++) {
            for (int line = firstLine(d); line < endLine(d, cell); line += tiles.lanes(), tile++) {
                tiles.use(store.tile(cell, tile), store.upper(cell, tile));
                gather(d, cell, plane, line);
                if (slice > 0) {
                    transfer.takeForward(d, cell, tile);
                } else {
                    tiles.clearBefore();
                }
                tiles.forward(box.points(d), box.origin(d) + box.first(d) - 1, d);
            }
        }
        work.solve((long) tile * tiles.lanes() * box.points(d));
        return tile;
    }

    private int tiles(int d, int cell) {
        return boxes[cell].points(across(d)) * ((endLine(d, cell) - firstLine(d) + tiles.lanes() - 1) / tiles.lanes());
    }

    private int substitute(int d, int cell, int slice) {
        Box box = boxes[cell];
        int count = tiles(d, cell);
        for (int tile = 0; tile < count; tile++) {
            tiles.use(store.tile(cell, tile), store.upper(cell, tile));
            if (slice < grid.p - 1) {
                transfer.takeBackward(d, cell, tile);
            }
            tiles.backward(box.points(d));
        }
        return count;
    }

    private void scatter(int d, int cell) {
        Box box = boxes[cell];
        int rows = box.points(d);
        int tile = 0;
        for (int plane = box.first(across(d)); plane < box.end(across(d)); plane++) {
            for (int line = firstLine(d); line < endLine(d, cell); line += tiles.lanes(), tile++) {
                tiles.use(store.tile(cell, tile), store.upper(cell, tile));
                long at = place(d, plane, line);
                if (d == 0) {
                    tiles.scatterX(rows, store.rhs(cell) + at, CellGrid.MARGIN_X - box.first(0) + 1, pointsX(box));
                } else if (d == 1) {
                    tiles.scatterY(rows, rhsLines[d][cell].address[0] + at);
                } else {
                    tiles.scatterZ(rows, uLines[d][cell], at);
                }
            }
        }
    }

    private void gather(int d, int cell, int plane, int line) {
        long at = place(d, plane, line);
        if (d == 0) {
            Box box = boxes[cell];
            tiles.gatherX(store.rhs(cell) + at, store.u(cell) + at, CellGrid.MARGIN_X - box.first(0) + 1,
                pointsX(box));
        } else {
            tiles.gather(boxes[cell].points(d), 1 + d, uLines[d][cell], rhsLines[d][cell], at);
        }
    }

    /** {@return points along x that a tile takes in: from the first of the cell to the one behind the interior} */
    private static int pointsX(Box box) {
        return box.end(0) + 1 - CellGrid.MARGIN_X;
    }

    /** {@return the direction of the planes that a direction's lines are taken from} */
    private static int across(int d) {
        return d == 2 ? 1 : 2;
    }

    private static int firstLine(int d) {
        return CellGrid.margin(beside(d));
    }

    private int endLine(int d, int cell) {
        return firstLine(d) + grid.size(grid.slice(beside(d), cell));
    }

    /** {@return the direction in which the lines of a tile lie side by side} */
    private static int beside(int d) {
        return d == 0 ? 1 : 0;
    }

    /** {@return distance of a tile's first line from the start of its cell, or of its rows} */
    private long place(int d, int plane, int line) {
        return switch (d) {
            case 0 -> (long) plane * layout.plane + (long) line * layout.line + 8L * CellGrid.MARGIN_X;
            case 1 -> (long) plane * layout.plane + 8L * line;
            default -> (long) plane * layout.line + 8L * line;
        };
    }

    @Override
    public SpNorms norms() {
        double[] sums = new double[2 * SpConstants.UNKNOWNS];
        transfer.exchangeGhosts();
        for (int cell = 0; cell < grid.p; cell++) {
            computeRhs(cell, false);
            addSquares(cell, sums);
        }
        return SpNorms.of(everyone.sum(sums), n, c.dt);
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
        for (int i = CellGrid.MARGIN_X; i < CellGrid.MARGIN_X + grid.size(grid.slice(0, cell)); i++) {
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

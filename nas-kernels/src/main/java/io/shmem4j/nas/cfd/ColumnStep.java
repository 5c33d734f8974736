// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;

/**
 * Loads and stores in place of messages: each PE computes the right-hand sides of its own cells, and in each direction
 * solves all systems of a column of cells, which are loaded from their owners' memory and stored there.
 *
 * <p>There are as many columns in a direction as PEs, and each begins with a cell of another PE. When PEs may touch
 * which cells is up to {@link PhaseSignals}.
 */
final class ColumnStep extends Multipartition {
    private final PhaseSignals signals;
    private final Layers layers;
    /** Views of all PEs' cells. */
    private final CellView[] views;
    private final Column[] columns = new Column[FlowConstants.DIRECTIONS];

    ColumnStep(KernelHeap heap, Cells cells, PhaseTimers timers) {
        super(heap, cells, timers);
        signals = new PhaseSignals(heap, grid);
        layers = new Layers(cells.layout);
        views = new CellView[heap.shmem.nPes()];
        for (int pe = 0; pe < views.length; pe++) {
            views[pe] = new CellView(heap.shmem, cells.store, pe);
        }
        findGhosts();
        LineSystem.Columns solver = cells.system.columns(cells);
        long copies = !heap.shmem.simulated() ? 0
            : cells.store.workspace.piece(Column.bytes(grid, cells.layout));
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            columns[d] = new Column(d, cells, views, copies, solver);
        }
    }

    /** Makes ghosts across z be read where they are, if they can. */
    private void findGhosts() {
        for (int cell = 0; cell < grid.p; cell++) {
            for (int side = CellGrid.LOW; side <= CellGrid.HIGH; side++) {
                CellView view = views[grid.neighbour(2, side)];
                int other = grid.neighbourCell(2, side, cell);
                if (view.mapped() && other >= 0 && other < grid.p) {
                    int first = side == CellGrid.LOW ? grid.size(other) : FlowLayout.GHOSTS;
                    int ghost = side == CellGrid.LOW ? 0 : FlowLayout.GHOSTS + grid.size(cell);
                    for (int k = 0; k < FlowLayout.GHOSTS; k++) {
                        cells.planes[cell][ghost + k] = cells.store.u(other) + view.away()
                            + (long) (first + k) * cells.layout.plane;
                    }
                }
            }
        }
    }

    @Override
    void exchangeGhosts() {
        signals.await();
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            for (int side = CellGrid.LOW; side <= CellGrid.HIGH; side++) {
                CellView view = views[grid.neighbour(d, side)];
                if (d < 2 || !view.mapped()) {
                    loadGhosts(d, side, view);
                }
            }
        }
    }

    private void loadGhosts(int direction, int side, CellView view) {
        for (int cell = 0; cell < grid.p; cell++) {
            int slice = grid.slice(direction, cell);
            if (slice != (side == CellGrid.LOW ? 0 : grid.p - 1)) {
                layers.between(direction, side, grid, cell, slice);
                long there = cells.store.u(grid.neighbourCell(direction, side, cell));
                layers.copy(view, there, cells.store.u(cell));
            }
        }
    }

    @Override
    public void step(int number) {
        exchangeGhosts();
        timers.lap(Phase.EXCHANGE);
        for (int cell = 0; cell < grid.p; cell++) {
            cells.computeRhs(cell, true);
        }
        timers.lap(Phase.RHS);
        signals.end();
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            signals.await();
            columns[d].read();
            timers.lap(Phase.EXCHANGE);
            columns[d].solve();
            cells.work.solve(columns[d].points());
            timers.lap(FlowProblem.SOLVES[d]);
            columns[d].write();
            signals.end();
        }
    }
}

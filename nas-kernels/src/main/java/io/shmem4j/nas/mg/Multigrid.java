// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Totals;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;
import java.util.Arrays;

/** This PE's part of all grids. */
final class Multigrid implements Kernel {
    /** Operations of a point and arrays through memory in each operator. */
    private static final int OPERATIONS = 15;
    private static final int ARRAYS = 3;

    private final Shmem shmem;
    private final MgProblem problem;
    private final PhaseTimers timers;
    private final int finest;
    private final GridLevel[] grids;
    private final double[][] u;
    private final double[][] r;
    private final double[] v;
    private final Stencil stencil;
    private final Blocks blocks;
    private final Ghosts ghosts;
    /** Finest level that all PEs have whole, and this PE's part of it, which is then gathered. */
    private final int finestWhole;
    private final GridLevel part;
    private final WholeGrid whole;
    private final Totals totals;

    Multigrid(KernelHeap heap, MgProblem problem, Transfer transfer, PhaseTimers timers) {
        shmem = heap.shmem;
        this.problem = problem;
        this.timers = timers;
        blocks = problem.blocks(transfer, shmem.nPes());
        int me = shmem.myPe();
        finest = problem.levels();
        grids = new GridLevel[finest + 1];
        u = new double[finest + 1][];
        r = new double[finest + 1][];
        for (int level = 1; level <= finest; level++) {
            grids[level] = problem.shared(level, blocks) ? new GridLevel(level, blocks, me) : GridLevel.whole(level);
            u[level] = grids[level].array();
            r[level] = grids[level].array();
        }
        finestWhole = problem.finestWhole(blocks);
        part = new GridLevel(finestWhole, blocks, me);
        stencil = new Stencil(problem.n() + 2);
        ghosts = new Ghosts(heap, transfer, blocks, grids[finest].plane);
        whole = shmem.nPes() == 1 ? null : new WholeGrid(heap, transfer, finestWhole, blocks);
        totals = new Totals(heap, 1);
        v = Charges.of(shmem, grids[finest]);
    }

    @Override
    public void reset() {
        Arrays.fill(u[finest], 0);
    }

    @Override
    public void begin() {
        residual(finest, v);
        norm();
    }

    @Override
    public void step(int step) {
        for (int level = finest; level > 1; level--) {
            restrict(level);
        }
        Arrays.fill(u[1], 0);
        smooth(1);
        for (int level = 2; level < finest; level++) {
            interpolate(level, false);
            residual(level, r[level]);
            smooth(level);
        }
        interpolate(finest, true);
        residual(finest, v);
        smooth(finest);
        residual(finest, v);
    }

    @Override
    public double[] finish() {
        return new double[] {norm()};
    }

    private void residual(int level, double[] right) {
        GridLevel grid = grids[level];
        for (int k = grid.first; k <= grid.last; k++) {
            for (int j = 1; j <= grid.ny; j++) {
                int at = grid.at(k, j);
                stencil.sum(u[level], at, grid);
                stencil.residual(u[level], right, r[level], at, grid.nx);
            }
            grid.wrap(r[level], k);
        }
        end(grid, Phase.RESIDUAL);
        exchange(level, r[level]);
    }

    private void smooth(int level) {
        GridLevel grid = grids[level];
        for (int k = grid.first; k <= grid.last; k++) {
            for (int j = 1; j <= grid.ny; j++) {
                int at = grid.at(k, j);
                stencil.sum(r[level], at, grid);
                stencil.smooth(r[level], u[level], at, grid.nx, problem.smoother());
            }
            grid.wrap(u[level], k);
        }
        end(grid, Phase.SMOOTHER);
        exchange(level, u[level]);
    }

    /** Computes the residual of the next coarser grid. */
    private void restrict(int level) {
        GridLevel fine = grids[level];
        GridLevel coarse = grids[level - 1];
        boolean gather = level - 1 == finestWhole && problem.shared(level, blocks);
        GridLevel mine = gather ? part : coarse;
        int right = mine.beforeX - coarse.beforeX;
        int up = mine.beforeY - coarse.beforeY;
        for (int k = mine.first; k <= mine.last; k++) {
            for (int j = 1; j <= mine.ny; j++) {
                int at = fine.at(2 * k, 2 * j);
                stencil.sum(r[level], at, fine);
                stencil.restrict(r[level], at, r[level - 1], coarse.at(k, up + j) + right, mine.nx);
            }
            coarse.wrap(r[level - 1], k);
        }
        end(mine, Phase.RESTRICTION);
        if (gather) {
            whole.gather(r[level - 1]);
            timers.lap(Phase.EXCHANGE);
        }
        exchange(level - 1, r[level - 1]);
    }

    /** Interpolates u from the next coarser grid, or adds it. */
    private void interpolate(int level, boolean add) {
        GridLevel fine = grids[level];
        GridLevel coarse = grids[level - 1];
        int aside = fine.beforeX / 2 - coarse.beforeX;
        int up = fine.beforeY / 2 - coarse.beforeY;
        for (int k = fine.first; k <= fine.last; k++) {
            int right = (k + 1) / 2;
            int left = k / 2;
            for (int j = 1; j <= fine.ny; j++) {
                int upper = up + (j + 1) / 2;
                int lower = up + j / 2;
                stencil.interpolate(u[level - 1], coarse.at(left, lower) + aside, coarse.at(left, upper) + aside,
                    coarse.at(right, lower) + aside, coarse.at(right, upper) + aside, u[level], fine.at(k, j),
                    fine.nx / 2, add);
            }
            fine.wrap(u[level], k);
        }
        end(fine, Phase.INTERPOLATION);
        exchange(level, u[level]);
    }

    private void end(GridLevel grid, Phase phase) {
        long points = (long) grid.planes() * grid.nx * grid.ny;
        VirtualTime.work(shmem, WorkKind.SCALAR, OPERATIONS * points);
        VirtualTime.work(shmem, WorkKind.STREAM_BYTES, (long) ARRAYS * Double.BYTES * points);
        timers.lap(phase);
    }

    /** Updates the ghosts. */
    private void exchange(int level, double[] f) {
        if (grids[level].first > grids[level].last) {
            return;
        }
        if (problem.shared(level, blocks)) {
            ghosts.exchange(grids[level], f);
        } else {
            grids[level].wrapPlanes(f);
        }
        timers.lap(Phase.EXCHANGE);
    }

    private double norm() {
        GridLevel grid = grids[finest];
        double sum = 0;
        for (int k = grid.first; k <= grid.last; k++) {
            for (int j = 1; j <= grid.ny; j++) {
                sum += squares(r[finest], grid.at(k, j), grid.nx);
            }
        }
        double all = totals.sum(sum);
        timers.lap(Phase.REDUCTION);
        return Math.sqrt(all / ((double) grid.n * grid.n * grid.n));
    }

    private static double squares(double[] f, int at, int n) {
        double sum = 0;
        for (int i = at + 1; i <= at + n; i++) {
            sum += f[i] * f[i];
        }
        return sum;
    }
}

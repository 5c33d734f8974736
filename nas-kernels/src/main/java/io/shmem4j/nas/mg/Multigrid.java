// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.Parts;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Totals;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.work.WorkKind;
import java.util.Arrays;

/** This PE's planes of all grids. */
final class Multigrid implements Kernel {
    /** Operations of a point, and arrays that go through memory, in each operator. */
    private static final int OPERATIONS = 15;
    private static final int ARRAYS = 3;

    private final Shmem shmem;
    private final MgProblem problem;
    private final PhaseTimers<MgPhase> timers;
    private final int finest;
    private final GridLevel[] grids;
    private final double[][] u;
    private final double[][] r;
    private final double[] v;
    private final Stencil stencil;
    private final GhostPlanes ghosts;
    /** The finest grid that all PEs have whole, and how its planes are gathered. */
    private final int finestWhole;
    private final GridLevel part;
    private final Parts parts;
    private final Totals totals;

    Multigrid(Shmem shmem, MgProblem problem, Transfer transfer, PhaseTimers<MgPhase> timers) {
        this.shmem = shmem;
        this.problem = problem;
        this.timers = timers;
        int pes = shmem.nPes();
        int active = problem.active(pes);
        int me = shmem.myPe();
        finest = problem.levels();
        grids = new GridLevel[finest + 1];
        u = new double[finest + 1][];
        r = new double[finest + 1][];
        for (int level = 1; level <= finest; level++) {
            boolean shared = problem.shared(level, pes);
            grids[level] = new GridLevel(level, shared ? active : 1, shared ? me : 0);
            u[level] = grids[level].array();
            r[level] = grids[level].array();
        }
        finestWhole = problem.finestWhole(pes);
        part = new GridLevel(finestWhole, active, me);
        stencil = Stencil.fastest(grids[finest].row);
        ghosts = new GhostPlanes(shmem, transfer, active, grids[finest].plane);
        parts = pes == 1 ? null : Parts.of(shmem, transfer, part.share, part.plane);
        totals = new Totals(shmem, 1);
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

    /** r = right - A u. */
    private void residual(int level, double[] right) {
        GridLevel grid = grids[level];
        for (int k = grid.first; k <= grid.last; k++) {
            for (int j = 1; j <= grid.n; j++) {
                int at = grid.at(k, j);
                stencil.sum(u[level], at, grid);
                stencil.residual(u[level], right, r[level], at, grid.n);
            }
            grid.wrap(r[level], k);
        }
        end(grid, MgPhase.RESIDUAL);
        exchange(level, r[level]);
    }

    private void smooth(int level) {
        GridLevel grid = grids[level];
        for (int k = grid.first; k <= grid.last; k++) {
            for (int j = 1; j <= grid.n; j++) {
                int at = grid.at(k, j);
                stencil.sum(r[level], at, grid);
                stencil.smooth(r[level], u[level], at, grid.n, problem.smoother());
            }
            grid.wrap(u[level], k);
        }
        end(grid, MgPhase.SMOOTHER);
        exchange(level, u[level]);
    }

    /** Computes the residual of the next coarser grid. */
    private void restrict(int level) {
        GridLevel fine = grids[level];
        GridLevel coarse = grids[level - 1];
        boolean gather = level - 1 == finestWhole && problem.shared(level, shmem.nPes());
        int first = gather ? part.first : coarse.first;
        int last = gather ? part.last : coarse.last;
        for (int k = first; k <= last; k++) {
            for (int j = 1; j <= coarse.n; j++) {
                int at = fine.at(2 * k, 2 * j);
                stencil.sum(r[level], at, fine);
                stencil.restrict(r[level], at, r[level - 1], coarse.at(k, j), coarse.n);
            }
            coarse.wrap(r[level - 1], k);
        }
        end(coarse, MgPhase.RESTRICTION);
        if (gather) {
            parts.exchange(r[level - 1], coarse.plane);
            timers.lap(MgPhase.EXCHANGE);
        }
        exchange(level - 1, r[level - 1]);
    }

    /** Computes u from that of the next coarser grid, or adds that. */
    private void interpolate(int level, boolean add) {
        GridLevel fine = grids[level];
        GridLevel coarse = grids[level - 1];
        for (int k = fine.first; k <= fine.last; k++) {
            int right = (k + 1) / 2;
            int left = k / 2;
            for (int j = 1; j <= fine.n; j++) {
                int upper = (j + 1) / 2;
                int lower = j / 2;
                stencil.interpolate(u[level - 1], coarse.at(left, lower), coarse.at(left, upper),
                    coarse.at(right, lower), coarse.at(right, upper), u[level], fine.at(k, j), coarse.n, add);
            }
            fine.wrap(u[level], k);
        }
        end(fine, MgPhase.INTERPOLATION);
        exchange(level, u[level]);
    }

    /** Charges an operator on a grid. */
    private void end(GridLevel grid, MgPhase phase) {
        long points = (long) (grid.last - grid.first + 1) * grid.n * grid.n;
        shmem.work(WorkKind.SCALAR, OPERATIONS * points);
        shmem.work(WorkKind.STREAM_BYTES, (long) ARRAYS * Double.BYTES * points);
        timers.lap(phase);
    }

    /** Brings the planes next to the PE's up to date. */
    private void exchange(int level, double[] f) {
        if (grids[level].first > grids[level].last) {
            return;
        }
        if (problem.shared(level, shmem.nPes())) {
            ghosts.exchange(grids[level], f);
        } else {
            grids[level].wrapPlanes(f);
        }
        timers.lap(MgPhase.EXCHANGE);
    }

    private double norm() {
        GridLevel grid = grids[finest];
        double sum = 0;
        for (int k = grid.first; k <= grid.last; k++) {
            for (int j = 1; j <= grid.n; j++) {
                sum += squares(r[finest], grid.at(k, j), grid.n);
            }
        }
        double all = totals.sum(sum);
        timers.lap(MgPhase.REDUCTION);
        return Math.sqrt(all / ((double) grid.n * grid.n * grid.n));
    }

    private static double squares(double[] f, int at, int n) {
        double sum = 0;
        for (int i = at + 1; i <= at + n; i++) {
            sum += f[i] * f[i];
        }
        return sum;
    }

    @Override
    public String loops() {
        return stencil instanceof VectorStencil ? "vector" : "scalar";
    }

    @Override
    public void free() {
        totals.free();
        if (parts != null) {
            parts.free();
        }
        ghosts.free();
    }
}

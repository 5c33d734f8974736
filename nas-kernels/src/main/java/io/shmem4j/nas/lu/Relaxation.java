// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.lu;

import io.shmem4j.Shmem;
import io.shmem4j.nas.cfd.Box;
import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.FlowLines;
import io.shmem4j.nas.cfd.FlowNorms;
import io.shmem4j.nas.cfd.PlaneRhs;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.RawMemory;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.work.WorkKind;

/** This PE's part of the steps. */
final class Relaxation implements Kernel {
    private static final long RHS_OPERATIONS = 340;
    private static final long RHS_NUMBERS = 15;
    private static final int LANES = FlowLayout.CACHE_LINE / Double.BYTES;

    private final Shmem shmem;
    private final PhaseTimers<LuPhase> timers;
    private final LineSlab slab;
    private final LineExchange exchange;
    private final Sweeps sweeps;
    private final FlowLines lines;
    private final FlowConstants c;
    private final PlaneRhs planeRhs;
    private final Box box;
    private final AllGather allGather;

    Relaxation(Shmem shmem, LuProblem problem, Transfer transfer, PhaseTimers<LuPhase> timers) {
        this.shmem = shmem;
        this.timers = timers;
        c = problem.constants();
        slab = new LineSlab(shmem, c.n);
        exchange = new LineExchange(slab, transfer);
        sweeps = new Sweeps(slab, exchange, c, timers);
        lines = new FlowLines(slab.layout, c.n);
        planeRhs = new PlaneRhs(slab.workspace, slab.layout, c);
        int first = FlowLayout.GHOSTS;
        box = new Box(new int[] {0, slab.from - first, 0}, new int[] {1, first, 1},
            new int[] {c.n - 1, first + slab.to - slab.from, c.n - 1});
        allGather = new AllGather(shmem, 2 * FlowConstants.UNKNOWNS + 1);
        fill(true);
        computeRhs();
        for (int k = 1; k < c.n - 1; k++) {
            for (int j = slab.from; j < slab.to; j++) {
                lines.force(slab.forcing.address[k] + slab.line(j), slab.residual.address[k] + slab.line(j));
            }
        }
    }

    private void fill(boolean exactly) {
        for (int k = 0; k < c.n; k++) {
            for (int j = slab.from - FlowLayout.GHOSTS; j < slab.to + FlowLayout.GHOSTS; j++) {
                lines.fill(slab.u.address[k] + slab.line(j), Math.clamp(j, 0, c.n - 1), k, exactly);
            }
        }
    }

    @Override
    public void reset() {
        shmem.barrierAll();
        fill(false);
        for (int k = 0; k < c.n; k++) {
            for (long at = 0; at < slab.layout.plane; at += Double.BYTES) {
                RawMemory.set(slab.residual.address[k] + at, 0);
            }
        }
        computeRhs();
    }

    @Override
    public void begin() {
        // The first right-hand side is there.
    }

    @Override
    public void step(int step) {
        sweeps.forth();
        sweeps.back();
        sweeps.update();
        exchange.ghosts();
        timers.lap(LuPhase.EXCHANGE);
        computeRhs();
        timers.lap(LuPhase.RHS);
    }

    private void computeRhs() {
        planeRhs.restart(box);
        for (int k = 1; k < c.n - 1; k++) {
            planeRhs.plane(k, slab.u);
            planeRhs.lines(k, box.first(1), box.end(1), slab.u, slab.forcing.address[k], slab.residual.address[k]);
        }
        shmem.work(WorkKind.VECTOR, RHS_OPERATIONS * box.points() / LANES);
        shmem.work(WorkKind.STREAM_BYTES, RHS_NUMBERS * Double.BYTES * box.points());
    }

    @Override
    public double[] finish() {
        return new double[0];
    }

    @Override
    public double[] verified(double... finished) {
        double[] sums = new double[2 * FlowConstants.UNKNOWNS + 1];
        for (int k = 1; k < c.n - 1; k++) {
            for (int j = slab.from; j < slab.to; j++) {
                lines.addSquares(slab.residual.address[k] + slab.line(j), sums);
                lines.addErrors(slab.u.address[k] + slab.line(j), j, k, sums);
            }
        }
        sums[2 * FlowConstants.UNKNOWNS] = new SurfaceIntegral(slab).sum();
        sums = allGather.sum(sums);
        double surface = sums[2 * FlowConstants.UNKNOWNS] / 4 / (c.n - 1) / (c.n - 1);
        return FlowNorms.of(sums, c.n, c.dt).with(surface);
    }

    @Override
    public void free() {
        allGather.free();
        exchange.free();
        slab.free();
    }
}

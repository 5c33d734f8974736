// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.RawMemory;
import io.shmem4j.nas.npb.Transfer;
import java.util.Arrays;

/** This PE's part of the steps. */
final class Relaxation implements Kernel {
    private final Shmem shmem;
    private final PhaseTimers timers;
    private final LineSlab slab;
    private final LineExchange exchange;
    private final Sweeps sweeps;
    private final FlowLines lines;
    private final FlowConstants c;
    private final PlaneRhs planeRhs;
    private final FlowLayout.Box box;
    private final FlowWork work;
    private final AllGather allGather;

    Relaxation(KernelHeap heap, LuProblem problem, Transfer transfer, PhaseTimers timers) {
        shmem = heap.shmem;
        this.timers = timers;
        c = problem.constants();
        slab = new LineSlab(heap, c.n);
        exchange = new LineExchange(heap, slab, transfer);
        sweeps = new Sweeps(slab, exchange, c, timers);
        lines = new FlowLines(slab.layout, c.n);
        planeRhs = new PlaneRhs(slab.workspace, slab.layout, c);
        int first = FlowLayout.GHOSTS;
        box = new FlowLayout.Box(new int[] {0, slab.from - first, 0}, new int[] {1, first, 1},
            new int[] {c.n - 1, first + slab.to - slab.from, c.n - 1});
        work = new FlowWork(shmem, 0);
        allGather = new AllGather(heap, 2 * FlowConstants.UNKNOWNS + 1);
        lines.fill(box, slab.u, 0, c.n, true);
        computeRhs();
        for (int k = 1; k < c.n - 1; k++) {
            lines.force(box, slab.forcing[k], slab.residual[k]);
        }
    }

    @Override
    public void reset() {
        shmem.barrierAll();
        lines.fill(box, slab.u, 0, c.n, false);
        for (int k = 0; k < c.n; k++) {
            for (long at = 0; at < slab.layout.plane; at += Double.BYTES) {
                RawMemory.set(slab.residual[k] + at, 0);
            }
        }
        computeRhs();
    }

    @Override
    public void step(int step) {
        sweeps.sweep(false);
        sweeps.sweep(true);
        sweeps.update();
        exchange.ghosts();
        timers.lap(Phase.EXCHANGE);
        computeRhs();
        timers.lap(Phase.RHS);
    }

    private void computeRhs() {
        planeRhs.restart(box);
        for (int k = 1; k < c.n - 1; k++) {
            planeRhs.plane(k, slab.u);
            planeRhs.lines(k, box.first(1), box.end(1), slab.u, slab.forcing[k], slab.residual[k]);
        }
        work.rhs(box.points());
    }

    @Override
    public double[] verified(int steps, double... finished) {
        double[] sums = new double[2 * FlowConstants.UNKNOWNS + 1];
        for (int k = 1; k < c.n - 1; k++) {
            lines.addSquares(box, k, slab.u[k], slab.residual[k], sums);
        }
        sums[2 * FlowConstants.UNKNOWNS] = new SurfaceIntegral(slab).sum();
        sums = allGather.sum(sums);
        double surface = sums[2 * FlowConstants.UNKNOWNS] / 4 / (c.n - 1) / (c.n - 1);
        double[] values = Arrays.copyOf(FlowLines.norms(sums, c.n, c.dt), sums.length);
        values[2 * FlowConstants.UNKNOWNS] = surface;
        return values;
    }

    /** The pressure over the faces of a box in the grid: its sum over the corners of all unit squares. */
    static final class SurfaceIntegral {
        private final LineSlab slab;
        /** The box: first and last point along x, y and z. */
        private final int[] first = {1, 1, 2};
        private final int[] last;

        SurfaceIntegral(LineSlab slab) {
            this.slab = slab;
            last = new int[] {slab.n - 2, slab.n - 3, slab.n - 2};
        }

        /** {@return the sum over this PE's squares}: those whose lower corner lies in one of its lines */
        double sum() {
            double sum = 0;
            int[] at = new int[FlowConstants.DIRECTIONS];
            for (int across = 0; across < FlowConstants.DIRECTIONS; across++) {
                int a = (across + 1) % FlowConstants.DIRECTIONS;
                int b = (across + 2) % FlowConstants.DIRECTIONS;
                for (int face : new int[] {first[across], last[across]}) {
                    at[across] = face;
                    for (at[a] = first[a]; at[a] < last[a]; at[a]++) {
                        for (at[b] = first[b]; at[b] < last[b]; at[b]++) {
                            sum += slab.from <= at[1] && at[1] < slab.to ? ofCorners(at, a, b) : 0;
                        }
                    }
                }
            }
            return sum;
        }

        private double ofCorners(int[] lower, int a, int b) {
            double sum = 0;
            for (int corner = 0; corner < 4; corner++) {
                int[] at = lower.clone();
                at[a] += corner & 1;
                at[b] += corner >> 1;
                sum += pressure(at[0], at[1], at[2]);
            }
            return sum;
        }

        private double pressure(int i, int j, int k) {
            long at = slab.u[k] + slab.line(j) + 8L * i;
            int pitch = slab.layout.pitch;
            double squares = 0;
            for (int m = 1; m <= FlowConstants.DIRECTIONS; m++) {
                double momentum = RawMemory.get(at + (long) m * pitch);
                squares += momentum * momentum;
            }
            return FlowConstants.C2 * (RawMemory.get(at + 4L * pitch) - 0.5 * squares / RawMemory.get(at));
        }
    }
}

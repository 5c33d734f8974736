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
        fill(true);
        computeRhs();
        for (int k = 1; k < c.n - 1; k++) {
            for (int j = slab.from; j < slab.to; j++) {
                lines.force(slab.forcing[k] + slab.line(j), slab.residual[k] + slab.line(j));
            }
        }
    }

    private void fill(boolean exactly) {
        for (int k = 0; k < c.n; k++) {
            for (int j = slab.from - FlowLayout.GHOSTS; j < slab.to + FlowLayout.GHOSTS; j++) {
                lines.fill(slab.u[k] + slab.line(j), 0, Math.clamp(j, 0, c.n - 1), k, exactly);
            }
        }
    }

    @Override
    public void reset() {
        shmem.barrierAll();
        fill(false);
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
            for (int j = slab.from; j < slab.to; j++) {
                lines.addSquares(slab.residual[k] + slab.line(j), 1, c.n - 1, sums);
                lines.addErrors(slab.u[k] + slab.line(j), 0, 0, c.n, j, k, sums);
            }
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
            for (int j = Math.max(first[1], slab.from); j < Math.min(last[1], slab.to); j++) {
                for (int k : new int[] {first[2], last[2]}) {
                    for (int i = first[0]; i < last[0]; i++) {
                        sum += pressure(i, j, k) + pressure(i + 1, j, k) + pressure(i, j + 1, k)
                            + pressure(i + 1, j + 1, k);
                    }
                }
                for (int i : new int[] {first[0], last[0]}) {
                    for (int k = first[2]; k < last[2]; k++) {
                        sum += pressure(i, j, k) + pressure(i, j + 1, k) + pressure(i, j, k + 1)
                            + pressure(i, j + 1, k + 1);
                    }
                }
            }
            for (int j : new int[] {first[1], last[1]}) {
                for (int k = first[2]; slab.from <= j && j < slab.to && k < last[2]; k++) {
                    for (int i = first[0]; i < last[0]; i++) {
                        sum += pressure(i, j, k) + pressure(i + 1, j, k) + pressure(i, j, k + 1)
                            + pressure(i + 1, j, k + 1);
                    }
                }
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

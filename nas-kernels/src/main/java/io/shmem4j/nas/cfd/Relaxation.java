// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.RawMemory;
import io.shmem4j.nas.npb.Transfer;

/** This PE's steps of LU. */
final class Relaxation extends FlowGrid {
    private final PhaseTimers timers;
    private final Pencil pencil;
    private final PencilExchange exchange;
    private final Sweeps sweeps;
    private final FlowLines lines;
    private final PlaneRhs planeRhs;
    private final FlowLayout.Box box;
    private final FlowWork work;

    Relaxation(KernelHeap heap, LuProblem problem, Transfer transfer, PhaseTimers timers) {
        super(heap, problem.constants());
        this.timers = timers;
        work = new FlowWork(shmem, 0);
        pencil = new Pencil(heap, problem.grid(shmem.nPes()));
        exchange = new PencilExchange(heap, pencil, work, transfer);
        sweeps = new Sweeps(pencil, exchange, c, timers);
        lines = new FlowLines(pencil.layout, c.n);
        planeRhs = new PlaneRhs(pencil.workspace, pencil.layout, c);
        box = pencil.box;
        lines.fill(box, pencil.u, 0, c.n, true);
        computeRhs();
        for (int k = 1; k < c.n - 1; k++) {
            lines.force(box, pencil.forcing[k], pencil.residual[k]);
        }
    }

    @Override
    public void reset() {
        shmem.barrierAll();
        lines.fill(box, pencil.u, 0, c.n, false);
        for (int k = 0; k < c.n; k++) {
            for (long at = 0; at < pencil.layout.plane; at += Double.BYTES) {
                RawMemory.set(pencil.residual[k] + at, 0);
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
            planeRhs.plane(k, pencil.u);
            planeRhs.lines(k, box.first(1), box.end(1), pencil.u, pencil.forcing[k], pencil.residual[k]);
        }
        work.rhs(box.points());
    }

    @Override
    double[] squares() {
        double[] sums = new double[FlowLines.SUMS + 1];
        for (int k = 1; k < c.n - 1; k++) {
            lines.addSquares(box, k, pencil.u[k], pencil.residual[k], sums);
        }
        sums[FlowLines.SUMS] = new SurfaceIntegral(pencil).sum() / 4 / (c.n - 1) / (c.n - 1);
        return sums;
    }

    /** Integrates the pressure over the faces of a box, as a sum over the corners of unit squares. */
    static final class SurfaceIntegral {
        private final Pencil pencil;
        private final FlowLayout.Box box;
        /** First and last points of the box along x, y and z. */
        private final int[] first = {1, 1, 2};
        private final int[] last;

        SurfaceIntegral(Pencil pencil) {
            this.pencil = pencil;
            box = pencil.box;
            int end = pencil.pes.inner();
            last = new int[] {end, end - 1, end};
        }

        /** {@return the sum over this PE's points} */
        double sum() {
            double sum = 0;
            int[] at = new int[FlowConstants.DIRECTIONS];
            for (int across = 0; across < FlowConstants.DIRECTIONS; across++) {
                int a = (across + 1) % FlowConstants.DIRECTIONS;
                int b = (across + 2) % FlowConstants.DIRECTIONS;
                for (int face : new int[] {first[across], last[across]}) {
                    at[across] = face;
                    for (at[a] = first[a]; at[a] <= last[a]; at[a]++) {
                        for (at[b] = first[b]; at[b] <= last[b]; at[b]++) {
                            sum += mine(0, at[0]) && mine(1, at[1])
                                ? squares(a, at[a]) * squares(b, at[b]) * pressure(at[0], at[1], at[2]) : 0;
                        }
                    }
                }
            }
            return sum;
        }

        private boolean mine(int axis, int at) {
            int stored = at - box.origin(axis);
            return stored >= box.first(axis) && stored < box.end(axis);
        }

        /** {@return how many squares along an axis have the point as a corner} */
        private int squares(int axis, int at) {
            return at == first[axis] || at == last[axis] ? 1 : 2;
        }

        private double pressure(int i, int j, int k) {
            long at = pencil.u[k] + (long) (j - box.origin(1)) * pencil.layout.line + 8L * (i - box.origin(0));
            int pitch = pencil.layout.pitch;
            double squares = 0;
            for (int m = 1; m <= FlowConstants.DIRECTIONS; m++) {
                double momentum = RawMemory.get(at + (long) m * pitch);
                squares += momentum * momentum;
            }
            return FlowConstants.C2 * (RawMemory.get(at + 4L * pitch) - 0.5 * squares / RawMemory.get(at));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.ProblemTable;
import io.shmem4j.nas.npb.Transfer;
import java.util.Arrays;

/**
 * One class of the benchmark.
 *
 * @param n          grid points along each edge
 * @param dt         size of a time step
 * @param references right root mean squares of the right-hand side, then of the differences to the exact solution, then
 *                   the surface integral
 */
public record LuProblem(NpbClass npbClass, int n, int steps, double dt, double... references) implements FlowProblem {
    /** Over-relaxation. */
    static final double OMEGA = 1.2;
    private static final long HEAP = 1 << 16;

    public static LuProblem of(NpbClass npbClass) {
        double[] row = ProblemTable.row("LU", npbClass);
        return new LuProblem(npbClass, (int) row[0], (int) row[1], row[2], Arrays.copyOfRange(row, 3, row.length));
    }

    @Override
    public Facts facts() {
        double points = n;
        double operations = ((1984.77 * points - 10923.3) * points + 27770.9) * points - 144010;
        return new Facts("LU", size(), 1e-6 * steps * operations, Phase.RHS, Phase.LOWER, Phase.UPPER, Phase.UPDATE,
            Phase.EXCHANGE);
    }

    @Override
    public int mostPes() {
        return n - 2;
    }

    @Override
    public long bytes(Transfer transfer, int pes, boolean mapped) {
        return LineSlab.bytes(n, pes) + HEAP;
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return new Relaxation(heap, this, transfer, timers);
    }
}

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
 * A class of LU.
 *
 * @param n          grid points along each edge
 * @param dt         time step
 * @param references root mean squares of the right-hand side, then of the errors, then the surface integral
 */
public record LuProblem(NpbClass npbClass, int n, int steps, double dt, double... references) implements FlowProblem {
    /** Over-relaxation factor. */
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

    PeGrid grid(int pes) {
        return PeGrid.of(n, pes);
    }

    @Override
    public String refusal(Transfer transfer, int pes) {
        PeGrid grid = grid(pes);
        if (grid.suits()) {
            return null;
        }
        int fewer = pes;
        while (!grid(fewer).suits()) {
            fewer--;
        }
        return "LU class " + npbClass + " has " + grid.inner() + " inner lines, and not " + grid.rows() + " for a grid"
            + " of " + grid.columns() + " x " + grid.rows() + " PEs; try -np " + fewer;
    }

    @Override
    public long bytes(Transfer transfer, int pes) {
        return Pencil.bytes(grid(pes)) + HEAP;
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return new Relaxation(heap, this, transfer, timers);
    }
}

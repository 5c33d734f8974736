// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.cfd.PeGrid.Decomposition;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelCommand;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.ProblemTable;
import io.shmem4j.nas.npb.Transfer;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One class of the benchmark.
 *
 * @param decomposition shape of a PE's part of the grid
 * @param n          grid points along each edge
 * @param dt         size of a time step
 * @param references right root mean squares of the right-hand side, then of the differences to the exact solution, then
 *                   the surface integral
 */
public record LuProblem(NpbClass npbClass, Decomposition decomposition, int n, int steps, double dt,
    double... references) implements FlowProblem {
    /** Over-relaxation. */
    static final double OMEGA = 1.2;
    private static final long HEAP = 1 << 16;

    public static OptionSpec decompositions() {
        return KernelCommand.choice("--decomposition", "slab|pencil", Decomposition.SLAB.name(), "slab: whole lines for"
            + " each PE, the default; pencil: parts of lines, of PEs in as square a grid as their number allows",
            List.of(Decomposition.values()));
    }

    public static LuProblem of(NpbClass npbClass, KernelCommand command) {
        return of(npbClass, command.<Decomposition>value("--decomposition"));
    }

    static LuProblem of(NpbClass npbClass, Decomposition decomposition) {
        double[] row = ProblemTable.row("LU", npbClass);
        return new LuProblem(npbClass, decomposition, (int) row[0], (int) row[1], row[2],
            Arrays.copyOfRange(row, 3, row.length));
    }

    @Override
    public Facts facts() {
        double points = n;
        double operations = ((1984.77 * points - 10923.3) * points + 27770.9) * points - 144010;
        return new Facts("LU", size(), 1e-6 * steps * operations, Phase.RHS, Phase.LOWER, Phase.UPPER, Phase.UPDATE,
            Phase.EXCHANGE);
    }

    PeGrid grid(int pes) {
        return PeGrid.of(decomposition, n, pes);
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
        boolean cut = decomposition == Decomposition.SLAB && PeGrid.of(Decomposition.PENCIL, n, pes).suits();
        return "LU class " + npbClass + " has " + grid.inner() + " inner lines, and not " + grid.rows() + " for a grid"
            + " of " + grid.columns() + " x " + grid.rows() + " PEs; try -np " + fewer
            + (cut ? ", or --decomposition pencil" : "");
    }

    @Override
    public long bytes(Transfer transfer, int pes, boolean mapped) {
        return Pencil.bytes(grid(pes)) + HEAP;
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return new Relaxation(heap, this, transfer, timers);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelCommand;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.ProblemTable;
import io.shmem4j.nas.npb.Transfer;
import java.util.Arrays;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A class of BT or SP.
 *
 * @param n          grid points along each edge
 * @param dt         time step
 * @param references root mean squares of the right-hand side, then of the errors
 */
public record FactoredProblem(LineSystem system, NpbClass npbClass, int n, int steps, double dt,
    double... references) implements FlowProblem {
    private static final long HEAP = 1 << 16;

    public static OptionSpec[] options(int rehearsal) {
        return new OptionSpec[] {KernelCommand.transfer("how rows go from cell to cell: direct, copied by the receiver"
            + " through a pointer, the default; putget; get; messages, two-sided", Transfer.PUTGET, Transfer.GET,
            Transfer.MESSAGES, Transfer.DIRECT),
            KernelCommand.count("--steps", null, "end after N time steps, unverified"),
            KernelCommand.rehearsal(rehearsal, "small steps")};
    }

    public static FactoredProblem bt(NpbClass npbClass) {
        return of(LineSystem.BLOCK_TRIDIAGONAL, npbClass, ProblemTable.row("BT", npbClass));
    }

    public static FactoredProblem sp(NpbClass npbClass) {
        return of(LineSystem.PENTADIAGONAL, npbClass, ProblemTable.row("SP", npbClass));
    }

    private static FactoredProblem of(LineSystem system, NpbClass npbClass, double[] row) {
        return new FactoredProblem(system, npbClass, (int) row[0], (int) row[1], row[2],
            Arrays.copyOfRange(row, 3, row.length));
    }

    private boolean isBt() {
        return system == LineSystem.BLOCK_TRIDIAGONAL;
    }

    @Override
    public Facts facts() {
        double points = n;
        double operations = isBt() ? ((3478.8 * points - 17655.7) * points + 28023.7) * points
            : ((881.174 * points - 4683.91) * points + 11484.5) * points - 19272.4;
        return new Facts(isBt() ? "BT" : "SP", size(), 1e-6 * steps * operations, "floating point",
            isBt() ? "iterations" : "steps", Phase.RHS, Phase.X_SOLVE, Phase.Y_SOLVE, Phase.Z_SOLVE, Phase.EXCHANGE);
    }

    /** SP's short methods are called rarely, so they compile late. */
    @Override
    public double rehearsalSeconds() {
        return isBt() ? 3 : 5;
    }

    @Override
    public String refusal(Transfer transfer, int pes) {
        return CellGrid.root(n, pes) > 0 ? null : facts().name() + " class " + npbClass + " is for a square number of"
            + " PEs with at least 3 points along each edge of a cell, and not for " + pes + "; try -np "
            + CellGrid.nearest(n, pes);
    }

    @Override
    public long bytes(Transfer transfer, int pes) {
        return HEAP + Cells.bytes(n, system, transfer, pes);
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return new Multipartition(heap, constants(), system, transfer, timers);
    }
}

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
 * One class of BT or SP. PEs load and store each other's planes in slabs, and send each other messages from cells; BT
 * gets and puts planes where the number of PEs does not suit cells.
 *
 * @param n          grid points along each edge
 * @param dt         size of a time step
 * @param references right root mean squares of the right-hand side, then of the differences to the exact solution
 */
public record FactoredProblem(LineSystem system, NpbClass npbClass, int n, int steps, double dt,
    double... references) implements FlowProblem {
    private static final long HEAP = 1 << 16;

    /** {@return the options of {@code nas sp}} */
    public static OptionSpec[] optionsOfSp() {
        return new OptionSpec[] {KernelCommand.transfer("direct, by load and store in slabs, the default; messages"
            + " between cells, for square numbers of PEs: putget, get, pointer; messages, two-sided", Transfer.PUTGET,
            Transfer.GET, Transfer.POINTER, Transfer.MESSAGES, Transfer.DIRECT),
            KernelCommand.count("--steps", null,
                "end after N time steps, unverified; default 100 in class S, 400 in the others"),
            KernelCommand.rehearsal(1000, "small steps")};
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

    /** A step of SP calls many short methods only a few times, so they are compiled late. */
    @Override
    public double rehearsalSeconds() {
        return isBt() ? 3 : 5;
    }

    private boolean inCells(Transfer transfer, int pes) {
        return transfer != Transfer.DIRECT && (!isBt() || CellGrid.root(n, pes) > 0);
    }

    @Override
    public String refusal(Transfer transfer, int pes) {
        String title = facts().name() + " class " + npbClass;
        if (!inCells(transfer, pes)) {
            return pes <= n - 2 ? null : title + " has " + (n - 2) + " inner planes, so slabs are for at most as many"
                + " PEs, and not for " + pes + (CellGrid.root(n, pes) > 0 ? "; try --transfer putget" : "");
        }
        return CellGrid.root(n, pes) > 0 ? null : "messages between cells of " + title + " are for a square number of"
            + " PEs with at least 3 points along each edge of a cell, and not for " + pes + "; try -np "
            + CellGrid.nearest(n, pes) + (pes <= n - 2 ? ", or --transfer direct" : "");
    }

    @Override
    public long bytes(Transfer transfer, int pes, boolean mapped) {
        return HEAP + (inCells(transfer, pes) ? Cells.bytes(n, system, transfer, pes)
            : FlowSlab.bytes(n, pes, mapped && transfer == Transfer.DIRECT, system));
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return inCells(transfer, heap.shmem.nPes()) ? new Multipartition(heap, constants(), system, transfer, timers)
            : FlowSlab.of(heap, constants(), system, transfer, timers);
    }
}

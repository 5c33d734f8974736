// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelCommand;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One class of the benchmark.
 *
 * @param wanted     how the grid is dealt to the PEs, null where the user has not said
 * @param n          grid points along each edge
 * @param references right root mean squares of the right-hand side, then of the differences to the exact solution
 */
public record SpProblem(NpbClass npbClass, DecompositionKind wanted, int n, int steps, double dt, double... references)
    implements FlowProblem {
    private static final long HEAP = 1 << 14;

    /** {@return the options of {@code nas sp}} */
    public static OptionSpec[] options() {
        return new OptionSpec[] {DecompositionKind.option("messages multipartition"),
            KernelCommand.transfer("direct, by load and store, the default; messages between cells: putget, get,"
                + " pointer; messages, two-sided", Transfer.PUTGET, Transfer.GET, Transfer.POINTER, Transfer.MESSAGES,
                Transfer.DIRECT),
            KernelCommand.count("--steps", null,
                "end after N time steps, unverified; default 100 in class S, 400 in the others"),
            KernelCommand.rehearsal(1000, "small steps")};
    }

    public static SpProblem of(NpbClass npbClass, KernelCommand command) {
        return of(npbClass, command.<DecompositionKind>value("--decomposition"));
    }

    /** {@return the problem of a class, null where it is too large} */
    static SpProblem of(NpbClass npbClass, DecompositionKind wanted) {
        return switch (npbClass) {
            case S -> new SpProblem(npbClass, wanted, 12, 100, 0.015, 2.7470315451339479e-02, 1.0360746705285417e-02,
                1.6235745065095532e-02, 1.5840557224455615e-02, 3.4849040609362460e-02, 2.7289258557377227e-05,
                1.0364446640837285e-05, 1.6154798287166471e-05, 1.5750704994480102e-05, 3.4177666183390531e-05);
            case W -> new SpProblem(npbClass, wanted, 36, 400, 0.0015, 0.1893253733584e-02, 0.1717075447775e-03,
                0.2778153350936e-03, 0.2887475409984e-03, 0.3143611161242e-02, 0.7542088599534e-04, 0.6512852253086e-05,
                0.1049092285688e-04, 0.1128838671535e-04, 0.1212845639773e-03);
            case A -> new SpProblem(npbClass, wanted, 64, 400, 0.0015, 2.4799822399300195, 1.1276337964368832,
                1.5028977888770491, 1.4217816211695179, 2.1292113035138280, 1.0900140297820550e-04,
                3.7343951769282091e-05, 5.0092785406541633e-05, 4.7671093939528255e-05, 1.3621613399213001e-04);
            case B -> new SpProblem(npbClass, wanted, 102, 400, 0.001, 0.6903293579998e+02, 0.3095134488084e+02,
                0.4103336647017e+02, 0.3864769009604e+02, 0.5643482272596e+02, 0.9810006190188e-02, 0.1022827905670e-02,
                0.1720597911692e-02, 0.1694479428231e-02, 0.1847456263981e-01);
            case C -> new SpProblem(npbClass, wanted, 162, 400, 0.00067, 0.5881691581829e+03, 0.2454417603569e+03,
                0.3293829191851e+03, 0.3081924971891e+03, 0.4597223799176e+03, 0.2598120500183e+00, 0.2590888922315e-01,
                0.5132886416320e-01, 0.4806073419454e-01, 0.5483377491301e+00);
            case D -> new SpProblem(npbClass, wanted, 408, 500, 0.0003, 0.1044696216887e+05, 0.3204427762578e+04,
                0.4648680733032e+04, 0.4238923283697e+04, 0.7588412136036e+04, 0.5089471423669e+01, 0.5323514855894e+00,
                0.1187051008971e+01, 0.1083734951938e+01, 0.1164108338568e+02);
            case E -> null;
        };
    }

    @Override
    public Facts facts() {
        double points = n;
        double operations = ((881.174 * points - 4683.91) * points + 11484.5) * points - 19272.4;
        return new Facts("SP", size(), 1e-6 * steps * operations, "floating point", "steps", Phase.RHS, Phase.X_SOLVE,
            Phase.Y_SOLVE, Phase.Z_SOLVE, Phase.EXCHANGE);
    }

    /** A step calls many short methods only a few times, so they are compiled late. */
    @Override
    public double rehearsalSeconds() {
        return 5;
    }

    private DecompositionKind kind(Transfer transfer) {
        return wanted != null ? wanted
            : transfer == Transfer.DIRECT ? DecompositionKind.SLAB : DecompositionKind.MULTIPARTITION;
    }

    @Override
    public String refusal(Transfer transfer, int pes) {
        DecompositionKind kind = kind(transfer);
        boolean direct = transfer == Transfer.DIRECT;
        if (kind == DecompositionKind.SLAB && !direct) {
            return "slabs load and store each other's planes; --transfer " + transfer.word()
                + " needs --decomposition multipartition";
        }
        return kind.suits(n, pes) ? null : kind.refusal(facts().name(), npbClass, n, pes,
            "--decomposition slab" + (direct ? "" : " with --transfer direct"));
    }

    @Override
    public long bytes(Transfer transfer, int pes, boolean mapped) {
        return HEAP + (kind(transfer) == DecompositionKind.SLAB ? SpSlab.bytes(n, pes, mapped)
            : Cells.bytes(n, new SpCells(), transfer, pes, mapped));
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return kind(transfer) == DecompositionKind.SLAB ? new SpSlab(heap, constants(), timers)
            : new Multipartition(heap, constants(), new SpCells(), transfer, timers);
    }
}

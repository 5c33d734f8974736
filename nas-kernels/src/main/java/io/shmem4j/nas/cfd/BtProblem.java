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
 * @param dt         size of a time step
 * @param references right root mean squares of the right-hand side, then of the differences to the exact solution
 */
public record BtProblem(NpbClass npbClass, DecompositionKind wanted, int n, int steps, double dt, double... references)
    implements FlowProblem {
    private static final long HEAP = 1 << 16;

    public static OptionSpec decomposition() {
        return DecompositionKind.option("putget multipartition where the number of PEs suits");
    }

    public static BtProblem of(NpbClass npbClass, KernelCommand command) {
        return of(npbClass, command.<DecompositionKind>value("--decomposition"));
    }

    /** {@return the problem of a class, null where it is too large} */
    static BtProblem of(NpbClass npbClass, DecompositionKind wanted) {
        return switch (npbClass) {
            case S -> new BtProblem(npbClass, wanted, 12, 60, 0.01, 1.7034283709541311e-01, 1.2975252070034097e-02,
                3.2527926989486055e-02, 2.6436421275166801e-02, 1.9211784131744430e-01, 4.9976913345811579e-04,
                4.5195666782961927e-05, 7.3973765172921357e-05, 7.3821238632439731e-05, 8.9269630987491446e-04);
            case W -> new BtProblem(npbClass, wanted, 24, 200, 0.0008, 0.1125590409344e+03, 0.1180007595731e+02,
                0.2710329767846e+02, 0.2469174937669e+02, 0.2638427874317e+03, 0.4419655736008e+01,
                0.4638531260002e+00, 0.1011551749967e+01, 0.9235878729944e+00, 0.1018045837718e+02);
            case A -> new BtProblem(npbClass, wanted, 64, 200, 0.0008, 1.0806346714637264e+02, 1.1319730901220813e+01,
                2.5974354511582465e+01, 2.3665622544678910e+01, 2.5278963211748344e+02, 4.2348416040525025e+00,
                4.4390282496995698e-01, 9.6692480136345650e-01, 8.8302063039765474e-01, 9.7379901770829278e+00);
            case B -> new BtProblem(npbClass, wanted, 102, 200, 0.0003, 1.4233597229287254e+03, 9.9330522590150238e+01,
                3.5646025644535285e+02, 3.2485447959084092e+02, 3.2707541254659363e+03, 5.2969847140936856e+01,
                4.4632896115670668e+00, 1.3122573342210174e+01, 1.2006925323559144e+01, 1.2459576151035986e+02);
            case C -> new BtProblem(npbClass, wanted, 162, 200, 0.0001, 6.2398116551764615e+03, 5.0793239190423964e+02,
                0.15423530093013596e+04, 0.13302387929291190e+04, 0.11604087428436455e+05, 0.16462008369091265e+03,
                0.11497107903824313e+02, 0.41207446207461508e+02, 0.37087651059694167e+02, 0.36211053051841265e+03);
            case D -> new BtProblem(npbClass, wanted, 408, 250, 0.00002, 0.2533188551738e+05, 0.2346393716980e+04,
                0.6294554366904e+04, 0.5352565376030e+04, 0.3905864038618e+05, 0.3100009377557e+03,
                0.2424086324913e+02, 0.7782212022645e+02, 0.6835623860116e+02, 0.6065737200368e+03);
            case E -> null;
        };
    }

    @Override
    public Facts facts() {
        double points = n;
        double operations = ((3478.8 * points - 17655.7) * points + 28023.7) * points;
        return new Facts("BT", size(), 1e-6 * steps * operations, Phase.RHS, Phase.X_SOLVE, Phase.Y_SOLVE,
            Phase.Z_SOLVE, Phase.EXCHANGE);
    }

    /** {@return how the grid is dealt out}: for messages in cells as the published codes do, where they can */
    private DecompositionKind kind(Transfer transfer, int pes) {
        return wanted != null ? wanted
            : transfer == Transfer.PUTGET && DecompositionKind.MULTIPARTITION.suits(n, pes)
                ? DecompositionKind.MULTIPARTITION : DecompositionKind.SLAB;
    }

    @Override
    public String refusal(Transfer transfer, int pes) {
        DecompositionKind kind = kind(transfer, pes);
        return kind.suits(n, pes) ? null : kind.refusal(facts().name(), npbClass, n, pes, "--decomposition slab");
    }

    @Override
    public long bytes(Transfer transfer, int pes, boolean mapped) {
        return HEAP + (kind(transfer, pes) == DecompositionKind.SLAB
            ? BtSlab.bytes(n, pes, mapped && transfer == Transfer.DIRECT)
            : Cells.bytes(n, new BtCells(), transfer, pes, mapped));
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return kind(transfer, heap.shmem.nPes()) == DecompositionKind.SLAB
            ? new BtSlab(heap, constants(), transfer, timers)
            : new Multipartition(heap, constants(), new BtCells(), transfer, timers);
    }
}

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
 * One class of BT or SP.
 *
 * @param wanted     how the grid is dealt to the PEs, null where the user has not said
 * @param n          grid points along each edge
 * @param dt         size of a time step
 * @param references right root mean squares of the right-hand side, then of the differences to the exact solution
 */
public record FactoredProblem(LineSystem system, NpbClass npbClass, DecompositionKind wanted, int n, int steps,
    double dt, double... references) implements FlowProblem {
    private static final long HEAP = 1 << 16;

    /** {@return the options of {@code nas bt}} */
    public static OptionSpec[] optionsOfBt() {
        return KernelCommand.iterations(
            DecompositionKind.option("putget multipartition where the number of PEs suits"));
    }

    /** {@return the options of {@code nas sp}} */
    public static OptionSpec[] optionsOfSp() {
        return new OptionSpec[] {DecompositionKind.option("messages multipartition"),
            KernelCommand.transfer("direct, by load and store, the default; messages between cells: putget, get,"
                + " pointer; messages, two-sided", Transfer.PUTGET, Transfer.GET, Transfer.POINTER, Transfer.MESSAGES,
                Transfer.DIRECT),
            KernelCommand.count("--steps", null,
                "end after N time steps, unverified; default 100 in class S, 400 in the others"),
            KernelCommand.rehearsal(1000, "small steps")};
    }

    public static FactoredProblem bt(NpbClass npbClass, KernelCommand command) {
        return bt(npbClass, command.<DecompositionKind>value("--decomposition"));
    }

    public static FactoredProblem sp(NpbClass npbClass, KernelCommand command) {
        return sp(npbClass, command.<DecompositionKind>value("--decomposition"));
    }

    private static FactoredProblem blocks(NpbClass npbClass, DecompositionKind wanted, int n, int steps, double dt,
        double... references) {
        return new FactoredProblem(LineSystem.BLOCK_TRIDIAGONAL, npbClass, wanted, n, steps, dt, references);
    }

    private static FactoredProblem lines(NpbClass npbClass, DecompositionKind wanted, int n, int steps, double dt,
        double... references) {
        return new FactoredProblem(LineSystem.PENTADIAGONAL, npbClass, wanted, n, steps, dt, references);
    }

    /** {@return BT of a class, null where it is too large} */
    static FactoredProblem bt(NpbClass npbClass, DecompositionKind wanted) {
        return switch (npbClass) {
            case S -> blocks(npbClass, wanted, 12, 60, 0.01, 1.7034283709541311e-01, 1.2975252070034097e-02,
                3.2527926989486055e-02, 2.6436421275166801e-02, 1.9211784131744430e-01, 4.9976913345811579e-04,
                4.5195666782961927e-05, 7.3973765172921357e-05, 7.3821238632439731e-05, 8.9269630987491446e-04);
            case W -> blocks(npbClass, wanted, 24, 200, 0.0008, 0.1125590409344e+03, 0.1180007595731e+02,
                0.2710329767846e+02, 0.2469174937669e+02, 0.2638427874317e+03, 0.4419655736008e+01,
                0.4638531260002e+00, 0.1011551749967e+01, 0.9235878729944e+00, 0.1018045837718e+02);
            case A -> blocks(npbClass, wanted, 64, 200, 0.0008, 1.0806346714637264e+02, 1.1319730901220813e+01,
                2.5974354511582465e+01, 2.3665622544678910e+01, 2.5278963211748344e+02, 4.2348416040525025e+00,
                4.4390282496995698e-01, 9.6692480136345650e-01, 8.8302063039765474e-01, 9.7379901770829278e+00);
            case B -> blocks(npbClass, wanted, 102, 200, 0.0003, 1.4233597229287254e+03, 9.9330522590150238e+01,
                3.5646025644535285e+02, 3.2485447959084092e+02, 3.2707541254659363e+03, 5.2969847140936856e+01,
                4.4632896115670668e+00, 1.3122573342210174e+01, 1.2006925323559144e+01, 1.2459576151035986e+02);
            case C -> blocks(npbClass, wanted, 162, 200, 0.0001, 6.2398116551764615e+03, 5.0793239190423964e+02,
                0.15423530093013596e+04, 0.13302387929291190e+04, 0.11604087428436455e+05, 0.16462008369091265e+03,
                0.11497107903824313e+02, 0.41207446207461508e+02, 0.37087651059694167e+02, 0.36211053051841265e+03);
            case D -> blocks(npbClass, wanted, 408, 250, 0.00002, 0.2533188551738e+05, 0.2346393716980e+04,
                0.6294554366904e+04, 0.5352565376030e+04, 0.3905864038618e+05, 0.3100009377557e+03,
                0.2424086324913e+02, 0.7782212022645e+02, 0.6835623860116e+02, 0.6065737200368e+03);
            case E -> null;
        };
    }

    /** {@return SP of a class, null where it is too large} */
    static FactoredProblem sp(NpbClass npbClass, DecompositionKind wanted) {
        return switch (npbClass) {
            case S -> lines(npbClass, wanted, 12, 100, 0.015, 2.7470315451339479e-02, 1.0360746705285417e-02,
                1.6235745065095532e-02, 1.5840557224455615e-02, 3.4849040609362460e-02, 2.7289258557377227e-05,
                1.0364446640837285e-05, 1.6154798287166471e-05, 1.5750704994480102e-05, 3.4177666183390531e-05);
            case W -> lines(npbClass, wanted, 36, 400, 0.0015, 0.1893253733584e-02, 0.1717075447775e-03,
                0.2778153350936e-03, 0.2887475409984e-03, 0.3143611161242e-02, 0.7542088599534e-04, 0.6512852253086e-05,
                0.1049092285688e-04, 0.1128838671535e-04, 0.1212845639773e-03);
            case A -> lines(npbClass, wanted, 64, 400, 0.0015, 2.4799822399300195, 1.1276337964368832,
                1.5028977888770491, 1.4217816211695179, 2.1292113035138280, 1.0900140297820550e-04,
                3.7343951769282091e-05, 5.0092785406541633e-05, 4.7671093939528255e-05, 1.3621613399213001e-04);
            case B -> lines(npbClass, wanted, 102, 400, 0.001, 0.6903293579998e+02, 0.3095134488084e+02,
                0.4103336647017e+02, 0.3864769009604e+02, 0.5643482272596e+02, 0.9810006190188e-02, 0.1022827905670e-02,
                0.1720597911692e-02, 0.1694479428231e-02, 0.1847456263981e-01);
            case C -> lines(npbClass, wanted, 162, 400, 0.00067, 0.5881691581829e+03, 0.2454417603569e+03,
                0.3293829191851e+03, 0.3081924971891e+03, 0.4597223799176e+03, 0.2598120500183e+00, 0.2590888922315e-01,
                0.5132886416320e-01, 0.4806073419454e-01, 0.5483377491301e+00);
            case D -> lines(npbClass, wanted, 408, 500, 0.0003, 0.1044696216887e+05, 0.3204427762578e+04,
                0.4648680733032e+04, 0.4238923283697e+04, 0.7588412136036e+04, 0.5089471423669e+01, 0.5323514855894e+00,
                0.1187051008971e+01, 0.1083734951938e+01, 0.1164108338568e+02);
            case E -> null;
        };
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

    /** {@return how the grid is dealt out}: for messages in cells as the published codes do, where BT can */
    private DecompositionKind kind(Transfer transfer, int pes) {
        boolean cells = isBt() ? transfer == Transfer.PUTGET && DecompositionKind.MULTIPARTITION.suits(n, pes)
            : transfer != Transfer.DIRECT;
        return wanted != null ? wanted : cells ? DecompositionKind.MULTIPARTITION : DecompositionKind.SLAB;
    }

    @Override
    public String refusal(Transfer transfer, int pes) {
        DecompositionKind kind = kind(transfer, pes);
        boolean needsDirect = !isBt() && transfer != Transfer.DIRECT;
        if (kind == DecompositionKind.SLAB && needsDirect) {
            return "slabs load and store each other's planes; --transfer " + transfer.word()
                + " needs --decomposition multipartition";
        }
        return kind.suits(n, pes) ? null : kind.refusal(facts().name(), npbClass, n, pes,
            "--decomposition slab" + (needsDirect ? " with --transfer direct" : ""));
    }

    @Override
    public long bytes(Transfer transfer, int pes, boolean mapped) {
        return HEAP + (kind(transfer, pes) == DecompositionKind.SLAB
            ? FlowSlab.bytes(n, pes, mapped && transfer == Transfer.DIRECT, system)
            : Cells.bytes(n, system, transfer, pes, mapped));
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return kind(transfer, heap.shmem.nPes()) == DecompositionKind.SLAB
            ? FlowSlab.of(heap, constants(), system, transfer, timers)
            : Multipartition.of(heap, constants(), system, transfer, timers);
    }
}

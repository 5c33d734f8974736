// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;

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
        return switch (npbClass) {
            case S -> new LuProblem(npbClass, 12, 50, 0.5, 1.6196343210976702e-02, 2.1976745164821318e-03,
                1.5179927653399185e-03, 1.5029584435994323e-03, 3.4264073155896461e-02, 6.4223319957960924e-04,
                8.4144342047347926e-05, 5.8588269616485186e-05, 5.8474222595157350e-05, 1.3103347914111294e-03,
                7.8418928865937083);
            case W -> new LuProblem(npbClass, 33, 300, 0.0015, 0.1236511638192e+02, 0.1317228477799e+01,
                0.2550120713095e+01, 0.2326187750252e+01, 0.2826799444189e+02, 0.4867877144216e+00,
                0.5064652880982e-01, 0.9281818101960e-01, 0.8570126542733e-01, 0.1084277417792e+01,
                0.1161399311023e+02);
            case A -> new LuProblem(npbClass, 64, 250, 2, 7.7902107606689367e+02, 6.3402765259692870e+01,
                1.9499249727292479e+02, 1.7845301160418537e+02, 1.8384760349464247e+03, 2.9964085685471943e+01,
                2.8194576365003349, 7.3473412698774742, 6.7139225687777051, 7.0715315688392578e+01,
                2.6030925604886277e+01);
            case B -> new LuProblem(npbClass, 102, 250, 2, 3.5532672969982736e+03, 2.6214750795310692e+02,
                8.8333721850952190e+02, 7.7812774739425265e+02, 7.3087969592545314e+03, 1.1401176380212709e+02,
                8.1098963655421574, 2.8480597317698308e+01, 2.5905394567832939e+01, 2.6054907504857413e+02,
                4.7887162703308227e+01);
            case C -> new LuProblem(npbClass, 162, 250, 2, 1.03766980323537846e+04, 8.92212458801008552e+02,
                2.56238814582660871e+03, 2.19194343857831427e+03, 1.78078057261061185e+04, 2.15986399716949279e+02,
                1.55789559239863600e+01, 5.41318863077207766e+01, 4.82262643154045421e+01, 4.55902910043250358e+02,
                6.66404553572181300e+01);
            case D -> new LuProblem(npbClass, 408, 300, 1, 0.4868417937025e+05, 0.4696371050071e+04,
                0.1218114549776e+05, 0.1033801493461e+05, 0.7142398413817e+05, 0.3752393004482e+03,
                0.3084128893659e+02, 0.9434276905469e+02, 0.8230686681928e+02, 0.7002620636210e+03,
                0.8334101392503e+02);
            case E -> null;
        };
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

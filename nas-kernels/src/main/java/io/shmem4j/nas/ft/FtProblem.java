// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;

/** One class of the benchmark; checksums have the real and imaginary part of each iteration. */
public record FtProblem(NpbClass npbClass, int nx, int ny, int nz, int steps, double... checksums)
    implements KernelProblem {
    private static final double EPSILON = 1e-12;
    private static final long HEAP = 1 << 14;
    private static final int CACHE_LINE = 8;

    public static FtProblem of(NpbClass npbClass) {
        double[] checksums = Checksums.of(npbClass);
        return switch (npbClass) {
            case S -> new FtProblem(npbClass, 64, 64, 64, 6, checksums);
            case W -> new FtProblem(npbClass, 128, 128, 32, 6, checksums);
            case A -> new FtProblem(npbClass, 256, 256, 128, 6, checksums);
            case B -> new FtProblem(npbClass, 512, 256, 256, 20, checksums);
            case C -> new FtProblem(npbClass, 512, 512, 512, 20, checksums);
            case D, E -> null;
        };
    }

    double points() {
        return (double) nx * ny * nz;
    }

    /**
     * {@return numbers from a row's begin to the next one's}; with a power of two, a column's numbers would share few
     * sets of the caches
     */
    int rowLength() {
        return nx + CACHE_LINE;
    }

    @Override
    public Facts facts() {
        double log = Math.log(points());
        return new Facts("FT", nx + " x " + ny + " x " + nz,
            1e-6 * points() * (14.8157 + 7.19641 * log + (5.23518 + 7.21113 * log) * steps), Phase.SETUP,
            Phase.PLANES, Phase.LINES, Phase.EXCHANGE, Phase.REDUCTION);
    }

    @Override
    public int mostPes() {
        return Math.min(ny, nz);
    }

    @Override
    public long bytes(Transfer transfer, int pes, boolean mapped) {
        return GridExchange.bytes(this, transfer, pes) + HEAP;
    }

    /** The first state, and by messages what is to be put. */
    @Override
    public long javaBytes(Transfer transfer, int pes) {
        return (long) (points() / pes) * 2 * Double.BYTES * (transfer == Transfer.PUTGET ? 2 : 1);
    }

    /** Lines whose length is a power of four end with another pass than the rest, so both kinds are there. */
    @Override
    public KernelProblem rehearsal(KernelProblem benchmark) {
        return new FtProblem(npbClass, 2 * nx, ny, nz, steps, checksums);
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return new Diffusion(heap, this, transfer, timers);
    }

    @Override
    public boolean right(double... values) {
        boolean right = values.length == checksums.length;
        for (int i = 0; right && i < values.length; i += 2) {
            double error = Math.hypot(values[i] - checksums[i], values[i + 1] - checksums[i + 1]);
            right = error <= EPSILON * Math.hypot(checksums[i], checksums[i + 1]);
        }
        return right;
    }

    /** The references of the checksums, real and imaginary parts in turns, an iteration after the other. */
    private static final class Checksums {
        private static final double[] S = {
            554.6087004964, 484.5363331978, 554.6385409189, 486.5304269511,
            554.6148406171, 488.3910722336, 554.5423607415, 490.1273169046,
            554.4255039624, 491.7475857993, 554.2683411902, 493.2597244941
        };
        private static final double[] W = {
            567.3612178944, 529.3246849175, 563.1436885271, 528.2149986629,
            559.4024089970, 527.0996558037, 556.0698047020, 526.0027904925,
            553.0898991250, 524.9400845633, 550.4159734538, 523.9212247086
        };
        private static final double[] A = {
            504.6735008193, 511.4047905510, 505.9412319734, 509.8809666433,
            506.9376896287, 509.8144042213, 507.7892868474, 510.1336130759,
            508.5233095391, 510.4914655194, 509.1487099959, 510.7917842803
        };
        private static final double[] B = {
            517.7643571579, 507.7803458597, 515.4521291263, 508.8249431599,
            514.6409228649, 509.6208912659, 514.2378756213, 510.1023387619,
            513.9626667737, 510.3976610617, 513.7423460082, 510.5948019802,
            513.5547056878, 510.7404165783, 513.3910925466, 510.8576573661,
            513.2470705390, 510.9577278523, 513.1197729984, 511.0460304483,
            513.0070319283, 511.1252433800, 512.9070537032, 511.1968077718,
            512.8182883502, 511.2616233064, 512.7393733383, 511.3203605551,
            512.6691062020, 511.3735928093, 512.6064276004, 511.4218460548,
            512.5504076570, 511.4656139760, 512.5002331720, 511.5053595966,
            512.4551951846, 511.5415130407, 512.4146770029, 511.5744692211
        };
        private static final double[] C = {
            519.5078707457, 514.9019699238, 515.5422171134, 512.7578201997,
            514.4678022222, 512.2251847514, 514.0150594328, 512.1090289018,
            513.7550426810, 512.1143685824, 513.5811056728, 512.1496764568,
            513.4569343165, 512.1870921893, 513.3651975661, 512.2193250322,
            513.2955192805, 512.2454735794, 513.2410471738, 512.2663649603,
            513.1971141679, 512.2830879827, 513.1605205716, 512.2965869718,
            513.1290734194, 512.3075927445, 513.1012720314, 512.3166486553,
            513.0760908195, 512.3241541685, 513.0528295923, 512.3304037599,
            513.0310107773, 512.3356167976, 513.0103090133, 512.3399592211,
            512.9905029333, 512.3435588985, 512.9714421109, 512.3465164008
        };

        private Checksums() {
        }

        /** {@return those of a class, null where there are none} */
        static double[] of(NpbClass npbClass) {
            return switch (npbClass) {
                case S -> S;
                case W -> W;
                case A -> A;
                case B -> B;
                case C -> C;
                case D, E -> null;
            };
        }
    }
}

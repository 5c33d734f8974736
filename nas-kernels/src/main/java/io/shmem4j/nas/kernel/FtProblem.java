// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.ProblemTable;
import io.shmem4j.nas.npb.Transfer;
import java.util.Arrays;

/** A class of FT; checksums have real and imaginary parts of each iteration. */
public record FtProblem(NpbClass npbClass, int nx, int ny, int nz, int steps, double... checksums)
    implements KernelProblem {
    private static final double EPSILON = 1e-12;
    private static final long HEAP = 1 << 14;
    private static final int CACHE_LINE = 8;

    public static FtProblem of(NpbClass npbClass) {
        double[] row = ProblemTable.row("FT", npbClass);
        return row == null ? null : new FtProblem(npbClass, (int) row[0], (int) row[1], (int) row[2], (int) row[3],
            Arrays.copyOfRange(row, 4, row.length));
    }

    double points() {
        return (double) nx * ny * nz;
    }

    /** {@return distance of rows}; not a power of two, so that a column uses many cache sets */
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
    public long bytes(Transfer transfer, int pes) {
        return GridExchange.bytes(this, transfer, pes) + HEAP;
    }

    /** The initial state, and blocks to put. */
    @Override
    public long javaBytes(Transfer transfer, int pes) {
        return (long) (points() / pes) * 2 * Double.BYTES * (transfer == Transfer.PUTGET ? 2 : 1);
    }

    /** Lengths that are a power of four finish with another pass, so both kinds are rehearsed. */
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
}

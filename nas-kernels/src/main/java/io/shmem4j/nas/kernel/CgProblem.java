// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Parts;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.ProblemTable;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Transfer;

/**
 * A class of CG.
 *
 * @param n      rows of the matrix
 * @param nonzer random entries in each of the sparse vectors that generate the matrix
 * @param zeta   reference of the estimate
 */
public record CgProblem(NpbClass npbClass, int n, int nonzer, int steps, double shift, double zeta)
    implements KernelProblem {
    /** Conjugate gradient steps in an iteration. */
    static final int SOLVER_STEPS = 25;
    private static final double EPSILON = 1e-10;
    private static final long HEAP = 1 << 14;
    /** Full-length vectors of a PE. */
    private static final long VECTORS = 4;

    public static CgProblem of(NpbClass npbClass) {
        double[] row = ProblemTable.row("CG", npbClass);
        return new CgProblem(npbClass, (int) row[0], (int) row[1], (int) row[2], row[3], row[4]);
    }

    @Override
    public Facts facts() {
        double entries = nonzer * (nonzer + 1.0);
        return new Facts("CG", Integer.toString(n),
            2e-6 * steps * n * (3 + entries + SOLVER_STEPS * (5 + entries) + 3), Phase.PRODUCT, Phase.VECTORS,
            Phase.EXCHANGE, Phase.REDUCTION);
    }

    @Override
    public int mostPes() {
        return n;
    }

    @Override
    public long bytes(Transfer transfer, int pes) {
        return Parts.bytes(transfer, new Share(n, pes), 1) + HEAP;
    }

    /** Entries with their columns, the sparse vectors, and a few full vectors. */
    @Override
    public long javaBytes(Transfer transfer, int pes) {
        long entries = (long) n * (nonzer + 1) * (nonzer + 1);
        return entries / pes * (Double.BYTES + Integer.BYTES)
            + (long) n * (nonzer + 1) * (Double.BYTES + 2 * Integer.BYTES) + VECTORS * Double.BYTES * n;
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return new Eigenvalue(heap, this, transfer, timers);
    }

    @Override
    public boolean right(double... values) {
        return KernelProblem.close(values[0], zeta, EPSILON);
    }
}

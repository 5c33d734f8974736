// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.loops;

import io.shmem4j.Shmem;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.FlowWork;
import io.shmem4j.work.WorkKind;

/** Declares local work, which takes time on simulated machines; the numbers are counts in the loops' source. */
public final class SpWork implements FlowWork {
    private static final int RHS_OPERATIONS = 340;
    private static final int SOLVE_OPERATIONS = 170;
    /** Numbers of a point that come from and go to memory: unknowns, forcing, right-hand side. */
    private static final int RHS_BYTES = 15 * Double.BYTES;
    private static final int SOLVE_BYTES = 15 * Double.BYTES;

    private final Shmem shmem;
    private final WorkKind kind = Twins.VECTOR ? WorkKind.VECTOR : WorkKind.SCALAR;

    public SpWork(Shmem shmem) {
        this.shmem = shmem;
    }

    @Override
    public void rhs(long points) {
        shmem.work(kind, RHS_OPERATIONS * points / Twins.LANES);
        shmem.work(WorkKind.STREAM_BYTES, RHS_BYTES * points);
    }

    @Override
    public void solve(long points) {
        shmem.work(kind, SOLVE_OPERATIONS * points / Twins.LANES);
        shmem.work(WorkKind.STREAM_BYTES, SOLVE_BYTES * points);
    }

    /** Declares copying some numbers of whole cache lines from one place of this PE to another. */
    public void move(long bytes) {
        move(1, bytes);
    }

    /** Declares copying runs of numbers, each from lines or to lines of its own. */
    public void move(int runs, long bytes) {
        long vectors = (bytes + FlowLayout.CACHE_LINE - 1) / FlowLayout.CACHE_LINE;
        shmem.work(WorkKind.VECTOR, 2 * runs * vectors);
        shmem.work(WorkKind.STREAM_BYTES, runs * vectors * FlowLayout.CACHE_LINE);
    }
}

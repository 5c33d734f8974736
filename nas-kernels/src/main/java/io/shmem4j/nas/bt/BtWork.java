// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import io.shmem4j.Shmem;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.FlowWork;
import io.shmem4j.nas.npb.VectorApi;
import io.shmem4j.work.WorkKind;

/** Declares local work, which takes time on simulated machines; the numbers are counts in the loops' source. */
final class BtWork implements FlowWork {
    private static final long RHS_OPERATIONS = 340;
    private static final long SOLVE_OPERATIONS = 560;
    /** Numbers of a point that come from and go to memory: unknowns, forcing, right-hand side. */
    private static final long NUMBERS = 15;
    private static final int LANES = VectorApi.THERE ? FlowLayout.CACHE_LINE / Double.BYTES : 1;

    private final Shmem shmem;

    BtWork(Shmem shmem) {
        this.shmem = shmem;
    }

    @Override
    public void rhs(long points) {
        declare(RHS_OPERATIONS, points);
    }

    @Override
    public void solve(long points) {
        declare(SOLVE_OPERATIONS, points);
    }

    private void declare(long operations, long points) {
        shmem.work(VectorApi.THERE ? WorkKind.VECTOR : WorkKind.SCALAR, operations * points / LANES);
        shmem.work(WorkKind.STREAM_BYTES, NUMBERS * Double.BYTES * points);
    }
}

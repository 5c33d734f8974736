// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;

/** Declares local work, whose cost simulated machines charge. Operations are counted in the source. */
final class FlowWork {
    private static final long RHS_OPERATIONS = 340;
    /** Memory traffic of a point: unknowns, forcing and right-hand side. */
    private static final long POINT_BYTES = 3L * FlowConstants.UNKNOWNS * Double.BYTES;
    private static final int LANES = FlowLayout.CACHE_LINE / Double.BYTES;

    private final Shmem shmem;
    private final long solveOperations;

    FlowWork(Shmem shmem, int solveOperations) {
        this.shmem = shmem;
        this.solveOperations = solveOperations;
    }

    /** Declares right-hand sides of some points. */
    void rhs(long points) {
        declare(RHS_OPERATIONS, points);
    }

    void solve(long points) {
        declare(solveOperations, points);
    }

    private void declare(long operations, long points) {
        VirtualTime.work(shmem, WorkKind.VECTOR, operations * points / LANES);
        VirtualTime.work(shmem, WorkKind.STREAM_BYTES, POINT_BYTES * points);
    }

    /** Declares a local copy without memory traffic: its lines were computed or fetched just before. */
    void moveCached(long bytes) {
        VirtualTime.work(shmem, WorkKind.VECTOR, 2 * vectors(bytes));
    }

    /** Declares local copies of several runs, through memory. */
    void move(int runs, long bytes) {
        VirtualTime.work(shmem, WorkKind.VECTOR, 2 * runs * vectors(bytes));
        VirtualTime.work(shmem, WorkKind.STREAM_BYTES, runs * vectors(bytes) * FlowLayout.CACHE_LINE);
    }

    private static long vectors(long bytes) {
        return (bytes + FlowLayout.CACHE_LINE - 1) / FlowLayout.CACHE_LINE;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;
import io.shmem4j.collective.cost.Operation;

/**
 * Calls of one collective by one algorithm, timed the way a program sees them: each by itself, separated by barriers
 * that are not timed.
 */
final class TunedCalls {
    private static final long MOST_BYTES = 4 << 20;
    private static final int LINE = 128;

    private final Shmem shmem;
    private final SymmetricInts source;
    private final SymmetricInts dest;

    /** Makes the arrays; collective. */
    TunedCalls(Shmem shmem) {
        this.shmem = shmem;
        int count = (int) (MOST_BYTES / Integer.BYTES);
        this.source = shmem.allocateInts(count, LINE).named("source");
        this.dest = shmem.allocateInts(count, LINE).named("dest");
        source.fill(1);
        dest.fill(0);
    }

    boolean fits(Operation operation, long bytes) {
        boolean all = operation == Operation.COLLECT || operation == Operation.ALLTOALL;
        return (all ? bytes * shmem.nPes() : bytes) <= MOST_BYTES;
    }

    /**
     * {@return nanoseconds that this PE was inside a call, the mean of all: where PEs outnumber cores, waits for a
     * change of processes fall on few of the calls and are most of what some algorithms take} Makes calls; collective.
     * The barrier is the algorithm of those inside the operation and before each call; a member that leaves it first
     * enters the call first.
     */
    double run(Operation operation, int algorithm, int barrier, long bytes, int turns) {
        Team world = shmem.world();
        Team before = world.using(Operation.BARRIER.with(world.options(), barrier));
        Team team = before.using(operation.with(before.options(), algorithm));
        int count = (int) (bytes / Integer.BYTES);
        double seconds = 0;
        for (int i = 0; i < turns; i++) {
            before.sync();
            double start = shmem.time();
            call(team, operation, count);
            seconds += shmem.time() - start;
        }
        return seconds / turns * 1e9;
    }

    private void call(Team team, Operation operation, int count) {
        switch (operation) {
            case BARRIER -> team.sync();
            case REDUCE_DIRECT, REDUCE_PUTGET -> team.sumReduce(dest, source, count);
            case BROADCAST -> team.broadcast(dest, source, count, 0);
            case COLLECT -> team.fcollect(dest, source, count);
            case ALLTOALL -> team.alltoall(dest, source, count);
            case SCAN -> team.sumInscan(dest, source, count);
        }
    }
}

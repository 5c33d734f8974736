// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.collective.cost.Operation;

/**
 * The orders by which PE 0 leads a measurement: it decides the next batch and tells the other PEs, which follow.
 *
 * <p>PEs read an order after the barrier behind its writing, and PE 0 writes the next order after the barrier at the
 * end of the batch. So no PE can miss one.
 */
final class Orders {
    private static final int FIELDS = 5;
    private static final int TURNS = 4;

    private final Shmem shmem;
    private final TunedCalls calls;
    private final SymmetricLongs order;
    private final SymmetricDoubles times;
    private final int me;
    private final int nPes;
    private int barrier;

    /** Makes what orders need; collective. */
    Orders(Shmem shmem) {
        this.shmem = shmem;
        this.calls = new TunedCalls(shmem);
        this.order = shmem.allocateLongs(FIELDS).named("order");
        this.times = shmem.allocateDoubles(shmem.nPes()).named("times");
        this.me = shmem.myPe();
        this.nPes = shmem.nPes();
    }

    int nPes() {
        return nPes;
    }

    boolean fits(Operation operation, long bytes) {
        return calls.fits(operation, bytes);
    }

    /** PEs other than 0: does what PE 0 orders, until it orders the end. */
    void follow() {
        while (next() > 0) {
            work();
        }
    }

    /** PE 0: lets the others go. */
    void end() {
        tell(0, 0, 0, 0, 0);
        next();
    }

    /** PE 0: which barrier algorithms hold from now on. */
    void barrier(int algorithm) {
        barrier = algorithm;
    }

    /** {@return nanoseconds of one call, the mean over PEs} PE 0: has all PEs make calls. */
    double batch(Operation operation, int algorithm, long bytes, int turns) {
        tell(operation.ordinal(), algorithm, barrier, bytes, turns);
        next();
        work();
        return mean();
    }

    private double mean() {
        double sum = 0;
        for (int pe = 0; pe < nPes; pe++) {
            sum += times.get(pe);
        }
        return sum / nPes;
    }

    private void tell(long... fields) {
        for (int pe = 0; pe < nPes; pe++) {
            shmem.put(order, 0, fields, 0, FIELDS, pe);
        }
    }

    private int next() {
        shmem.barrierAll();
        return (int) order.get(TURNS);
    }

    private void work() {
        double nanos = calls.run(Operation.values()[(int) order.get(0)], (int) order.get(1), (int) order.get(2),
            order.get(3), (int) order.get(TURNS));
        shmem.p(times, me, nanos, 0);
        shmem.barrierAll();
    }

    /**
     * Calls of one collective by one algorithm, timed the way a program sees them: each by itself, separated by
     * barriers that are not timed.
     */
    private static final class TunedCalls {
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
         * change of processes fall on few of the calls and are most of what some algorithms take} Makes calls;
         * collective. The barrier is the algorithm of those inside the operation and before each call; a member that
         * leaves it first enters the call first.
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
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;
import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures all operations by all algorithms at all lengths within a time; collective.
 *
 * <p>Algorithms take turns in short batches, so that a disturbance hits all of them; {@link Batches} says which batch
 * counts. An algorithm that is far behind the best takes part in the first rounds only, because its exact time does not
 * matter.
 */
final class TimeTable {
    private static final long[] BYTES = {4, 128, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20};
    /** Lengths if PEs outnumber cores: a call takes long then, and the curves are flatter. */
    private static final long[] FEW_BYTES = {4, 1 << 10, 16 << 10, 64 << 10, 1 << 20};
    /** Largest factor to the best algorithm in each round; the last holds for all further rounds. */
    private static final double[] BEHIND = {1e9, 1e9, 1e9, 1e9, 10, 4, 2, 1.5};
    /** The same for the rounds of warm-up, where the first times are those of cold code. */
    private static final double[] WARM_UP_BEHIND = {1e9, 30, 10, 5};
    private static final int ROUNDS = 8;
    private static final int LEAST_ROUNDS = 3;
    private static final int LEAST_TURNS = 4;
    /** Calls below a time that comes near a change of processes: the first ones of a batch are never typical. */
    private static final double SHORT_NANOS = 50_000;
    private static final int LEAST_SHORT_TURNS = 64;
    private static final int MOST_TURNS = 20_000;
    /** The same where PEs outnumber cores: times change there within seconds, so algorithms alternate more often. */
    private static final int MOST_SHARED_TURNS = 64;
    /** Shares of the time that an operation's warm-up gets; each length gets one. */
    private static final int WARM_UP_SHARES = 2;

    private final TunedCalls calls;
    private final long deadline;
    private final int mostTurns;
    private final long[][] lengths = new long[Operation.values().length][];
    private double sync;
    private int shares;

    TimeTable(Shmem shmem, Load load, long nanos) {
        this.calls = new TunedCalls(shmem);
        this.deadline = nanos;
        this.mostTurns = load == Load.OWN ? MOST_TURNS : MOST_SHARED_TURNS;
        for (Operation operation : Operation.values()) {
            lengths[operation.ordinal()] = operation == Operation.BARRIER ? new long[1]
                : Arrays.stream(load == Load.OWN ? BYTES : FEW_BYTES).filter(bytes -> calls.fits(operation, bytes))
                    .toArray();
            shares += WARM_UP_SHARES + lengths[operation.ordinal()].length;
        }
    }

    /**
     * {@return times of each operation by each algorithm}
     *
     * <p>All warm up before any is measured: compilers that are still at work would slow the first ones down.
     */
    List<CostRow> measure() {
        for (Operation operation : Operation.values()) {
            warmUp(operation);
        }
        List<CostRow> rows = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            long[] bytes = lengths[operation.ordinal()];
            double[][] nanos = new double[bytes.length][];
            for (int at = 0; at < bytes.length; at++) {
                nanos[at] = measure(operation, bytes[at]);
            }
            for (int i = 1; i < operation.algorithms().length; i++) {
                int algorithm = i;
                rows.add(new CostRow(operation, i, calls.shmem.nPes(), bytes, Arrays.stream(nanos)
                    .mapToLong(all -> Math.max(1, Math.round(all[algorithm]))).toArray()));
            }
        }
        return rows;
    }

    /** {@return nanoseconds for a number of shares of the time that is left} */
    private long take(int weight) {
        long nanos = Math.max(0, deadline - calls.elapsed()) / shares * weight;
        shares -= weight;
        return nanos;
    }

    /** Runs algorithms at a short and a long length, so that no cold one falls behind for being cold. */
    private void warmUp(Operation operation) {
        long[] bytes = lengths[operation.ordinal()];
        long share = take(WARM_UP_SHARES) / 2;
        warmUp(operation, bytes[0], share);
        warmUp(operation, bytes[bytes.length * 2 / 3], share);
    }

    /**
     * Runs algorithms one after the other in rounds. If 64 JVMs compile on two cores there is not the time to compile
     * all algorithms. An algorithm that is far behind leaves early, so the others get its time.
     */
    private void warmUp(Operation operation, long bytes, long share) {
        double[] best = new double[operation.algorithms().length];
        Arrays.fill(best, Double.MAX_VALUE);
        long begin = calls.elapsed();
        for (int round = 0; round < WARM_UP_BEHIND.length; round++) {
            double limit = WARM_UP_BEHIND[round] * Arrays.stream(best).skip(1).min().orElseThrow();
            long left = Math.max(0, begin + share - calls.elapsed()) / (WARM_UP_BEHIND.length - round);
            long in = Arrays.stream(best).skip(1).filter(nanos -> nanos <= limit).count();
            for (int i = 1; i < best.length; i++) {
                if (best[i] <= limit) {
                    best[i] = Math.min(best[i], warmUp(operation, i, bytes, left / in));
                }
            }
        }
        hold(operation, best);
    }

    /** Fixes the fastest barriers after they were measured, because algorithms with barriers will use them, too. */
    private void hold(Operation operation, double[] best) {
        if (operation == Operation.BARRIER) {
            int fastest = 1;
            for (int i = 2; i < best.length; i++) {
                fastest = best[i] < best[fastest] ? i : fastest;
            }
            calls.barrier = fastest;
            sync = best[fastest];
        }
    }

    /** {@return nanoseconds of a call in the fastest batch} */
    private double warmUp(Operation operation, int algorithm, long bytes, long nanos) {
        double best = Double.MAX_VALUE;
        long begin = calls.elapsed();
        for (int turns = 1; calls.elapsed() - begin < nanos; turns = Math.min(2 * turns, MOST_TURNS)) {
            best = Math.min(best, calls.batch(operation, algorithm, bytes, turns));
        }
        return best;
    }

    /** {@return nanoseconds of a call by each algorithm} */
    private double[] measure(Operation operation, long bytes) {
        Batches[] algorithms = Batches.of(operation.algorithms().length);
        long share = take(1);
        long begin = calls.elapsed();
        for (int round = 0; round == 0 || goesOn(round, calls.elapsed() - begin, share); round++) {
            double limit = fastest(algorithms) * BEHIND[Math.min(round, BEHIND.length - 1)];
            boolean[] in = new boolean[algorithms.length];
            int count = 0;
            for (int i = 1; i < algorithms.length; i++) {
                in[i] = algorithms[i].typical() <= limit;
                count += in[i] ? 1 : 0;
            }
            for (int i = 1; i < algorithms.length; i++) {
                if (in[i]) {
                    double nanos = algorithms[i].typical();
                    int least = nanos < SHORT_NANOS ? LEAST_SHORT_TURNS : LEAST_TURNS;
                    int turns = (int) Math.clamp(share / ROUNDS / count / (nanos + sync), least, mostTurns);
                    algorithms[i].add(calls.batch(operation, i, bytes, turns));
                }
            }
        }
        double[] nanos = Arrays.stream(algorithms).mapToDouble(Batches::typical).toArray();
        hold(operation, nanos);
        return nanos;
    }

    private static double fastest(Batches[] algorithms) {
        return Arrays.stream(algorithms).skip(1).mapToDouble(Batches::typical).min().orElseThrow();
    }

    private boolean goesOn(int rounds, long nanos, long share) {
        return nanos < share || rounds < LEAST_ROUNDS && calls.elapsed() < deadline;
    }

    /**
     * The times of an algorithm's batches in one pass.
     *
     * <p>The lower quartile counts. Slow batches may be cold or disturbed, most of them on a busy machine. But the
     * fastest one may be a lucky one: where PEs share cores, who runs first differs from batch to batch, and so do the
     * times of the same call, by a factor of two.
     */
    static final class Batches {
        private double[] nanos = new double[16];
        private int count;

        static Batches[] of(int algorithms) {
            Batches[] all = new Batches[algorithms];
            Arrays.setAll(all, i -> new Batches());
            return all;
        }

        void add(double batch) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            nanos[count++] = batch;
        }

        /** {@return nanoseconds of a call, beyond all bounds while there is no batch} */
        double typical() {
            if (count == 0) {
                return Double.MAX_VALUE;
            }
            double[] sorted = Arrays.copyOf(nanos, count);
            Arrays.sort(sorted);
            return sorted[count / 4];
        }
    }

    /**
     * Calls of one collective by one algorithm, timed as a program sees them: each by itself, separated by barriers
     * outside of the time. All PEs get the same times, and so decide alike what to measure next.
     *
     * <p>PE 0 publishes the times of a batch between the batch's last two barriers. The next times are written only
     * after the next batch, so no PE can miss them.
     */
    static final class TunedCalls {
        private static final long MOST_BYTES = 4 << 20;
        private static final int LINE = 128;

        private final Shmem shmem;
        private final SymmetricInts source;
        private final SymmetricInts dest;
        private final SymmetricDoubles times;
        /** Mean time over PEs of the last batch, and PE 0's clock behind it. */
        private final SymmetricDoubles published;
        private final long began = System.nanoTime();
        /** The barrier of operations that have one inside. */
        private int barrier;

        TunedCalls(Shmem shmem) {
            this.shmem = shmem;
            int count = (int) (MOST_BYTES / Integer.BYTES);
            this.source = shmem.allocateInts(count, LINE).named("source");
            this.dest = shmem.allocateInts(count, LINE).named("dest");
            this.times = shmem.allocateDoubles(shmem.nPes()).named("times");
            this.published = shmem.allocateDoubles(2).named("published");
            source.fill(1);
            dest.fill(0);
        }

        /** {@return nanoseconds from the begin to the end of the last batch, by PE 0's clock} */
        long elapsed() {
            return (long) published.get(1);
        }

        /** {@return nanoseconds of one call, the mean over PEs} Makes calls; collective. */
        double batch(Operation operation, int algorithm, long bytes, int turns) {
            shmem.p(times, shmem.myPe(), run(operation, algorithm, bytes, turns), 0);
            shmem.barrierAll();
            double[] words = {Arrays.stream(times.toArray()).sum() / shmem.nPes(), System.nanoTime() - began};
            for (int pe = 0; shmem.myPe() == 0 && pe < shmem.nPes(); pe++) {
                shmem.put(published, 0, words, 0, 2, pe);
            }
            shmem.barrierAll();
            return published.get(0);
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
        private double run(Operation operation, int algorithm, long bytes, int turns) {
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

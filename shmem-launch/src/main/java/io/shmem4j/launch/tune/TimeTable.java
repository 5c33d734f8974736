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
 * Measures all algorithms of all operations at all lengths within a time limit; collective.
 *
 * <p>Algorithms alternate in short batches, so that noise affects all of them alike; {@link Batches} picks the
 * representative batch. Slow algorithms drop out after the first rounds, because their exact times don't matter.
 */
final class TimeTable {
    private static final long[] BYTES = {4, 128, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20};
    /** Lengths if PEs outnumber cores: calls are slower and curves flatter. */
    private static final long[] FEW_BYTES = {4, 1 << 10, 16 << 10, 64 << 10, 1 << 20};
    /**
     * Per round, the largest slowdown against the best algorithm that stays in; the last entry holds for all later
     * rounds.
     */
    private static final double[] BEHIND = {1e9, 1e9, 1e9, 1e9, 10, 4, 2, 1.5};
    /** The same for warm-up rounds, whose first times are those of cold code. */
    private static final double[] WARM_UP_BEHIND = {1e9, 30, 10, 5};
    private static final int ROUNDS = 8;
    private static final int LEAST_ROUNDS = 3;
    private static final int LEAST_TURNS = 4;
    /** Calls shorter than about a context switch: the first ones of a batch are atypical. */
    private static final double SHORT_NANOS = 50_000;
    private static final int LEAST_SHORT_TURNS = 64;
    private static final int MOST_TURNS = 20_000;
    /** Most turns if PEs outnumber cores: times drift within seconds, so algorithms alternate more often. */
    private static final int MOST_SHARED_TURNS = 64;
    /** Time shares of an operation's warm-up; each length has one share. */
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
     * {@return the times of each operation by each algorithm}
     *
     * <p>All operations warm up before the first measurement, because running compilers distort times.
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

    /** Takes shares of the remaining time, and {@return their nanoseconds} */
    private long take(int weight) {
        long nanos = Math.max(0, deadline - calls.elapsed()) / shares * weight;
        shares -= weight;
        return nanos;
    }

    /** Warms up at a short and a long length. */
    private void warmUp(Operation operation) {
        long[] bytes = lengths[operation.ordinal()];
        long share = take(WARM_UP_SHARES) / 2;
        warmUp(operation, bytes[0], share);
        warmUp(operation, bytes[bytes.length * 2 / 3], share);
    }

    /**
     * Runs all algorithms in rounds. Slow algorithms drop out early and leave their time to the rest: 64 JVMs on two
     * cores can't compile everything.
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

    /** Keeps the fastest barrier, which other algorithms use. */
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

    /** {@return nanoseconds per call in the fastest batch} */
    private double warmUp(Operation operation, int algorithm, long bytes, long nanos) {
        double best = Double.MAX_VALUE;
        long begin = calls.elapsed();
        for (int turns = 1; calls.elapsed() - begin < nanos; turns = Math.min(2 * turns, MOST_TURNS)) {
            best = Math.min(best, calls.batch(operation, algorithm, bytes, turns));
        }
        return best;
    }

    /** {@return nanoseconds per call by each algorithm} */
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
     * Batch times of one algorithm.
     *
     * <p>The lower quartile counts. Slow batches are often cold or disturbed. The fastest batch may be luck: if PEs
     * share cores, the scheduling order changes times by a factor of two.
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

        /** {@return nanoseconds per call, MAX_VALUE without a batch} */
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
     * Timed calls of one collective by one algorithm. As in a program, each call is timed alone, with barriers between
     * calls outside of the time. All PEs get the same times, so they agree on the next measurement.
     *
     * <p>PE 0 publishes a batch's times between the batch's last two barriers, and the next ones only after the next
     * batch, so that no PE misses them.
     */
    static final class TunedCalls {
        private static final long MOST_BYTES = 4 << 20;
        private static final int LINE = 128;

        private final Shmem shmem;
        private final SymmetricInts source;
        private final SymmetricInts dest;
        private final SymmetricDoubles times;
        /** Mean time of the last batch, and PE 0's clock after it. */
        private final SymmetricDoubles published;
        private final long began = System.nanoTime();
        /** Barrier algorithm inside other operations. */
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

        /** {@return nanoseconds of PE 0's clock at the end of the last batch} */
        long elapsed() {
            return (long) published.get(1);
        }

        /** Makes calls, and {@return the nanoseconds per call, averaged over PEs} Collective. */
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
         * Makes calls, and {@return this PE's mean nanoseconds per call} Collective. The mean counts context switches,
         * which fall on few calls and dominate some algorithms if PEs outnumber cores. A barrier precedes each call;
         * the first PE to leave it enters the call first.
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

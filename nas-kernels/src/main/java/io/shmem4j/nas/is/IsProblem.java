// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelCommand;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.NpbRandom;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.ProblemTable;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Transfer;
import java.util.Arrays;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A class of IS.
 *
 * @param reduction     algorithm that sums the bucket sizes
 * @param loops         loop that splits keys
 * @param logKeys       log2 of the number of keys
 * @param logMaxKey     log2 of the exclusive bound of keys
 * @param logBuckets    log2 of the number of buckets
 * @param tests         indices of the test keys, their ranks before the first ranking, and the change of each per
 *                      ranking
 */
public record IsProblem(NpbClass npbClass, BucketReduction reduction, KeyLoops.Split loops, int logKeys, int logMaxKey,
    int logBuckets, int... tests) implements KernelProblem {
    private static final int NUMBERS_PER_KEY = 4;
    /** Timed rankings of every class. */
    static final int ITERATIONS = 10;
    /** Rankings after which the loops are compiled. */
    private static final int COMPILED = 50;
    /** Number of test keys. */
    static final int TESTS = 5;

    public static OptionSpec[] options() {
        return new OptionSpec[] {KernelCommand.transfer("how keys move: direct, by load and store, the default; putget;"
            + " pointer, stores for its calls; messages, two-sided", Transfer.PUTGET, Transfer.POINTER,
            Transfer.MESSAGES, Transfer.DIRECT),
            BucketReduction.option(),
            KernelCommand.count("--steps", "" + ITERATIONS,
                "end after N of the 10 rankings; those that are made are verified"),
            KernelCommand.rehearsal(6000, "small rankings")};
    }

    public static IsProblem of(NpbClass npbClass, KernelCommand command) {
        return of(npbClass, command.<BucketReduction>value("--reduction"));
    }

    static IsProblem of(NpbClass npbClass, BucketReduction sums) {
        double[] row = ProblemTable.row("IS", npbClass);
        return row == null ? null : new IsProblem(npbClass, sums, KeyLoops.Split.fastest(), (int) row[0], (int) row[1],
            (int) row[2], Arrays.stream(row).skip(3).mapToInt(number -> (int) number).toArray());
    }

    @Override
    public Facts facts() {
        return new Facts("IS", Integer.toString(keys()), 1e-6 * ITERATIONS * keys(), "keys ranked", "rankings",
            Phase.COUNT, Phase.REDUCTION, Phase.GROUP, Phase.EXCHANGE_COUNTS, Phase.MOVE_KEYS, Phase.RANK);
    }

    @Override
    public int steps() {
        return ITERATIONS;
    }

    @Override
    public long bytes(Transfer transfer, int pes) {
        return KeyExchange.bytes(transfer, (int) new Share(keys(), pes).largest(), capacity(pes), pes);
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return new Ranking(heap, this, transfer, timers);
    }

    /**
     * Ranks few keys, because uncompiled code is slow, in as many buckets as the benchmark, because these select the
     * reduction.
     */
    @Override
    public KernelProblem rehearsal(KernelProblem benchmark) {
        return new IsProblem(npbClass, reduction, loops, logKeys, logMaxKey, ((IsProblem) benchmark).logBuckets,
            tests);
    }

    /** Uses loops of the Vector API once they are compiled; before, they are slower than scalar ones. */
    @Override
    public KernelProblem rehearsed(int rankings) {
        return rankings >= COMPILED ? this : new IsProblem(npbClass, reduction, KeyLoops.Split.SCALAR, logKeys,
            logMaxKey, logBuckets, tests);
    }

    @Override
    public boolean verifiable(int steps) {
        return true;
    }

    /** Values: test keys found, test keys expected, and whether the last ranking sorts. */
    @Override
    public boolean right(double... values) {
        return values[0] == values[1] && values[2] == 1;
    }

    /**
     * {@return an upper bound of a PE's keys}: its share, and the bucket that exceeds it. The fullest bucket has 2.67
     * times the mean, the peak density of a sum of four random numbers.
     */
    int capacity(int pes) {
        long bucket = keys() >> logBuckets;
        return (int) Math.min(keys(), keys() / pes + 3 * bucket + 512);
    }

    int keys() {
        return 1 << logKeys;
    }

    int maxKey() {
        return 1 << logMaxKey;
    }

    int buckets() {
        return 1 << logBuckets;
    }

    /** {@return the shift from a key to its bucket} */
    int shift() {
        return logMaxKey - logBuckets;
    }

    /** {@return the index of a test key} */
    int testIndex(int test) {
        return tests[test];
    }

    /** {@return the rank of a test key in a ranking, counted from 1} */
    int expectedRank(int test, int iteration) {
        return tests[TESTS + test] + tests[2 * TESTS + test] * iteration;
    }

    /** {@return keys from an index on}: sums of four random numbers, most of them near the middle */
    int[] keys(long from, int count) {
        NpbRandom random = new NpbRandom(NpbRandom.SEED, NUMBERS_PER_KEY * from);
        double quarter = maxKey() / 4;
        int[] keys = new int[count];
        for (int i = 0; i < count; i++) {
            double sum = random.next();
            sum += random.next();
            sum += random.next();
            sum += random.next();
            keys[i] = (int) (quarter * sum);
        }
        return keys;
    }
}

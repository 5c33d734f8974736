// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.NpbRandom;

/**
 * One class of the benchmark.
 *
 * @param logKeys       log2 of the number of keys
 * @param logMaxKey     log2 of the bound of the keys
 * @param logBuckets    log2 of the number of buckets
 * @param testIndices   places of the keys whose ranks are known
 * @param testRanks     those ranks, but for what the iteration adds
 * @param rising        which ranks grow with the iteration; the others fall
 * @param risingOffset  added to the iteration where a rank grows
 * @param fallingOffset added to the iteration where a rank falls
 */
record IsProblem(NpbClass npbClass, int logKeys, int logMaxKey, int logBuckets, int[] testIndices, int[] testRanks,
    boolean[] rising, int risingOffset, int fallingOffset) {
    private static final int NUMBERS_PER_KEY = 4;
    /** Timed rankings of every class. */
    static final int ITERATIONS = 10;
    /** Keys of known rank. */
    static final int TESTS = 5;

    /** {@return the problem of a class, null where it is too large} */
    static IsProblem of(NpbClass npbClass) {
        return switch (npbClass) {
            case S -> new IsProblem(npbClass, 16, 11, 9, new int[] {48427, 17148, 23627, 62548, 4431},
                new int[] {0, 18, 346, 64917, 65463}, up(0, 1, 2), 0, 0);
            case W -> new IsProblem(npbClass, 20, 16, 10, new int[] {357773, 934767, 875723, 898999, 404505},
                new int[] {1249, 11698, 1039987, 1043896, 1048018}, up(0, 1), -2, 0);
            case A -> new IsProblem(npbClass, 23, 19, 10, new int[] {2112377, 662041, 5336171, 3642833, 4250760},
                new int[] {104, 17523, 123928, 8288932, 8388264}, up(0, 1, 2), -1, -1);
            case B -> new IsProblem(npbClass, 25, 21, 10, new int[] {41869, 812306, 5102857, 18232239, 26860214},
                new int[] {33422937, 10244, 59149, 33135281, 99}, up(1, 2, 4), 0, 0);
            case C -> new IsProblem(npbClass, 27, 23, 10,
                new int[] {44172927, 72999161, 74326391, 129606274, 21736814},
                new int[] {61147, 882988, 266290, 133997595, 133525895}, up(0, 1, 2), 0, 0);
            case D, E -> null;
        };
    }

    private static boolean[] up(int... tests) {
        boolean[] rising = new boolean[TESTS];
        for (int test : tests) {
            rising[test] = true;
        }
        return rising;
    }

    /** {@return a problem with as many buckets and as few keys as there are} */
    IsProblem small() {
        IsProblem least = of(NpbClass.S);
        return new IsProblem(npbClass, least.logKeys, least.logMaxKey, logBuckets, least.testIndices, least.testRanks,
            least.rising, least.risingOffset, least.fallingOffset);
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

    /** {@return by how much to shift a key for the number of its bucket} */
    int shift() {
        return logMaxKey - logBuckets;
    }

    /**
     * {@return the right rank of a test key}
     *
     * @param iteration of the ranking, from 1
     */
    int expectedRank(int test, int iteration) {
        return rising[test] ? testRanks[test] + iteration + risingOffset : testRanks[test] - iteration - fallingOffset;
    }

    /** The parts of a ranking that are timed. */
    enum Phase {
        COUNT,
        /** Summing the counts over all PEs, and dealing the buckets. */
        REDUCTION,
        GROUP,
        EXCHANGE_COUNTS,
        MOVE_KEYS,
        RANK
    }

    /** {@return count of the problem's keys from one of them on}: sums of four random numbers, mostly in the middle */
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

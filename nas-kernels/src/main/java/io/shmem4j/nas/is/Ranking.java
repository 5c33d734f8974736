// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.HeapNeed;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.work.WorkKind;

/** This PE's part of the rankings: its keys, and after each ranking the ranks of the keys whose buckets it owns. */
final class Ranking {
    private final Shmem shmem;
    private final IsProblem problem;
    private final Share shares;
    private final int me;
    private final int buckets;
    private final int shift;
    private final int[] keys;
    private final int[] sizes;
    private final int[] totals;
    private final BucketDeal deal;
    private final BucketSums sums;
    private final KeyExchange exchange;
    private final PhaseTimers<IsProblem.Phase> timers;
    private int[] histogram = new int[0];
    private int smallest;
    private int range;

    Ranking(Shmem shmem, IsProblem problem, KeyExchange.Way transfer, BucketReduction reduction,
        KeyLoops.Split loops,
        PhaseTimers<IsProblem.Phase> timers) {
        this.shmem = shmem;
        this.problem = problem;
        this.timers = timers;
        me = shmem.myPe();
        buckets = problem.buckets();
        shift = problem.shift();
        shares = new Share(problem.keys(), shmem.nPes());
        int capacity = capacity(problem, shmem.nPes());
        keys = problem.keys(shares.from(me), (int) shares.size(me));
        sizes = new int[buckets + IsProblem.TESTS];
        totals = new int[sizes.length];
        deal = new BucketDeal(shares, buckets);
        sums = reduction.sums(shmem, sizes.length);
        exchange = transfer.exchange(shmem, new Grouping(loops, shift, shmem.nPes()), (int) shares.largest(), capacity);
    }

    /** Refuses a problem that the symmetric heap has no room for. */
    static void checkHeap(Shmem shmem, IsProblem problem, KeyExchange.Way transfer) {
        int pes = shmem.nPes();
        int keys = (int) new Share(problem.keys(), pes).largest();
        HeapNeed.check(shmem, transfer.bytes(keys, capacity(problem, pes), pes));
    }

    /**
     * {@return a bound of the keys that a PE gets}: its share, and the bucket with which it overshoots; the fullest
     * holds 2.67 times the mean, the sum of four random numbers having that density in its middle
     */
    static int capacity(IsProblem problem, int pes) {
        long bucket = problem.keys() >> problem.logBuckets();
        return (int) Math.min(problem.keys(), problem.keys() / pes + 3 * bucket + 512);
    }

    int[] keys() {
        return keys;
    }

    /**
     * Ranks all keys once, after a small change to two of them; collective.
     *
     * @return how many test keys this PE owns and finds in their right place
     */
    int rank(int iteration) {
        if (me == 0) {
            keys[iteration] = iteration;
            keys[iteration + IsProblem.ITERATIONS] = problem.maxKey() - iteration;
        }
        countBySize();
        timers.lap(IsProblem.Phase.COUNT);
        sums.sum(sizes, totals);
        deal.deal(totals, sizes);
        timers.lap(IsProblem.Phase.REDUCTION);
        group();
        timers.lap(IsProblem.Phase.GROUP);
        exchange.counts(deal);
        timers.lap(IsProblem.Phase.EXCHANGE_COUNTS);
        exchange.keys(deal);
        timers.lap(IsProblem.Phase.MOVE_KEYS);
        countByKey();
        int passed = passed(iteration);
        timers.lap(IsProblem.Phase.RANK);
        return passed;
    }

    private void countBySize() {
        KeyLoops.clear(sizes, sizes.length);
        for (int test = 0; test < IsProblem.TESTS; test++) {
            int index = problem.testIndices()[test];
            if (shares.owner(index) == me) {
                sizes[buckets + test] = keys[(int) (index - shares.from(me))];
            }
        }
        KeyLoops.count(keys, shift, sizes);
        shmem.work(WorkKind.SCALAR, 3L * keys.length);
        shmem.work(WorkKind.STREAM_BYTES, (long) Integer.BYTES * keys.length);
    }

    private void group() {
        exchange.group(keys, deal);
        shmem.work(WorkKind.SCALAR, 5L * keys.length);
        shmem.work(WorkKind.STREAM_BYTES, 2L * Integer.BYTES * keys.length);
    }

    private void countByKey() {
        smallest = deal.first[me] << shift;
        range = (deal.first[me + 1] << shift) - smallest;
        if (histogram.length < range) {
            histogram = new int[range];
        }
        KeyLoops.clear(histogram, range);
        exchange.histogram(smallest, histogram);
        KeyLoops.accumulate(histogram, range);
        shmem.work(WorkKind.SCALAR, 3L * deal.keys(me) + 3L * range);
        shmem.work(WorkKind.STREAM_BYTES, Integer.BYTES * (deal.keys(me) + 3L * range));
    }

    private int passed(int iteration) {
        int passed = 0;
        for (int test = 0; test < IsProblem.TESTS; test++) {
            int key = totals[buckets + test];
            if (key >= smallest && key < smallest + range && rankOf(key) == problem.expectedRank(test, iteration)) {
                passed++;
            }
        }
        return passed;
    }

    private int rankOf(int key) {
        return deal.keysBefore[me] + keysBelow(key);
    }

    private int keysBelow(int key) {
        return key == smallest ? 0 : histogram[key - 1 - smallest];
    }

    /** {@return the keys this PE owns after the last ranking, put into the places of their ranks} */
    int[] sorted() {
        int[] received = exchange.received();
        int[] sorted = new int[received.length];
        for (int key : received) {
            sorted[--histogram[key - smallest]] = key;
        }
        return sorted;
    }

    /** Gives the symmetric memory back; collective. */
    void free() {
        exchange.free();
        sums.free();
    }

    int owned() {
        return deal.keys(me);
    }
}

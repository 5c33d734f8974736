// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** This PE's part of the rankings: its keys, and after each ranking the ranks of the keys in its buckets. */
final class Ranking implements Kernel {
    private final Shmem shmem;
    private final IsProblem problem;
    private final Share shares;
    private final int me;
    private final int buckets;
    private final int shift;
    final int[] keys;
    /** Copy of the first keys, some of which rankings change. */
    private final int[] first;
    private final int[] sizes;
    private final int[] totals;
    private final BucketDeal deal;
    private final BucketReduction.BucketSums sums;
    private final KeyExchange exchange;
    private final PhaseTimers timers;
    private final AllGather allGather;
    private int[] histogram = new int[0];
    private int smallest;
    private int range;
    private int found;

    Ranking(KernelHeap heap, IsProblem problem, Transfer transfer, PhaseTimers timers) {
        shmem = heap.shmem;
        this.problem = problem;
        this.timers = timers;
        me = shmem.myPe();
        buckets = problem.buckets();
        shift = problem.shift();
        shares = new Share(problem.keys(), shmem.nPes());
        keys = problem.keys(shares.from(me), (int) shares.size(me));
        first = Arrays.copyOf(keys, Math.min(keys.length, 2 * IsProblem.ITERATIONS + 1));
        sizes = new int[buckets + IsProblem.TESTS];
        totals = new int[sizes.length];
        deal = new BucketDeal(shares, buckets);
        sums = problem.reduction().sums(heap, sizes.length);
        exchange = KeyExchange.of(transfer, heap, new Grouping(problem.loops(), shift, shmem.nPes()),
            (int) shares.largest(), problem.capacity(shmem.nPes()));
        allGather = new AllGather(heap, 3);
    }

    @Override
    public void reset() {
        System.arraycopy(first, 0, keys, 0, first.length);
        found = 0;
    }

    /** Changes two keys, ranks all, and counts the test keys with the right rank. */
    @Override
    public void step(int iteration) {
        if (me == 0) {
            keys[iteration] = iteration;
            keys[iteration + IsProblem.ITERATIONS] = problem.maxKey() - iteration;
        }
        countBySize();
        timers.lap(Phase.COUNT);
        sums.sum(sizes, totals);
        deal.deal(totals, sizes);
        timers.lap(Phase.REDUCTION);
        group();
        timers.lap(Phase.GROUP);
        exchange.counts(deal);
        timers.lap(Phase.EXCHANGE_COUNTS);
        exchange.keys(deal);
        timers.lap(Phase.MOVE_KEYS);
        countByKey();
        found += passed(iteration);
        timers.lap(Phase.RANK);
    }

    private void countBySize() {
        Arrays.fill(sizes, 0);
        for (int test = 0; test < IsProblem.TESTS; test++) {
            int index = problem.testIndex(test);
            if (shares.owner(index) == me) {
                sizes[buckets + test] = keys[(int) (index - shares.from(me))];
            }
        }
        KeyLoops.count(keys, shift, sizes);
        VirtualTime.work(shmem, WorkKind.SCALAR, 3L * keys.length);
        VirtualTime.work(shmem, WorkKind.STREAM_BYTES, (long) Integer.BYTES * keys.length);
    }

    private void group() {
        exchange.group(keys, deal);
        VirtualTime.work(shmem, WorkKind.SCALAR, 5L * keys.length);
        VirtualTime.work(shmem, WorkKind.STREAM_BYTES, 2L * Integer.BYTES * keys.length);
    }

    private void countByKey() {
        smallest = deal.first[me] << shift;
        range = (deal.first[me + 1] << shift) - smallest;
        if (histogram.length < range) {
            histogram = new int[range];
        }
        Arrays.fill(histogram, 0, range, 0);
        exchange.histogram(smallest, histogram);
        KeyLoops.accumulate(histogram, range);
        VirtualTime.work(shmem, WorkKind.SCALAR, 3L * deal.keys(me) + 3L * range);
        VirtualTime.work(shmem, WorkKind.STREAM_BYTES, Integer.BYTES * (deal.keys(me) + 3L * range));
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
        return deal.keysBefore[me] + (key == smallest ? 0 : histogram[key - 1 - smallest]);
    }

    /** {@return test keys found, test keys expected, and whether the last ranking sorts} */
    @Override
    public double[] verified(int steps, double... finished) {
        int[] sorted = sorted();
        boolean ordered = sorted.length == deal.keys(me);
        for (int i = 1; i < sorted.length; i++) {
            ordered &= sorted[i - 1] <= sorted[i];
        }
        boolean empty = sorted.length == 0;
        double[][] ends = allGather.gather(empty ? 1 : 0, empty ? 0 : sorted[0], empty ? 0 : sorted[sorted.length - 1]);
        double largest = Double.NEGATIVE_INFINITY;
        for (double[] end : ends) {
            if (end[0] == 0) {
                ordered &= largest <= end[1];
                largest = end[2];
            }
        }
        double[] sums = allGather.sum(found, ordered ? 1 : 0, sorted.length);
        return new double[] {sums[0], IsProblem.TESTS * steps,
            sums[1] == shmem.nPes() && sums[2] == problem.keys() ? 1 : 0};
    }

    /** {@return this PE's keys of the last ranking in order of rank} */
    private int[] sorted() {
        int[] received = exchange.received();
        int[] sorted = new int[received.length];
        for (int key : received) {
            sorted[--histogram[key - smallest]] = key;
        }
        return sorted;
    }

    @Override
    public String loops() {
        return problem.loops().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Map<String, String> variant() {
        return Map.of("Reduction", problem.reduction().name());
    }
}

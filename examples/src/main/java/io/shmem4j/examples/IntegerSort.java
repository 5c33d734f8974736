// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The integer sort benchmark ISx. Each PE owns a range of keys. It makes random keys, sorts them into one bucket per
 * owner, puts each bucket into space that it reserves at the owner by a fetch-add, and then counts the keys of its own
 * range. No key may be lost or outside of its owner's range. A phase's time is the fastest of all rounds, averaged over
 * the PEs.
 *
 * <p>Arguments: keys per PE (default 262144), upper bound of keys (default 1048576), rounds (default 10).
 */
public final class IntegerSort {
    /** The phases, with ISx's names. */
    private enum Phase { INPUT, BCOUNT, BOFFSET, BUCKETIZE, ATA_KEYS, SORT, TOTAL }

    private final Shmem shmem;
    private final int maxKey;
    private final int width;
    private final int[] keys;
    private final int[] bucketed;
    private final int[] counts;
    private final int[] sizes;
    private final SplittableRandom random;
    private final SymmetricInts received;
    private final SymmetricLongs reserved;
    private final double[] fastest = new double[Phase.values().length];

    private IntegerSort(Shmem shmem, int count, int maxKey) {
        this.shmem = shmem;
        this.maxKey = maxKey;
        this.width = Math.ceilDiv(maxKey, shmem.nPes());
        this.keys = new int[count];
        this.bucketed = new int[count];
        this.counts = new int[width];
        this.sizes = new int[shmem.nPes()];
        this.random = new SplittableRandom(shmem.myPe());
        // The first PEs' ranges are wider than the average, up to twice as wide if there are few different keys.
        double share = (double) count * shmem.nPes() * width / maxKey;
        this.received = shmem.allocateInts((long) (1.25 * share + 10 * Math.sqrt(share)) + 1024).named("received");
        this.reserved = shmem.allocateLongs(1).named("reserved");
        Arrays.fill(fastest, Double.MAX_VALUE);
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("isx [keys [max-key [rounds]]]", args, 3);
        int count = arguments.count(0, 1 << 18);
        int maxKey = arguments.count(1, 1 << 20);
        int rounds = arguments.count(2, 10);
        try (Shmem shmem = Shmem.init()) {
            if (maxKey < shmem.nPes()) {
                throw new IllegalArgumentException("an upper bound of " + maxKey + " is too small for "
                    + shmem.nPes() + " PEs");
            }
            IntegerSort sort = new IntegerSort(shmem, count, maxKey);
            for (int round = 0; round < rounds; round++) {
                sort.sort();
            }
            StringBuilder times = new StringBuilder();
            double total = 0;
            for (Phase phase : Phase.values()) {
                total = shmem.world().sumReduce(sort.fastest[phase.ordinal()]) / shmem.nPes();
                times.append(String.format(Locale.ROOT, ", %s %.1f us", phase, total * 1e6));
            }
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d keys below %d on each of %d PEs: %.2f million a second%s%n", count,
                    maxKey, shmem.nPes(), (double) count * shmem.nPes() / total * 1e-6, times);
            }
            shmem.finish();
        }
    }

    private void sort() {
        shmem.barrierAll();
        double start = shmem.time();
        makeKeys(keys, random, maxKey);
        double time = ended(Phase.INPUT, start);
        Arrays.fill(sizes, 0);
        countKeys(keys, sizes, width);
        time = ended(Phase.BCOUNT, time);
        int[] next = new int[sizes.length];
        for (int pe = 1; pe < sizes.length; pe++) {
            next[pe] = next[pe - 1] + sizes[pe - 1];
        }
        time = ended(Phase.BOFFSET, time);
        bucketize(keys, bucketed, next, width);
        time = ended(Phase.BUCKETIZE, time);
        for (int k = 0; k < sizes.length; k++) {
            int pe = (shmem.myPe() + k) % sizes.length;
            long at = shmem.fetchAdd(reserved, 0, sizes[pe], pe);
            shmem.put(received, at, bucketed, next[pe] - sizes[pe], sizes[pe], pe);
        }
        shmem.barrierAll();
        time = ended(Phase.ATA_KEYS, time);
        int mine = (int) reserved.get(0);
        boolean foreign = countOwn(received, mine, counts, shmem.myPe() * width);
        ended(Phase.SORT, time);
        reserved.set(0, 0);
        shmem.barrierAll();
        ended(Phase.TOTAL, start);
        long all = shmem.world().sumReduce((long) mine);
        if (foreign || all != (long) keys.length * sizes.length) {
            throw new AssertionError("a key was lost, or is outside of its owner's range");
        }
    }

    private double ended(Phase phase, double start) {
        double now = shmem.time();
        fastest[phase.ordinal()] = Math.min(fastest[phase.ordinal()], now - start);
        return now;
    }

    private static void makeKeys(int[] keys, SplittableRandom random, int bound) {
        for (int i = 0; i < keys.length; i++) {
            keys[i] = random.nextInt(bound);
        }
    }

    private static void countKeys(int[] keys, int[] sizes, int width) {
        for (int key : keys) {
            sizes[key / width]++;
        }
    }

    private static void bucketize(int[] keys, int[] bucketed, int[] next, int width) {
        for (int key : keys) {
            bucketed[next[key / width]++] = key;
        }
    }

    /** Counts the received keys, and {@return whether any is outside of this PE's range} */
    private static boolean countOwn(SymmetricInts received, int mine, int[] counts, int first) {
        boolean foreign = false;
        Arrays.fill(counts, 0);
        for (int i = 0; i < mine; i++) {
            int key = received.get(i) - first;
            boolean own = key >= 0 && key < counts.length;
            foreign |= !own;
            counts[own ? key : 0]++;
        }
        return foreign;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Counts random keys in a histogram over all PEs. Bucket b is on PE b mod n, at index b div n.
 *
 * <p>Every PE draws keys and adds 1 to the bucket of each by a remote atomic, so the buckets need no locks. In the end
 * every PE compares its buckets with a sequential count of all keys.
 *
 * <p>Arguments: total number of keys (default 100 thousand), number of buckets (default 1000).
 */
public final class Histogram {
    private static final long SEED = 0x5eed;

    public static void main(String[] args) {
        Arguments arguments = new Arguments("histogram [keys [buckets]]", args, 2);
        int keys = arguments.count(0, 100_000);
        int buckets = arguments.count(1, 1000);
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            int n = shmem.nPes();
            SymmetricLongs counts = shmem.allocateLongs((buckets + n - 1) / n).named("counts");
            SymmetricLongs total = shmem.allocateLongs(1).named("total");

            double start = shmem.time();
            SplittableRandom random = random(me);
            for (int i = share(keys, me, n); i > 0; i--) {
                int bucket = draw(random, buckets);
                shmem.inc(counts, bucket / n, bucket % n);
            }
            shmem.barrierAll();
            double seconds = shmem.time() - start;

            long here = 0;
            long[] expected = count(keys, buckets, n);
            for (int bucket = me; bucket < buckets; bucket += n) {
                long found = counts.get(bucket / n);
                if (found != expected[bucket]) {
                    throw new AssertionError("bucket " + bucket + " has " + found + " keys, not " + expected[bucket]);
                }
                here += found;
            }
            shmem.add(total, 0, here, 0);
            shmem.barrierAll();
            if (me == 0) {
                if (total.get(0) != keys) {
                    throw new AssertionError(total.get(0) + " keys were counted, not " + keys);
                }
                System.out.printf(Locale.ROOT,
                    "%d keys in %d buckets on %d PEs: %.1f million atomic updates per second%n", keys, buckets, n,
                    keys / seconds / 1e6);
            }
        }
    }

    private static SplittableRandom random(int pe) {
        return new SplittableRandom(SEED + pe);
    }

    /** {@return number of keys that a PE draws} */
    private static int share(int keys, int pe, int n) {
        return keys / n + (pe < keys % n ? 1 : 0);
    }

    /** {@return a bucket; low ones are more likely, so that PEs contend for them} */
    private static int draw(SplittableRandom random, int buckets) {
        return Math.min(random.nextInt(buckets), random.nextInt(buckets));
    }

    /** {@return the histogram of all PEs' keys} */
    private static long[] count(int keys, int buckets, int n) {
        long[] counts = new long[buckets];
        for (int pe = 0; pe < n; pe++) {
            SplittableRandom random = random(pe);
            for (int i = share(keys, pe, n); i > 0; i--) {
                counts[draw(random, buckets)]++;
            }
        }
        return counts;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Sorts numbers on all PEs by samples, as MPI programs do: each PE sorts its own, gives samples to all, cuts its own at
 * the splitters chosen from them, and sends each part to its PE by one {@code alltoallv}, which exchanges the lengths,
 * too.
 *
 * <p>Arguments: numbers of each PE (default 100000).
 */
public final class SampleSort {
    /** Samples that each PE gives for each part. */
    private static final int SAMPLES = 32;

    private SampleSort() {
    }

    public static void main(String[] args) {
        int count = new Arguments("samplesort [numbers]", args, 1).count(0, 100_000);
        try (Shmem shmem = Shmem.init()) {
            Team world = shmem.world();
            int n = shmem.nPes();
            long[] own = new SplittableRandom(shmem.myPe()).longs(count).toArray();
            long before = world.sumReduce(Arrays.stream(own).sum());
            double start = shmem.time();
            Arrays.sort(own);
            long[] counts = parts(own, splitters(shmem, own));
            SymmetricLongs source = shmem.allocateLongs(count);
            source.set(0, own);
            // A PE gets more than the others where many numbers lie between two splitters.
            long most = 0;
            for (int pe = 0; pe < n; pe++) {
                most = Math.max(most, world.sumReduce(counts[pe]));
            }
            SymmetricLongs dest = shmem.allocateLongs(Math.max(1, most));
            long received = Arrays.stream(world.alltoallv(dest, source, counts)).sum();
            long[] sorted = new long[Math.toIntExact(received)];
            dest.get(0, sorted);
            Arrays.sort(sorted);
            double seconds = shmem.time() - start;
            check(shmem, sorted, before, (long) count * n);
            long largest = world.maxReduce(received);
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d numbers sorted on %d PEs, the largest part %.2f of the mean, "
                    + "%.1f ms%n", (long) count * n, n, largest / (double) count, seconds * 1e3);
            }
            shmem.finish();
        }
    }

    /** {@return the numbers at which parts begin, for all parts but the first}, the same on all PEs */
    private static long[] splitters(Shmem shmem, long[] sorted) {
        int n = shmem.nPes();
        int each = SAMPLES * n;
        SymmetricLongs own = shmem.allocateLongs(each);
        SymmetricLongs all = shmem.allocateLongs((long) each * n);
        for (int i = 0; i < each; i++) {
            own.set(i, sorted[(int) ((long) i * sorted.length / each)]);
        }
        shmem.world().fcollect(all, own, each);
        long[] samples = new long[each * n];
        all.get(0, samples);
        Arrays.sort(samples);
        long[] splitters = new long[n - 1];
        Arrays.setAll(splitters, i -> samples[(i + 1) * each]);
        own.free();
        all.free();
        return splitters;
    }

    /** {@return how many numbers belong to each PE} */
    private static long[] parts(long[] sorted, long[] splitters) {
        long[] counts = new long[splitters.length + 1];
        int part = 0;
        for (long value : sorted) {
            while (part < splitters.length && value >= splitters[part]) {
                part++;
            }
            counts[part]++;
        }
        return counts;
    }

    /** Compares this PE's first number with the last one of the PEs before, and the sums before and after. */
    private static void check(Shmem shmem, long[] sorted, long before, long all) {
        Team world = shmem.world();
        SymmetricLongs last = shmem.allocateLongs(1);
        last.set(0, sorted.length == 0 ? Long.MIN_VALUE : sorted[sorted.length - 1]);
        shmem.barrierAll();
        for (int pe = 0; pe < shmem.myPe(); pe++) {
            if (sorted.length > 0 && shmem.g(last, 0, pe) > sorted[0]) {
                throw new AssertionError("PE " + pe + " has a number above the first of PE " + shmem.myPe());
            }
        }
        if (world.sumReduce(Arrays.stream(sorted).sum()) != before || world.sumReduce((long) sorted.length) != all) {
            throw new AssertionError("the numbers are others than before");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Sample sort, as in MPI programs. Each PE sorts its numbers and shares samples of them. All PEs choose the same
 * splitters from the samples, cut their numbers at these, and exchange the parts by one {@code alltoallv}, which also
 * exchanges the lengths.
 *
 * <p>Arguments: numbers per PE (default 100000).
 */
public final class SampleSort {
    /** Number of samples per PE and part. */
    private static final int SAMPLES = 32;

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
            // The parts differ in size, but all PEs allocate the same.
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

    /** {@return the first numbers of all parts but the first; the same on all PEs} */
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

    /** {@return the size of each part} */
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

    /** Checks that this PE's first number follows the last ones of earlier PEs, and that no number is lost. */
    private static void check(Shmem shmem, long[] sorted, long before, long all) {
        Team world = shmem.world();
        SymmetricLongs last = shmem.allocateLongs(1);
        last.set(0, sorted.length == 0 ? Long.MIN_VALUE : sorted[sorted.length - 1]);
        shmem.barrierAll();
        for (int pe = 0; pe < shmem.myPe(); pe++) {
            if (sorted.length > 0 && shmem.g(last, 0, pe) > sorted[0]) {
                throw new AssertionError("PE " + pe + " has a larger number than the first of PE " + shmem.myPe());
            }
        }
        if (world.sumReduce(Arrays.stream(sorted).sum()) != before || world.sumReduce((long) sorted.length) != all) {
            throw new AssertionError("the sorted numbers differ from the original ones");
        }
    }
}

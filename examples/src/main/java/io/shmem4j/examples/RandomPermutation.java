// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A random permutation by throwing darts. Each PE throws its numbers at random cells of a board over all PEs, which has
 * twice as many cells as there are numbers. A compare-and-swap keeps a number if the cell is free; otherwise the PE
 * throws it again. The numbers in the order of their cells are the permutation.
 *
 * <p>A scan of the PEs' counts gives the position in the permutation where each PE's part begins.
 *
 * <p>Arguments: numbers per PE (default 20000).
 */
public final class RandomPermutation {
    private static final int BOARD = 2;
    private static final long SEED = 0xda27;

    public static void main(String[] args) {
        Arguments arguments = new Arguments("randperm [numbers]", args, 1);
        int numbers = arguments.count(0, 20_000);
        try (Shmem shmem = Shmem.init()) {
            int n = shmem.nPes();
            SymmetricLongs board = shmem.allocateLongs((long) BOARD * numbers).named("board");
            SymmetricLongs permutation = shmem.allocateLongs(numbers).named("permutation");
            SymmetricLongs seen = shmem.allocateLongs(numbers).named("seen");
            shmem.barrierAll();
            double start = shmem.time();
            long missed = throwAll(shmem, board, numbers);
            shmem.barrierAll();
            collect(shmem, board, permutation);
            shmem.barrierAll();
            double seconds = shmem.time() - start;
            for (int i = 0; i < numbers; i++) {
                long number = permutation.get(i);
                shmem.inc(seen, number / n, (int) (number % n));
            }
            shmem.barrierAll();
            for (int i = 0; i < numbers; i++) {
                if (seen.get(i) != 1) {
                    throw new AssertionError((i * (long) n + shmem.myPe()) + " appears " + seen.get(i) + " times");
                }
            }
            long allMissed = shmem.world().sumReduce(missed);
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d numbers permuted on %d PEs, %d darts thrown again, %.2f ms%n",
                    (long) numbers * n, n, allMissed, seconds * 1e3);
            }
            shmem.finish();
        }
    }

    /** Throws this PE's numbers, plus 1 because 0 is a free cell; {@return number of throws that missed} */
    private static long throwAll(Shmem shmem, SymmetricLongs board, int numbers) {
        SplittableRandom random = new SplittableRandom(SEED + shmem.myPe());
        int n = shmem.nPes();
        long missed = 0;
        for (int i = 0; i < numbers; i++) {
            long dart = 1 + i * (long) n + shmem.myPe();
            while (shmem.compareSwap(board, random.nextInt(BOARD * numbers), 0, dart, random.nextInt(n)) != 0) {
                missed++;
            }
        }
        return missed;
    }

    private static void collect(Shmem shmem, SymmetricLongs board, SymmetricLongs permutation) {
        int cells = (int) board.length();
        int perPe = (int) permutation.length();
        long[] found = new long[cells];
        int count = 0;
        for (int cell = 0; cell < cells; cell++) {
            long dart = board.get(cell);
            if (dart != 0) {
                found[count++] = dart - 1;
            }
        }
        long at = shmem.world().sumExscan((long) count);
        for (int from = 0; from < count;) {
            int index = (int) (at % perPe);
            int part = Math.min(count - from, perPe - index);
            shmem.put(permutation, index, found, from, part, (int) (at / perPe));
            from += part;
            at += part;
        }
    }
}

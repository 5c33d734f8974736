// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loops over keys, in pieces with a call each, so that a loop is compiled during the warm-up iteration instead of by
 * on-stack replacement.
 */
final class KeyLoops {
    /** Keys of a piece. */
    static final int PIECE = 1 << 12;
    /** Keys of a piece read from memory; larger ones stop hardware prefetch. */
    static final int SMALL_PIECE = 1 << 9;

    private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    /** Processors with vectors of this width can compress lanes in hardware. */
    private static final int FEWEST_LANES = 8;

    private KeyLoops() {
    }

    /** Loops that split keys. */
    enum Split {
        SCALAR,
        /** A vector at a time; very slow until compiled. */
        VECTOR;

        /** {@return the fastest loop of this processor once compiled} */
        static Split fastest() {
            return LANES >= FEWEST_LANES && LANES <= Grouping.SLACK ? VECTOR : SCALAR;
        }

        /** Splits keys of a range at a bound. {@return how many are smaller} */
        int split(int[] keys, int from, int to, int bound, int[] smaller, int[] larger) {
            return this == VECTOR ? splitByVectors(keys, from, to, bound, smaller, larger)
                : KeyLoops.split(keys, from, to, bound, smaller, 0, larger, 0);
        }
    }

    /**
     * Counts keys by bucket. A piece is first copied to the first-level cache: the copy overlaps cache misses, which a
     * loop with dependent stores does not, and halves the time.
     */
    static void count(int[] keys, int shift, int[] sizes) {
        int[] piece = new int[SMALL_PIECE];
        for (int from = 0; from < keys.length; from += SMALL_PIECE) {
            int count = Math.min(SMALL_PIECE, keys.length - from);
            System.arraycopy(keys, from, piece, 0, count);
            countPiece(piece, count, shift, sizes);
        }
    }

    private static void countPiece(int[] keys, int count, int shift, int[] sizes) {
        for (int i = 0; i < count; i++) {
            sizes[keys[i] >> shift]++;
        }
    }

    /**
     * Splits keys without a branch, which would be unpredictable: each key is stored at both ends, and one end moves.
     *
     * @return the number of keys in the first array
     */
    static int split(int[] keys, int from, int to, int bound, int[] smaller, int below, int[] larger, int above) {
        int low = below;
        int high = above;
        for (int i = from; i < to; i++) {
            int key = keys[i];
            smaller[low] = key;
            larger[high] = key;
            int less = key - bound >>> 31;
            low += less;
            high += 1 - less;
        }
        return low;
    }

    /** Stores whole vectors at both ends; later stores overwrite the surplus. */
    private static int splitByVectors(int[] keys, int from, int to, int bound, int[] smaller, int[] larger) {
        int below = 0;
        int above = 0;
        int end = from + SPECIES.loopBound(to - from);
        for (int i = from; i < end; i += LANES) {
            IntVector some = IntVector.fromArray(SPECIES, keys, i);
            VectorMask<Integer> less = some.lt(bound);
            some.compress(less).intoArray(smaller, below);
            some.compress(less.not()).intoArray(larger, above);
            int count = less.trueCount();
            below += count;
            above += LANES - count;
        }
        return split(keys, end, to, bound, smaller, below, larger, above);
    }

    /** Counts keys by their distance from the smallest one. */
    static void histogram(int[] keys, int count, int smallest, int[] histogram) {
        for (int from = 0; from < count; from += PIECE) {
            histogramPiece(keys, from, Math.min(from + PIECE, count), smallest, histogram);
        }
    }

    private static void histogramPiece(int[] keys, int from, int to, int smallest, int[] histogram) {
        for (int i = from; i < to; i++) {
            histogram[keys[i] - smallest]++;
        }
    }

    /** Replaces numbers by prefix sums. */
    static void accumulate(int[] numbers, int count) {
        int sum = 0;
        for (int from = 0; from < count; from += PIECE) {
            sum = accumulatePiece(numbers, from, Math.min(from + PIECE, count), sum);
        }
    }

    private static int accumulatePiece(int[] numbers, int from, int to, int before) {
        int sum = before;
        for (int i = from; i < to; i++) {
            sum += numbers[i];
            numbers[i] = sum;
        }
        return sum;
    }
}

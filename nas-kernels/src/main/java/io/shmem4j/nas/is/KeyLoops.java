// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.shmem4j.nas.npb.Ram;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The loops over keys.
 *
 * <p>Each goes through its keys in pieces, one call a piece: so its method is called often enough to be compiled
 * during the untimed iteration, and later calls need not wait for on-stack replacement.
 */
final class KeyLoops {
    /** Keys of a piece. */
    static final int PIECE = 1 << 12;

    private KeyLoops() {
    }

    /** Counts keys by bucket. */
    static void count(int[] keys, int shift, int[] sizes) {
        for (int from = 0; from < keys.length; from += PIECE) {
            countPiece(keys, from, Math.min(from + PIECE, keys.length), shift, sizes);
        }
    }

    private static void countPiece(int[] keys, int from, int to, int shift, int[] sizes) {
        for (int i = from; i < to; i++) {
            sizes[keys[i] >> shift]++;
        }
    }

    /** Groups keys by bucket; {@code next} has the place of each bucket's first key and then of its end. */
    static void scatter(int[] keys, int shift, int[] next, int[] grouped) {
        for (int from = 0; from < keys.length; from += PIECE) {
            scatterPiece(keys, from, Math.min(from + PIECE, keys.length), shift, next, grouped);
        }
    }

    private static void scatterPiece(int[] keys, int from, int to, int shift, int[] next, int[] grouped) {
        for (int i = from; i < to; i++) {
            int key = keys[i];
            grouped[next[key >> shift]++] = key;
        }
    }

    /** Groups keys by bucket into symmetric memory. */
    static void scatter(int[] keys, int shift, int[] next, MemorySegment grouped) {
        long address = grouped.asSlice(0, (long) keys.length * Integer.BYTES).address();
        for (int from = 0; from < keys.length; from += PIECE) {
            scatterPiece(keys, from, Math.min(from + PIECE, keys.length), shift, next, address);
        }
    }

    private static void scatterPiece(int[] keys, int from, int to, int shift, int[] next, long grouped) {
        long address = Ram.known(grouped);
        for (int i = from; i < to; i++) {
            int key = keys[i];
            int place = next[key >> shift]++;
            Ram.ALL.set(JAVA_INT_UNALIGNED, address + Integer.BYTES * Integer.toUnsignedLong(place), key);
        }
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

    /** Counts keys in symmetric memory by their distance from the smallest one. */
    static void histogram(MemorySegment keys, int count, int smallest, int[] histogram) {
        for (int from = 0; from < count; from += PIECE) {
            histogramPiece(keys, from, Math.min(from + PIECE, count), smallest, histogram);
        }
    }

    private static void histogramPiece(MemorySegment keys, int from, int to, int smallest, int[] histogram) {
        for (int i = from; i < to; i++) {
            histogram[keys.getAtIndex(JAVA_INT, i) - smallest]++;
        }
    }

    /** Clears the first numbers of an array. */
    static void clear(int[] numbers, int count) {
        Arrays.fill(numbers, 0, count, 0);
    }

    /** Makes each of the first numbers the sum of those up to it. */
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

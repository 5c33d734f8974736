// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.known;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import io.shmem4j.nas.npb.RawMemory;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** Transposes squares of doubles, as wide as a vector. */
final class VectorTurn {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int LANES = SPECIES.length();
    /** Swaps halves, quarters and single lanes. */
    private static final VectorShuffle<Double> SWAP_FOUR = swap(4);
    private static final VectorShuffle<Double> SWAP_TWO = swap(2);
    private static final VectorShuffle<Double> SWAP_ONE = swap(1);
    /** The upper halves, quarters and lanes. */
    private static final VectorMask<Double> UPPER_FOUR = upper(4);
    private static final VectorMask<Double> UPPER_TWO = upper(2);
    private static final VectorMask<Double> UPPER_ONE = upper(1);

    private VectorTurn() {
    }

    private static VectorShuffle<Double> swap(int distance) {
        return VectorShuffle.fromOp(SPECIES, lane -> (lane ^ distance) % LANES);
    }

    private static VectorMask<Double> upper(int distance) {
        boolean[] lanes = new boolean[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            lanes[lane] = (lane & distance) != 0;
        }
        return VectorMask.fromArray(SPECIES, lanes, 0);
    }

    /** Transposes a square; steps are bytes from row to row. */
    static void turn(long from, int fromStep, long to, int toStep) {
        if (LANES == 8) {
            turnEight(from, fromStep, to, toStep);
            return;
        }
        for (int row = 0; row < LANES; row++) {
            for (int column = 0; column < LANES; column++) {
                RawMemory.set(to + column * toStep + row * Double.BYTES,
                    RawMemory.get(from + row * fromStep + column * Double.BYTES));
            }
        }
    }

    /**
     * Transposes points of as many lines as a vector has lanes into rows, and touches no other points: the last square
     * overlaps the one before.
     *
     * @param from     address of the first point of the first line
     * @param fromStep distance of lines
     * @param toStep   distance of rows
     */
    static void gather(long from, int fromStep, long to, int toStep, int points) {
        for (int i = 0; i < points; i += LANES) {
            int point = Math.min(i, points - LANES);
            if (point < 0) {
                few(from, fromStep, Double.BYTES, to, Double.BYTES, toStep, points);
            } else {
                turn(from + 8L * point, fromStep, to + (long) point * toStep, toStep);
            }
        }
    }

    /** Transposes rows into points of lines; the inverse of gather. */
    static void scatter(long from, int fromStep, long to, int toStep, int points) {
        for (int i = 0; i < points; i += LANES) {
            int point = Math.min(i, points - LANES);
            if (point < 0) {
                few(from, Double.BYTES, fromStep, to, toStep, Double.BYTES, points);
            } else {
                turn(from + (long) point * fromStep, fromStep, to + 8L * point, toStep);
            }
        }
    }

    private static void few(long from, int line, int point, long to, int toLine, int toPoint, int points) {
        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < points; i++) {
                RawMemory.set(to + (long) lane * toLine + (long) i * toPoint,
                    RawMemory.get(from + (long) lane * line + (long) i * point));
            }
        }
    }

    /** Swaps quarters of the square, quarters of those, then single numbers; all 64 stay in registers. */
    private static void turnEight(long first, int firstStep, long target, int targetStep) {
        long from = known(first);
        long to = known(target);
        int step = known(firstStep);
        int toStep = known(targetStep);
        DoubleVector r0 = fromMemorySegment(SPECIES, ALL, from + 0 * step, ORDER);
        DoubleVector r1 = fromMemorySegment(SPECIES, ALL, from + 1 * step, ORDER);
        DoubleVector r2 = fromMemorySegment(SPECIES, ALL, from + 2 * step, ORDER);
        DoubleVector r3 = fromMemorySegment(SPECIES, ALL, from + 3 * step, ORDER);
        DoubleVector r4 = fromMemorySegment(SPECIES, ALL, from + 4 * step, ORDER);
        DoubleVector r5 = fromMemorySegment(SPECIES, ALL, from + 5 * step, ORDER);
        DoubleVector r6 = fromMemorySegment(SPECIES, ALL, from + 6 * step, ORDER);
        DoubleVector r7 = fromMemorySegment(SPECIES, ALL, from + 7 * step, ORDER);
        DoubleVector s0 = r0.blend(r4.rearrange(SWAP_FOUR), UPPER_FOUR);
        DoubleVector s4 = r0.rearrange(SWAP_FOUR).blend(r4, UPPER_FOUR);
        DoubleVector s1 = r1.blend(r5.rearrange(SWAP_FOUR), UPPER_FOUR);
        DoubleVector s5 = r1.rearrange(SWAP_FOUR).blend(r5, UPPER_FOUR);
        DoubleVector s2 = r2.blend(r6.rearrange(SWAP_FOUR), UPPER_FOUR);
        DoubleVector s6 = r2.rearrange(SWAP_FOUR).blend(r6, UPPER_FOUR);
        DoubleVector s3 = r3.blend(r7.rearrange(SWAP_FOUR), UPPER_FOUR);
        DoubleVector s7 = r3.rearrange(SWAP_FOUR).blend(r7, UPPER_FOUR);
        DoubleVector t0 = s0.blend(s2.rearrange(SWAP_TWO), UPPER_TWO);
        DoubleVector t2 = s0.rearrange(SWAP_TWO).blend(s2, UPPER_TWO);
        DoubleVector t1 = s1.blend(s3.rearrange(SWAP_TWO), UPPER_TWO);
        DoubleVector t3 = s1.rearrange(SWAP_TWO).blend(s3, UPPER_TWO);
        DoubleVector t4 = s4.blend(s6.rearrange(SWAP_TWO), UPPER_TWO);
        DoubleVector t6 = s4.rearrange(SWAP_TWO).blend(s6, UPPER_TWO);
        DoubleVector t5 = s5.blend(s7.rearrange(SWAP_TWO), UPPER_TWO);
        DoubleVector t7 = s5.rearrange(SWAP_TWO).blend(s7, UPPER_TWO);
        t0.blend(t1.rearrange(SWAP_ONE), UPPER_ONE).intoMemorySegment(ALL, to + 0 * toStep, ORDER);
        t0.rearrange(SWAP_ONE).blend(t1, UPPER_ONE).intoMemorySegment(ALL, to + 1 * toStep, ORDER);
        t2.blend(t3.rearrange(SWAP_ONE), UPPER_ONE).intoMemorySegment(ALL, to + 2 * toStep, ORDER);
        t2.rearrange(SWAP_ONE).blend(t3, UPPER_ONE).intoMemorySegment(ALL, to + 3 * toStep, ORDER);
        t4.blend(t5.rearrange(SWAP_ONE), UPPER_ONE).intoMemorySegment(ALL, to + 4 * toStep, ORDER);
        t4.rearrange(SWAP_ONE).blend(t5, UPPER_ONE).intoMemorySegment(ALL, to + 5 * toStep, ORDER);
        t6.blend(t7.rearrange(SWAP_ONE), UPPER_ONE).intoMemorySegment(ALL, to + 6 * toStep, ORDER);
        t6.rearrange(SWAP_ONE).blend(t7, UPPER_ONE).intoMemorySegment(ALL, to + 7 * toStep, ORDER);
    }
}

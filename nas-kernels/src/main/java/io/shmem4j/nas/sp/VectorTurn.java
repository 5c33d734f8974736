// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import static io.shmem4j.nas.npb.Ram.ALL;
import static io.shmem4j.nas.npb.Ram.known;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import io.shmem4j.nas.npb.Ram;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** Turns squares of numbers, as many vectors as one has lanes, so that rows become columns. */
final class VectorTurn {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int LANES = SPECIES.length();
    /** Exchanges halves, quarters and single lanes. */
    private static final VectorShuffle<Double> SWAP_FOUR = swap(4);
    private static final VectorShuffle<Double> SWAP_TWO = swap(2);
    private static final VectorShuffle<Double> SWAP_ONE = swap(1);
    /** The second of two halves, quarters or lanes. */
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

    /**
     * Turns a square.
     *
     * @param from     address of its first row
     * @param fromStep bytes from a row to the next
     * @param to       address of the first row of the result
     * @param toStep   bytes from a row of the result to the next
     */
    static void turn(long from, int fromStep, long to, int toStep) {
        if (LANES == 8) {
            turnEight(from, fromStep, to, toStep);
            return;
        }
        for (int row = 0; row < LANES; row++) {
            for (int column = 0; column < LANES; column++) {
                Ram.set(to + column * toStep + row * Double.BYTES,
                    Ram.get(from + row * fromStep + column * Double.BYTES));
            }
        }
    }

    /** Exchanges quarters of the square, then quarters of those, then single numbers. */
    private static void turnEight(long from, int fromStep, long to, int toStep) {
        exchangeQuarters(from, fromStep, to, toStep);
        turnQuarters(to, toStep);
        turnQuarters(to + LANES / 2 * toStep, toStep);
    }

    private static void exchangeQuarters(long first, int firstStep, long target, int targetStep) {
        long from = known(first);
        long to = known(target);
        int fromStep = known(firstStep);
        int toStep = known(targetStep);
        for (int row = 0; row < LANES / 2; row++) {
            long in = from + known(row * fromStep);
            long out = to + known(row * toStep);
            DoubleVector upper = fromMemorySegment(SPECIES, ALL, in, ORDER);
            DoubleVector lower = fromMemorySegment(SPECIES, ALL, in + LANES / 2 * fromStep, ORDER);
            upper.blend(lower.rearrange(SWAP_FOUR), UPPER_FOUR).intoMemorySegment(ALL, out, ORDER);
            upper.rearrange(SWAP_FOUR).blend(lower, UPPER_FOUR)
                .intoMemorySegment(ALL, out + LANES / 2 * toStep, ORDER);
        }
    }

    /** Turns the two quarters that four rows consist of, in place. */
    private static void turnQuarters(long first, int firstStep) {
        long at = known(first);
        int step = known(firstStep);
        DoubleVector r0 = fromMemorySegment(SPECIES, ALL, at, ORDER);
        DoubleVector r1 = fromMemorySegment(SPECIES, ALL, at + step, ORDER);
        DoubleVector r2 = fromMemorySegment(SPECIES, ALL, at + 2 * step, ORDER);
        DoubleVector r3 = fromMemorySegment(SPECIES, ALL, at + 3 * step, ORDER);
        DoubleVector s0 = r0.blend(r2.rearrange(SWAP_TWO), UPPER_TWO);
        DoubleVector s2 = r0.rearrange(SWAP_TWO).blend(r2, UPPER_TWO);
        DoubleVector s1 = r1.blend(r3.rearrange(SWAP_TWO), UPPER_TWO);
        DoubleVector s3 = r1.rearrange(SWAP_TWO).blend(r3, UPPER_TWO);
        s0.blend(s1.rearrange(SWAP_ONE), UPPER_ONE).intoMemorySegment(ALL, at, ORDER);
        s0.rearrange(SWAP_ONE).blend(s1, UPPER_ONE).intoMemorySegment(ALL, at + step, ORDER);
        s2.blend(s3.rearrange(SWAP_ONE), UPPER_ONE).intoMemorySegment(ALL, at + 2 * step, ORDER);
        s2.rearrange(SWAP_ONE).blend(s3, UPPER_ONE).intoMemorySegment(ALL, at + 3 * step, ORDER);
    }
}

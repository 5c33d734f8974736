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

/** Turns squares of numbers, as many vectors as one has lanes, so that rows become columns. */
public final class VectorTurn {
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

    /** Turns a square; steps are bytes from a row to the next. */
    public static void turn(long from, int fromStep, long to, int toStep) {
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
     * Turns some points of as many lines as a vector has lanes into rows, and no others: the last vector takes in some
     * of those before it again.
     *
     * @param from     address of the first point of the first line
     * @param fromStep bytes from a line to the next
     * @param toStep   bytes from a row to the next
     */
    public static void gather(long from, int fromStep, long to, int toStep, int points) {
        for (int i = 0; i < points; i += LANES) {
            int point = Math.min(i, points - LANES);
            if (point < 0) {
                few(from, fromStep, Double.BYTES, to, Double.BYTES, toStep, points);
            } else {
                turn(from + 8L * point, fromStep, to + (long) point * toStep, toStep);
            }
        }
    }

    /** Turns rows into points of lines, likewise. */
    public static void scatter(long from, int fromStep, long to, int toStep, int points) {
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

    /** Exchanges quarters of the square, then quarters of those, then single numbers; all 64 are in registers. */
    private static void turnEight(long first, int firstStep, long target, int targetStep) {
        long from = known(first);
        long to = known(target);
        int step = known(firstStep);
        int toStep = known(targetStep);
        //#each a 0 1 2 3 4 5 6 7
        DoubleVector r$a$ = fromMemorySegment(SPECIES, ALL, from + $a$ * step, ORDER);
        //#next
        //#each a/b 0/4 1/5 2/6 3/7
        DoubleVector s$a$ = r$a$.blend(r$b$.rearrange(SWAP_FOUR), UPPER_FOUR);
        DoubleVector s$b$ = r$a$.rearrange(SWAP_FOUR).blend(r$b$, UPPER_FOUR);
        //#next
        //#each a/b 0/2 1/3 4/6 5/7
        DoubleVector t$a$ = s$a$.blend(s$b$.rearrange(SWAP_TWO), UPPER_TWO);
        DoubleVector t$b$ = s$a$.rearrange(SWAP_TWO).blend(s$b$, UPPER_TWO);
        //#next
        //#each a/b 0/1 2/3 4/5 6/7
        t$a$.blend(t$b$.rearrange(SWAP_ONE), UPPER_ONE).intoMemorySegment(ALL, to + $a$ * toStep, ORDER);
        t$a$.rearrange(SWAP_ONE).blend(t$b$, UPPER_ONE).intoMemorySegment(ALL, to + $b$ * toStep, ORDER);
        //#next
    }
}

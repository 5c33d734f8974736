// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import static io.shmem4j.nas.npb.Ram.ALL;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** Factors blocks into triangles and divides by them, for as many lines at once as a vector has lanes. */
final class VectorFactors {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int BYTES = SPECIES.vectorByteSize();
    private static final int EDGE = BlockLines.EDGE;
    private static final int COLUMNS = BlockLines.COLUMNS;
    private static final int ROW = COLUMNS * BYTES;
    private static final int RIGHT = EDGE * BYTES;

    private VectorFactors() {
    }

    /** Factors a block in place, a pivot after the other, each with its row in registers. */
    static void factor(long block) {
        firstPivot(block);
        secondPivot(block + ROW + BYTES);
        thirdPivot(block + 2 * (ROW + BYTES));
        lastPivots(block + 3 * (ROW + BYTES));
    }

    private static void firstPivot(long pivot) {
        DoubleVector inverse = broadcast(SPECIES, 1).div(fromMemorySegment(SPECIES, ALL, pivot, ORDER));
        DoubleVector first = fromMemorySegment(SPECIES, ALL, pivot + BYTES, ORDER);
        DoubleVector second = fromMemorySegment(SPECIES, ALL, pivot + 2 * BYTES, ORDER);
        DoubleVector third = fromMemorySegment(SPECIES, ALL, pivot + 3 * BYTES, ORDER);
        DoubleVector fourth = fromMemorySegment(SPECIES, ALL, pivot + 4 * BYTES, ORDER);
        for (int m = 1; m < EDGE; m++) {
            long row = pivot + m * ROW;
            DoubleVector factor = fromMemorySegment(SPECIES, ALL, row, ORDER).mul(inverse).neg();
            factor.intoMemorySegment(ALL, row, ORDER);
            first.fma(factor, fromMemorySegment(SPECIES, ALL, row + BYTES, ORDER))
                .intoMemorySegment(ALL, row + BYTES, ORDER);
            second.fma(factor, fromMemorySegment(SPECIES, ALL, row + 2 * BYTES, ORDER))
                .intoMemorySegment(ALL, row + 2 * BYTES, ORDER);
            third.fma(factor, fromMemorySegment(SPECIES, ALL, row + 3 * BYTES, ORDER))
                .intoMemorySegment(ALL, row + 3 * BYTES, ORDER);
            fourth.fma(factor, fromMemorySegment(SPECIES, ALL, row + 4 * BYTES, ORDER))
                .intoMemorySegment(ALL, row + 4 * BYTES, ORDER);
        }
        inverse.intoMemorySegment(ALL, pivot, ORDER);
        first.neg().intoMemorySegment(ALL, pivot + BYTES, ORDER);
        second.neg().intoMemorySegment(ALL, pivot + 2 * BYTES, ORDER);
        third.neg().intoMemorySegment(ALL, pivot + 3 * BYTES, ORDER);
        fourth.neg().intoMemorySegment(ALL, pivot + 4 * BYTES, ORDER);
    }

    private static void secondPivot(long pivot) {
        DoubleVector inverse = broadcast(SPECIES, 1).div(fromMemorySegment(SPECIES, ALL, pivot, ORDER));
        DoubleVector first = fromMemorySegment(SPECIES, ALL, pivot + BYTES, ORDER);
        DoubleVector second = fromMemorySegment(SPECIES, ALL, pivot + 2 * BYTES, ORDER);
        DoubleVector third = fromMemorySegment(SPECIES, ALL, pivot + 3 * BYTES, ORDER);
        for (int m = 1; m < EDGE - 1; m++) {
            long row = pivot + m * ROW;
            DoubleVector factor = fromMemorySegment(SPECIES, ALL, row, ORDER).mul(inverse).neg();
            factor.intoMemorySegment(ALL, row, ORDER);
            first.fma(factor, fromMemorySegment(SPECIES, ALL, row + BYTES, ORDER))
                .intoMemorySegment(ALL, row + BYTES, ORDER);
            second.fma(factor, fromMemorySegment(SPECIES, ALL, row + 2 * BYTES, ORDER))
                .intoMemorySegment(ALL, row + 2 * BYTES, ORDER);
            third.fma(factor, fromMemorySegment(SPECIES, ALL, row + 3 * BYTES, ORDER))
                .intoMemorySegment(ALL, row + 3 * BYTES, ORDER);
        }
        inverse.intoMemorySegment(ALL, pivot, ORDER);
        first.neg().intoMemorySegment(ALL, pivot + BYTES, ORDER);
        second.neg().intoMemorySegment(ALL, pivot + 2 * BYTES, ORDER);
        third.neg().intoMemorySegment(ALL, pivot + 3 * BYTES, ORDER);
    }

    private static void thirdPivot(long pivot) {
        DoubleVector inverse = broadcast(SPECIES, 1).div(fromMemorySegment(SPECIES, ALL, pivot, ORDER));
        DoubleVector first = fromMemorySegment(SPECIES, ALL, pivot + BYTES, ORDER);
        DoubleVector second = fromMemorySegment(SPECIES, ALL, pivot + 2 * BYTES, ORDER);
        for (int m = 1; m < EDGE - 2; m++) {
            long row = pivot + m * ROW;
            DoubleVector factor = fromMemorySegment(SPECIES, ALL, row, ORDER).mul(inverse).neg();
            factor.intoMemorySegment(ALL, row, ORDER);
            first.fma(factor, fromMemorySegment(SPECIES, ALL, row + BYTES, ORDER))
                .intoMemorySegment(ALL, row + BYTES, ORDER);
            second.fma(factor, fromMemorySegment(SPECIES, ALL, row + 2 * BYTES, ORDER))
                .intoMemorySegment(ALL, row + 2 * BYTES, ORDER);
        }
        inverse.intoMemorySegment(ALL, pivot, ORDER);
        first.neg().intoMemorySegment(ALL, pivot + BYTES, ORDER);
        second.neg().intoMemorySegment(ALL, pivot + 2 * BYTES, ORDER);
    }

    private static void lastPivots(long pivot) {
        DoubleVector one = broadcast(SPECIES, 1);
        DoubleVector inverse = one.div(fromMemorySegment(SPECIES, ALL, pivot, ORDER));
        DoubleVector first = fromMemorySegment(SPECIES, ALL, pivot + BYTES, ORDER);
        DoubleVector factor = fromMemorySegment(SPECIES, ALL, pivot + ROW, ORDER).mul(inverse).neg();
        DoubleVector last = first.fma(factor, fromMemorySegment(SPECIES, ALL, pivot + ROW + BYTES, ORDER));
        inverse.intoMemorySegment(ALL, pivot, ORDER);
        first.neg().intoMemorySegment(ALL, pivot + BYTES, ORDER);
        factor.intoMemorySegment(ALL, pivot + ROW, ORDER);
        one.div(last).intoMemorySegment(ALL, pivot + ROW + BYTES, ORDER);
    }

    /** Divides a block by a factored one, whose right-hand side it takes over. */
    static void divide(long block, long lu) {
        for (int m = 0; m < EDGE; m++) {
            fromMemorySegment(SPECIES, ALL, lu + m * ROW + RIGHT, ORDER)
                .intoMemorySegment(ALL, block + m * ROW + RIGHT, ORDER);
        }
        for (int column = 0; column < COLUMNS; column++) {
            long at = block + column * BYTES;
            DoubleVector y0 = fromMemorySegment(SPECIES, ALL, at, ORDER);
            DoubleVector y1 = y0.fma(fromMemorySegment(SPECIES, ALL, lu + ROW, ORDER),
                fromMemorySegment(SPECIES, ALL, at + ROW, ORDER));
            DoubleVector y2 = y0.fma(fromMemorySegment(SPECIES, ALL, lu + 2 * ROW, ORDER),
                fromMemorySegment(SPECIES, ALL, at + 2 * ROW, ORDER));
            DoubleVector y3 = y0.fma(fromMemorySegment(SPECIES, ALL, lu + 3 * ROW, ORDER),
                fromMemorySegment(SPECIES, ALL, at + 3 * ROW, ORDER));
            DoubleVector y4 = y0.fma(fromMemorySegment(SPECIES, ALL, lu + 4 * ROW, ORDER),
                fromMemorySegment(SPECIES, ALL, at + 4 * ROW, ORDER));
            y2 = y1.fma(fromMemorySegment(SPECIES, ALL, lu + 2 * ROW + BYTES, ORDER), y2);
            y3 = y1.fma(fromMemorySegment(SPECIES, ALL, lu + 3 * ROW + BYTES, ORDER), y3);
            y4 = y1.fma(fromMemorySegment(SPECIES, ALL, lu + 4 * ROW + BYTES, ORDER), y4);
            y3 = y2.fma(fromMemorySegment(SPECIES, ALL, lu + 3 * ROW + 2 * BYTES, ORDER), y3);
            y4 = y2.fma(fromMemorySegment(SPECIES, ALL, lu + 4 * ROW + 2 * BYTES, ORDER), y4);
            y4 = y3.fma(fromMemorySegment(SPECIES, ALL, lu + 4 * ROW + 3 * BYTES, ORDER), y4);
            y4 = y4.mul(fromMemorySegment(SPECIES, ALL, lu + 4 * ROW + 4 * BYTES, ORDER));
            y3 = y4.fma(fromMemorySegment(SPECIES, ALL, lu + 3 * ROW + 4 * BYTES, ORDER), y3);
            y2 = y4.fma(fromMemorySegment(SPECIES, ALL, lu + 2 * ROW + 4 * BYTES, ORDER), y2);
            y1 = y4.fma(fromMemorySegment(SPECIES, ALL, lu + ROW + 4 * BYTES, ORDER), y1);
            y0 = y4.fma(fromMemorySegment(SPECIES, ALL, lu + 4 * BYTES, ORDER), y0);
            y3 = y3.mul(fromMemorySegment(SPECIES, ALL, lu + 3 * ROW + 3 * BYTES, ORDER));
            y2 = y3.fma(fromMemorySegment(SPECIES, ALL, lu + 2 * ROW + 3 * BYTES, ORDER), y2);
            y1 = y3.fma(fromMemorySegment(SPECIES, ALL, lu + ROW + 3 * BYTES, ORDER), y1);
            y0 = y3.fma(fromMemorySegment(SPECIES, ALL, lu + 3 * BYTES, ORDER), y0);
            y2 = y2.mul(fromMemorySegment(SPECIES, ALL, lu + 2 * ROW + 2 * BYTES, ORDER));
            y1 = y2.fma(fromMemorySegment(SPECIES, ALL, lu + ROW + 2 * BYTES, ORDER), y1);
            y0 = y2.fma(fromMemorySegment(SPECIES, ALL, lu + 2 * BYTES, ORDER), y0);
            y1 = y1.mul(fromMemorySegment(SPECIES, ALL, lu + ROW + BYTES, ORDER));
            y0 = y1.fma(fromMemorySegment(SPECIES, ALL, lu + BYTES, ORDER), y0);
            y0.mul(fromMemorySegment(SPECIES, ALL, lu, ORDER)).intoMemorySegment(ALL, at, ORDER);
            y1.intoMemorySegment(ALL, at + ROW, ORDER);
            y2.intoMemorySegment(ALL, at + 2 * ROW, ORDER);
            y3.intoMemorySegment(ALL, at + 3 * ROW, ORDER);
            y4.intoMemorySegment(ALL, at + 4 * ROW, ORDER);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static io.shmem4j.nas.npb.RawMemory.ALL;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** Factors blocks into triangles and divides by them, for as many lines at once as a vector has lanes. */
final class BlockFactors {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int BYTES = SPECIES.vectorByteSize();
    private static final int EDGE = BlockLines.EDGE;
    private static final int COLUMNS = BlockLines.COLUMNS;
    private static final int ROW = COLUMNS * BYTES;
    private static final int RIGHT = EDGE * BYTES;

    private BlockFactors() {
    }

    /**
     * Factors a block in place into triangles, a pivot after the other, each with its row in registers. The diagonal
     * then has the inverses, and all other numbers are negated, because what is added goes in one instruction with its
     * product.
     */
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

    /** Divides a block by a factored one, which stays in registers, and takes over the right-hand side. */
    static void divide(long block, long lu) {
        takeRight(block, lu);
        DoubleVector d0 = fromMemorySegment(SPECIES, ALL, lu, ORDER);
        DoubleVector u01 = fromMemorySegment(SPECIES, ALL, lu + BYTES, ORDER);
        DoubleVector u02 = fromMemorySegment(SPECIES, ALL, lu + 2 * BYTES, ORDER);
        DoubleVector u03 = fromMemorySegment(SPECIES, ALL, lu + 3 * BYTES, ORDER);
        DoubleVector u04 = fromMemorySegment(SPECIES, ALL, lu + 4 * BYTES, ORDER);
        DoubleVector l10 = fromMemorySegment(SPECIES, ALL, lu + ROW, ORDER);
        DoubleVector d1 = fromMemorySegment(SPECIES, ALL, lu + ROW + BYTES, ORDER);
        DoubleVector u12 = fromMemorySegment(SPECIES, ALL, lu + ROW + 2 * BYTES, ORDER);
        DoubleVector u13 = fromMemorySegment(SPECIES, ALL, lu + ROW + 3 * BYTES, ORDER);
        DoubleVector u14 = fromMemorySegment(SPECIES, ALL, lu + ROW + 4 * BYTES, ORDER);
        DoubleVector l20 = fromMemorySegment(SPECIES, ALL, lu + 2 * ROW, ORDER);
        DoubleVector l21 = fromMemorySegment(SPECIES, ALL, lu + 2 * ROW + BYTES, ORDER);
        DoubleVector d2 = fromMemorySegment(SPECIES, ALL, lu + 2 * ROW + 2 * BYTES, ORDER);
        DoubleVector u23 = fromMemorySegment(SPECIES, ALL, lu + 2 * ROW + 3 * BYTES, ORDER);
        DoubleVector u24 = fromMemorySegment(SPECIES, ALL, lu + 2 * ROW + 4 * BYTES, ORDER);
        DoubleVector l30 = fromMemorySegment(SPECIES, ALL, lu + 3 * ROW, ORDER);
        DoubleVector l31 = fromMemorySegment(SPECIES, ALL, lu + 3 * ROW + BYTES, ORDER);
        DoubleVector l32 = fromMemorySegment(SPECIES, ALL, lu + 3 * ROW + 2 * BYTES, ORDER);
        DoubleVector d3 = fromMemorySegment(SPECIES, ALL, lu + 3 * ROW + 3 * BYTES, ORDER);
        DoubleVector u34 = fromMemorySegment(SPECIES, ALL, lu + 3 * ROW + 4 * BYTES, ORDER);
        DoubleVector l40 = fromMemorySegment(SPECIES, ALL, lu + 4 * ROW, ORDER);
        DoubleVector l41 = fromMemorySegment(SPECIES, ALL, lu + 4 * ROW + BYTES, ORDER);
        DoubleVector l42 = fromMemorySegment(SPECIES, ALL, lu + 4 * ROW + 2 * BYTES, ORDER);
        DoubleVector l43 = fromMemorySegment(SPECIES, ALL, lu + 4 * ROW + 3 * BYTES, ORDER);
        DoubleVector d4 = fromMemorySegment(SPECIES, ALL, lu + 4 * ROW + 4 * BYTES, ORDER);
        for (int column = 0; column < COLUMNS; column++) {
            long at = block + column * BYTES;
            DoubleVector y0 = fromMemorySegment(SPECIES, ALL, at, ORDER);
            DoubleVector y1 = y0.fma(l10, fromMemorySegment(SPECIES, ALL, at + ROW, ORDER));
            DoubleVector y2 = y1.fma(l21, y0.fma(l20, fromMemorySegment(SPECIES, ALL, at + 2 * ROW, ORDER)));
            DoubleVector y3 = y1.fma(l31, y0.fma(l30, fromMemorySegment(SPECIES, ALL, at + 3 * ROW, ORDER)));
            y3 = y2.fma(l32, y3);
            DoubleVector y4 = y1.fma(l41, y0.fma(l40, fromMemorySegment(SPECIES, ALL, at + 4 * ROW, ORDER)));
            y4 = y3.fma(l43, y2.fma(l42, y4)).mul(d4);
            y3 = y4.fma(u34, y3).mul(d3);
            y2 = y3.fma(u23, y4.fma(u24, y2)).mul(d2);
            y1 = y2.fma(u12, y3.fma(u13, y4.fma(u14, y1))).mul(d1);
            y0 = y1.fma(u01, y2.fma(u02, y3.fma(u03, y4.fma(u04, y0)))).mul(d0);
            y0.intoMemorySegment(ALL, at, ORDER);
            y1.intoMemorySegment(ALL, at + ROW, ORDER);
            y2.intoMemorySegment(ALL, at + 2 * ROW, ORDER);
            y3.intoMemorySegment(ALL, at + 3 * ROW, ORDER);
            y4.intoMemorySegment(ALL, at + 4 * ROW, ORDER);
        }
    }

    private static void takeRight(long block, long lu) {
        for (int m = 0; m < EDGE; m++) {
            fromMemorySegment(SPECIES, ALL, lu + m * ROW + RIGHT, ORDER)
                .intoMemorySegment(ALL, block + m * ROW + RIGHT, ORDER);
        }
    }

    /** Adds a neighbour's block, without what is always zero, times what elimination has left to a block. */
    static void add(long to, long factors, long before) {
        DoubleVector a00 = fromMemorySegment(SPECIES, ALL, factors, ORDER);
        DoubleVector a01 = fromMemorySegment(SPECIES, ALL, factors + BYTES, ORDER);
        DoubleVector a10 = fromMemorySegment(SPECIES, ALL, factors + 5 * BYTES, ORDER);
        DoubleVector a11 = fromMemorySegment(SPECIES, ALL, factors + 6 * BYTES, ORDER);
        DoubleVector a12 = fromMemorySegment(SPECIES, ALL, factors + 7 * BYTES, ORDER);
        DoubleVector a13 = fromMemorySegment(SPECIES, ALL, factors + 8 * BYTES, ORDER);
        DoubleVector a14 = fromMemorySegment(SPECIES, ALL, factors + 9 * BYTES, ORDER);
        DoubleVector a20 = fromMemorySegment(SPECIES, ALL, factors + 10 * BYTES, ORDER);
        DoubleVector a21 = fromMemorySegment(SPECIES, ALL, factors + 11 * BYTES, ORDER);
        DoubleVector a22 = fromMemorySegment(SPECIES, ALL, factors + 12 * BYTES, ORDER);
        DoubleVector a30 = fromMemorySegment(SPECIES, ALL, factors + 15 * BYTES, ORDER);
        DoubleVector a31 = fromMemorySegment(SPECIES, ALL, factors + 16 * BYTES, ORDER);
        DoubleVector a33 = fromMemorySegment(SPECIES, ALL, factors + 18 * BYTES, ORDER);
        DoubleVector a40 = fromMemorySegment(SPECIES, ALL, factors + 20 * BYTES, ORDER);
        DoubleVector a41 = fromMemorySegment(SPECIES, ALL, factors + 21 * BYTES, ORDER);
        DoubleVector a42 = fromMemorySegment(SPECIES, ALL, factors + 22 * BYTES, ORDER);
        DoubleVector a43 = fromMemorySegment(SPECIES, ALL, factors + 23 * BYTES, ORDER);
        DoubleVector a44 = fromMemorySegment(SPECIES, ALL, factors + 24 * BYTES, ORDER);
        for (int column = 0; column < COLUMNS; column++) {
            long from = before + column * BYTES;
            long at = to + column * BYTES;
            DoubleVector x0 = fromMemorySegment(SPECIES, ALL, from, ORDER);
            DoubleVector x1 = fromMemorySegment(SPECIES, ALL, from + ROW, ORDER);
            DoubleVector x2 = fromMemorySegment(SPECIES, ALL, from + 2 * ROW, ORDER);
            DoubleVector x3 = fromMemorySegment(SPECIES, ALL, from + 3 * ROW, ORDER);
            DoubleVector x4 = fromMemorySegment(SPECIES, ALL, from + 4 * ROW, ORDER);
            x0.fma(a00, x1.fma(a01, fromMemorySegment(SPECIES, ALL, at, ORDER))).intoMemorySegment(ALL, at, ORDER);
            DoubleVector sum = x0.fma(a10, x1.fma(a11, fromMemorySegment(SPECIES, ALL, at + ROW, ORDER)));
            x2.fma(a12, x3.fma(a13, x4.fma(a14, sum))).intoMemorySegment(ALL, at + ROW, ORDER);
            sum = x0.fma(a20, x1.fma(a21, fromMemorySegment(SPECIES, ALL, at + 2 * ROW, ORDER)));
            x2.fma(a22, sum).intoMemorySegment(ALL, at + 2 * ROW, ORDER);
            sum = x0.fma(a30, x1.fma(a31, fromMemorySegment(SPECIES, ALL, at + 3 * ROW, ORDER)));
            x3.fma(a33, sum).intoMemorySegment(ALL, at + 3 * ROW, ORDER);
            sum = x0.fma(a40, x1.fma(a41, fromMemorySegment(SPECIES, ALL, at + 4 * ROW, ORDER)));
            x2.fma(a42, x3.fma(a43, x4.fma(a44, sum))).intoMemorySegment(ALL, at + 4 * ROW, ORDER);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static io.shmem4j.nas.cfd.FlowConstants.BT;
import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.known;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Substitution in the lines of a tile by vectors.
 *
 * <p>Where nothing lies behind the last row, each row is multiplied by the next matrix as soon as it is known: the two
 * rows that the next one needs stay in registers, and the tile is not gone through again.
 */
final class TileSubstitution {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int BYTES = SPECIES.vectorByteSize();
    private static final int ROW = LineTiles.QUANTITIES * BYTES;
    private static final int ROW_UPPER = LineTiles.UPPER * BYTES;

    private TileSubstitution() {
    }

    /** Starts from the two rows behind the last one, and leaves all in the tile. */
    static void inTile(LineTiles tiles, int rows) {
        long tile = known(tiles.tile);
        long upper = known(tiles.upper);
        long last = tile + known((rows + 2) * ROW);
        DoubleVector r1 = fromMemorySegment(SPECIES, ALL, last, ORDER);
        DoubleVector r2 = fromMemorySegment(SPECIES, ALL, last + BYTES, ORDER);
        DoubleVector r3 = fromMemorySegment(SPECIES, ALL, last + 2 * BYTES, ORDER);
        DoubleVector r4 = fromMemorySegment(SPECIES, ALL, last + 3 * BYTES, ORDER);
        DoubleVector r5 = fromMemorySegment(SPECIES, ALL, last + 4 * BYTES, ORDER);
        DoubleVector q1 = fromMemorySegment(SPECIES, ALL, last + ROW, ORDER);
        DoubleVector q2 = fromMemorySegment(SPECIES, ALL, last + ROW + BYTES, ORDER);
        DoubleVector q3 = fromMemorySegment(SPECIES, ALL, last + ROW + 2 * BYTES, ORDER);
        DoubleVector q4 = fromMemorySegment(SPECIES, ALL, last + ROW + 3 * BYTES, ORDER);
        DoubleVector q5 = fromMemorySegment(SPECIES, ALL, last + ROW + 4 * BYTES, ORDER);
        for (int row = rows; row >= 1; row--) {
            long t = tile + known((row + 1) * ROW);
            long l = upper + known((row + 1) * ROW_UPPER);
            DoubleVector next = fromMemorySegment(SPECIES, ALL, l, ORDER).neg();
            DoubleVector second = fromMemorySegment(SPECIES, ALL, l + BYTES, ORDER).neg();
            DoubleVector s1 = r1.fma(next, q1.fma(second, fromMemorySegment(SPECIES, ALL, t, ORDER)));
            DoubleVector s2 = r2.fma(next, q2.fma(second, fromMemorySegment(SPECIES, ALL, t + BYTES, ORDER)));
            DoubleVector s3 = r3.fma(next, q3.fma(second, fromMemorySegment(SPECIES, ALL, t + 2 * BYTES, ORDER)));
            next = fromMemorySegment(SPECIES, ALL, l + 2 * BYTES, ORDER).neg();
            second = fromMemorySegment(SPECIES, ALL, l + 3 * BYTES, ORDER).neg();
            DoubleVector s4 = r4.fma(next, q4.fma(second, fromMemorySegment(SPECIES, ALL, t + 3 * BYTES, ORDER)));
            next = fromMemorySegment(SPECIES, ALL, l + 4 * BYTES, ORDER).neg();
            second = fromMemorySegment(SPECIES, ALL, l + 5 * BYTES, ORDER).neg();
            DoubleVector s5 = r5.fma(next, q5.fma(second, fromMemorySegment(SPECIES, ALL, t + 4 * BYTES, ORDER)));
            q1 = r1;
            q2 = r2;
            q3 = r3;
            q4 = r4;
            q5 = r5;
            r1 = s1;
            r2 = s2;
            r3 = s3;
            r4 = s4;
            r5 = s5;
            r1.intoMemorySegment(ALL, t, ORDER);
            r2.intoMemorySegment(ALL, t + BYTES, ORDER);
            r3.intoMemorySegment(ALL, t + 2 * BYTES, ORDER);
            r4.intoMemorySegment(ALL, t + 3 * BYTES, ORDER);
            r5.intoMemorySegment(ALL, t + 4 * BYTES, ORDER);
        }
    }

    /**
     * Multiplies by the next matrix: ninvr after lines along x, pinvr after those along y. They are alike but for the
     * order of the first three numbers. Nothing lies behind the last row.
     *
     * @param first  which number comes first: 2 for ninvr, 0 for pinvr
     * @param target where the result of each row goes, with an offset
     * @param pitch  from one number of it to the next
     */
    static void turned(LineTiles tiles, int rows, int first, long[] target, long offset, int pitch) {
        long tile = known(tiles.tile);
        long upper = known(tiles.upper);
        int a = known(first);
        int b = known((first + 1) % FlowConstants.DIRECTIONS);
        int c = known((first + 2) % FlowConstants.DIRECTIONS);
        int step = known(pitch);
        DoubleVector zero = DoubleVector.zero(SPECIES);
        DoubleVector r1 = zero;
        DoubleVector r2 = zero;
        DoubleVector r3 = zero;
        DoubleVector r4 = zero;
        DoubleVector r5 = zero;
        DoubleVector q1 = zero;
        DoubleVector q2 = zero;
        DoubleVector q3 = zero;
        DoubleVector q4 = zero;
        DoubleVector q5 = zero;
        for (int row = rows; row >= 1; row--) {
            long t = tile + known((row + 1) * ROW);
            long l = upper + known((row + 1) * ROW_UPPER);
            long to = known(target[row] + offset);
            DoubleVector next = fromMemorySegment(SPECIES, ALL, l, ORDER).neg();
            DoubleVector second = fromMemorySegment(SPECIES, ALL, l + BYTES, ORDER).neg();
            DoubleVector s1 = r1.fma(next, q1.fma(second, fromMemorySegment(SPECIES, ALL, t + a * BYTES, ORDER)));
            DoubleVector s2 = r2.fma(next, q2.fma(second, fromMemorySegment(SPECIES, ALL, t + b * BYTES, ORDER)));
            DoubleVector s3 = r3.fma(next, q3.fma(second, fromMemorySegment(SPECIES, ALL, t + c * BYTES, ORDER)));
            next = fromMemorySegment(SPECIES, ALL, l + 2 * BYTES, ORDER).neg();
            second = fromMemorySegment(SPECIES, ALL, l + 3 * BYTES, ORDER).neg();
            DoubleVector s4 = r4.fma(next, q4.fma(second, fromMemorySegment(SPECIES, ALL, t + 3 * BYTES, ORDER)));
            next = fromMemorySegment(SPECIES, ALL, l + 4 * BYTES, ORDER).neg();
            second = fromMemorySegment(SPECIES, ALL, l + 5 * BYTES, ORDER).neg();
            DoubleVector s5 = r5.fma(next, q5.fma(second, fromMemorySegment(SPECIES, ALL, t + 4 * BYTES, ORDER)));
            q1 = r1;
            q2 = r2;
            q3 = r3;
            q4 = r4;
            q5 = r5;
            r1 = s1;
            r2 = s2;
            r3 = s3;
            r4 = s4;
            r5 = s5;
            DoubleVector sum = r4.add(r5).mul(0.5);
            r4.sub(r5).mul(BT).intoMemorySegment(ALL, to + a * step, ORDER);
            r3.neg().intoMemorySegment(ALL, to + b * step, ORDER);
            r2.intoMemorySegment(ALL, to + c * step, ORDER);
            sum.sub(r1.mul(BT)).intoMemorySegment(ALL, to + 3 * step, ORDER);
            sum.add(r1.mul(BT)).intoMemorySegment(ALL, to + 4 * step, ORDER);
        }
    }
}

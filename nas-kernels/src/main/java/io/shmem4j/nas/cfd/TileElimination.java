// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.known;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Elimination in the lines of a tile by vectors.
 *
 * <p>The three systems are taken side by side: a row waits for a division in the row before, and three such chains take
 * no longer than one. The first upper diagonals stay in registers, since that wait would be longer by half if they went
 * through memory.
 */
final class TileElimination {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int BYTES = SPECIES.vectorByteSize();
    private static final int ROW = LineTiles.QUANTITIES * BYTES;
    private static final int ROW_UPPER = LineTiles.UPPER * BYTES;

    private TileElimination() {
    }

    static void forward(LineTiles tiles, int rows, int first, int direction, LineTiles.Source source) {
        int pitch = known(source.pitch);
        int step = known(source.step);
        DoubleVector in = broadcast(SPECIES, tiles.c.convection);
        double viscous = tiles.c.implicitViscosity;
        DoubleVector flow = fromMemorySegment(SPECIES, ALL, tiles.upper + ROW_UPPER, ORDER);
        DoubleVector fast = fromMemorySegment(SPECIES, ALL, tiles.upper + ROW_UPPER + 2 * BYTES, ORDER);
        DoubleVector slow = fromMemorySegment(SPECIES, ALL, tiles.upper + ROW_UPPER + 4 * BYTES, ORDER);
        for (int row = 1; row <= rows; row++) {
            long t = known(tiles.tile + (row + 1) * ROW);
            long l = known(tiles.upper + (row + 1) * ROW_UPPER);
            long l1 = l - ROW_UPPER;
            long l2 = l1 - ROW_UPPER;
            long r = known(source.rhs + row * source.rhsStep);
            long velocity = known(source.velocity + row * step);
            long rho = known(source.rho + row * step);
            long speed = known(source.speed + row * step);
            double[] d = tiles.c.diagonals[direction][first + row];
            DoubleVector lowest = broadcast(SPECIES, d[0]);
            DoubleVector below = fromMemorySegment(SPECIES, ALL, rho - step, ORDER).mul(viscous).add(d[1]);
            below = fromMemorySegment(SPECIES, ALL, velocity - step, ORDER).fma(in, below);
            DoubleVector soundBelow = fromMemorySegment(SPECIES, ALL, speed - step, ORDER).mul(in);
            DoubleVector main = fromMemorySegment(SPECIES, ALL, rho, ORDER).mul(2 * viscous).add(d[2]);
            DoubleVector above = fromMemorySegment(SPECIES, ALL, velocity + step, ORDER).mul(in).add(d[3]);
            above = above.sub(fromMemorySegment(SPECIES, ALL, rho + step, ORDER).mul(viscous));
            DoubleVector soundAbove = fromMemorySegment(SPECIES, ALL, speed + step, ORDER).mul(in);
            DoubleVector low = below.sub(fromMemorySegment(SPECIES, ALL, l2, ORDER).mul(lowest));
            DoubleVector rest = fromMemorySegment(SPECIES, ALL, l2 + BYTES, ORDER).fma(lowest, main);
            DoubleVector inverse = broadcast(SPECIES, 1).div(flow.fma(low, rest));
            flow = fromMemorySegment(SPECIES, ALL, l1 + BYTES, ORDER).fma(low, above).mul(inverse);
            flow.intoMemorySegment(ALL, l, ORDER);
            inverse.mul(d[4]).intoMemorySegment(ALL, l + BYTES, ORDER);
            for (int m = 0; m < 3; m++) {
                rest = fromMemorySegment(SPECIES, ALL, t + m * BYTES - 2 * ROW, ORDER)
                    .fma(lowest, fromMemorySegment(SPECIES, ALL, r + m * pitch, ORDER));
                fromMemorySegment(SPECIES, ALL, t + m * BYTES - ROW, ORDER).fma(low, rest).mul(inverse)
                    .intoMemorySegment(ALL, t + m * BYTES, ORDER);
            }
            low = below.add(soundBelow).sub(fromMemorySegment(SPECIES, ALL, l2 + 2 * BYTES, ORDER).mul(lowest));
            rest = fromMemorySegment(SPECIES, ALL, l2 + 3 * BYTES, ORDER).fma(lowest, main);
            inverse = broadcast(SPECIES, 1).div(fast.fma(low, rest));
            fast = fromMemorySegment(SPECIES, ALL, l1 + 3 * BYTES, ORDER).fma(low, above.add(soundAbove)).mul(inverse);
            fast.intoMemorySegment(ALL, l + 2 * BYTES, ORDER);
            inverse.mul(d[4]).intoMemorySegment(ALL, l + 3 * BYTES, ORDER);
            rest = fromMemorySegment(SPECIES, ALL, t - 2 * ROW + 3 * BYTES, ORDER)
                .fma(lowest, fromMemorySegment(SPECIES, ALL, r + 3 * pitch, ORDER));
            fromMemorySegment(SPECIES, ALL, t - ROW + 3 * BYTES, ORDER).fma(low, rest).mul(inverse)
                .intoMemorySegment(ALL, t + 3 * BYTES, ORDER);
            low = below.sub(soundBelow).sub(fromMemorySegment(SPECIES, ALL, l2 + 4 * BYTES, ORDER).mul(lowest));
            rest = fromMemorySegment(SPECIES, ALL, l2 + 5 * BYTES, ORDER).fma(lowest, main);
            inverse = broadcast(SPECIES, 1).div(slow.fma(low, rest));
            slow = fromMemorySegment(SPECIES, ALL, l1 + 5 * BYTES, ORDER).fma(low, above.sub(soundAbove)).mul(inverse);
            slow.intoMemorySegment(ALL, l + 4 * BYTES, ORDER);
            inverse.mul(d[4]).intoMemorySegment(ALL, l + 5 * BYTES, ORDER);
            rest = fromMemorySegment(SPECIES, ALL, t - 2 * ROW + 4 * BYTES, ORDER)
                .fma(lowest, fromMemorySegment(SPECIES, ALL, r + 4 * pitch, ORDER));
            fromMemorySegment(SPECIES, ALL, t - ROW + 4 * BYTES, ORDER).fma(low, rest).mul(inverse)
                .intoMemorySegment(ALL, t + 4 * BYTES, ORDER);
        }
    }
}

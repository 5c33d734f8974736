// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.loops;

import static io.shmem4j.nas.cfd.FlowConstants.BT;
import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.DOUBLE;
import static io.shmem4j.nas.npb.RawMemory.known;

import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.PlaneTable;

/** Substitution in a line number by number, as {@link VectorSubstitution} does it by vectors. */
final class ScalarSubstitution {
    private static final int ROW = LineTiles.QUANTITIES * Double.BYTES;
    private static final int ROW_UPPER = LineTiles.UPPER * Double.BYTES;
    private static final int R2 = Double.BYTES;
    private static final int R3 = 2 * Double.BYTES;
    private static final int R4 = 3 * Double.BYTES;
    private static final int R5 = 4 * Double.BYTES;
    private static final int R6 = 5 * Double.BYTES;

    private ScalarSubstitution() {
    }

    /** Starts from the two rows behind the last one, and leaves all in the tile. */
    static void inTile(LineTiles tiles, int rows) {
        long tile = known(tiles.tile);
        long upper = known(tiles.upper);
        long lastRow = tile + known((rows + 2) * ROW);
        double r1 = ALL.get(DOUBLE, lastRow);
        double r2 = ALL.get(DOUBLE, lastRow + R2);
        double r3 = ALL.get(DOUBLE, lastRow + R3);
        double r4 = ALL.get(DOUBLE, lastRow + R4);
        double r5 = ALL.get(DOUBLE, lastRow + R5);
        for (int row = rows; row >= 1; row--) {
            long t = tile + known((row + 1) * ROW);
            long l = upper + known((row + 1) * ROW_UPPER);
            double next = ALL.get(DOUBLE, l);
            double second = ALL.get(DOUBLE, l + R2);
            r1 = ALL.get(DOUBLE, t) - second * ALL.get(DOUBLE, t + 2 * ROW) - next * r1;
            r2 = ALL.get(DOUBLE, t + R2) - second * ALL.get(DOUBLE, t + 2 * ROW + R2) - next * r2;
            r3 = ALL.get(DOUBLE, t + R3) - second * ALL.get(DOUBLE, t + 2 * ROW + R3) - next * r3;
            r4 = ALL.get(DOUBLE, t + R4) - ALL.get(DOUBLE, l + R4) * ALL.get(DOUBLE, t + 2 * ROW + R4)
                - ALL.get(DOUBLE, l + R3) * r4;
            r5 = ALL.get(DOUBLE, t + R5) - ALL.get(DOUBLE, l + R6) * ALL.get(DOUBLE, t + 2 * ROW + R5)
                - ALL.get(DOUBLE, l + R5) * r5;
            ALL.set(DOUBLE, t, r1);
            ALL.set(DOUBLE, t + R2, r2);
            ALL.set(DOUBLE, t + R3, r3);
            ALL.set(DOUBLE, t + R4, r4);
            ALL.set(DOUBLE, t + R5, r5);
        }
    }

    /**
     * Multiplies by the next matrix: ninvr after lines along x, pinvr after those along y. Nothing lies behind the last
     * row.
     *
     * @param first  which number comes first: 2 for ninvr, 0 for pinvr
     * @param target where the result of each row goes, with an offset
     * @param step   from one number of it to the next
     */
    static void turned(LineTiles tiles, int rows, int first, PlaneTable target, long offset, int step) {
        long tile = known(tiles.tile);
        long upper = known(tiles.upper);
        int pitch = known(step);
        int a = known(first * R2);
        int b = known((first + 1) % FlowConstants.DIRECTIONS * R2);
        int c = known((first + 2) % FlowConstants.DIRECTIONS * R2);
        int toA = known(first * pitch);
        int toB = known((first + 1) % FlowConstants.DIRECTIONS * pitch);
        int toC = known((first + 2) % FlowConstants.DIRECTIONS * pitch);
        double r1 = 0;
        double r2 = 0;
        double r3 = 0;
        double r4 = 0;
        double r5 = 0;
        double q1 = 0;
        double q2 = 0;
        double q3 = 0;
        double q4 = 0;
        double q5 = 0;
        for (int row = rows; row >= 1; row--) {
            long t = tile + known((row + 1) * ROW);
            long l = upper + known((row + 1) * ROW_UPPER);
            long to = known(target.address[row] + offset);
            double next = ALL.get(DOUBLE, l);
            double second = ALL.get(DOUBLE, l + R2);
            double s1 = ALL.get(DOUBLE, t + a) - second * q1 - next * r1;
            double s2 = ALL.get(DOUBLE, t + b) - second * q2 - next * r2;
            double s3 = ALL.get(DOUBLE, t + c) - second * q3 - next * r3;
            double s4 = ALL.get(DOUBLE, t + R4) - ALL.get(DOUBLE, l + R4) * q4 - ALL.get(DOUBLE, l + R3) * r4;
            double s5 = ALL.get(DOUBLE, t + R5) - ALL.get(DOUBLE, l + R6) * q5 - ALL.get(DOUBLE, l + R5) * r5;
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
            double sum = 0.5 * (r4 + r5);
            double bt1 = BT * r1;
            ALL.set(DOUBLE, to + toA, BT * (r4 - r5));
            ALL.set(DOUBLE, to + toB, -r3);
            ALL.set(DOUBLE, to + toC, r2);
            ALL.set(DOUBLE, to + 3 * pitch, sum - bt1);
            ALL.set(DOUBLE, to + 4 * pitch, sum + bt1);
        }
    }
}

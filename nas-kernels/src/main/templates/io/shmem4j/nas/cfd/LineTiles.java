// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static io.shmem4j.nas.cfd.FlowConstants.BT;
import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.known;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import io.shmem4j.nas.npb.RawMemory;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Solves pentadiagonal systems of as many lines as a vector has lanes.
 *
 * <p>A tile fits the first-level cache. A row has a vector each of five right-hand sides, the velocity along the line,
 * 1/density and the speed of sound. Unknown rows start at 1, with two rows on either side for values of the
 * neighbouring cells. A line has three systems: one for the first three right-hand sides, and one each for the fourth
 * and the fifth. Their upper diagonals after elimination are stored apart, in rows like those of the tile.
 */
final class LineTiles {
    /** Operations of a point, counted in the source. */
    static final int OPERATIONS = 170;
    /** Vectors of a row: right-hand sides, velocity, 1/density, speed of sound. */
    static final int QUANTITIES = 8;
    static final int VELOCITY = 5;
    static final int RHO = 6;
    static final int SPEED = 7;
    /** Vectors of a row after elimination: two upper diagonals of three systems. */
    static final int UPPER = 6;
    /** Extra rows before and after the unknown ones. */
    static final int MARGIN = 4;
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    /** Lines of a tile. */
    static final int LANES = SPECIES.length();
    private static final int BYTES = SPECIES.vectorByteSize();
    private static final int ROW = QUANTITIES * BYTES;
    private static final int ROW_UPPER = UPPER * BYTES;

    final FlowLayout layout;
    final FlowConstants c;
    private final Workspace workspace;
    /** Addresses of the present tile and its upper diagonals. */
    long tile;
    long upper;
    /** Offset of each row in a tile. */
    private final long[] tileRows;

    LineTiles(Workspace workspace, FlowLayout layout, FlowConstants c) {
        this.workspace = workspace;
        this.layout = layout;
        this.c = c;
        tileRows = new long[c.n];
        for (int row = 0; row < c.n; row++) {
            tileRows[row] = (row + 1) * ROW;
        }
    }

    /** {@return an upper bound of the bytes of a tile} */
    static long tileBytes(int lines) {
        return (long) (lines + MARGIN) * QUANTITIES * FlowLayout.CACHE_LINE;
    }

    /** {@return an upper bound of the bytes of a tile's upper diagonals} */
    static long upperBytes(int lines) {
        return (long) (lines + MARGIN) * UPPER * FlowLayout.CACHE_LINE;
    }

    /** Selects a tile with a maximum number of lines. */
    void use(long tileAddress, long upperAddress, int lines) {
        workspace.check(tileAddress, tileBytes(lines));
        workspace.check(upperAddress, upperBytes(lines));
        tile = tileAddress;
        upper = upperAddress;
    }

    /** Clears the rows before the first one, as on the boundary of the grid. */
    void clearBefore() {
        clear(tile, QUANTITIES * LANES);
        clear(upper, 2 * UPPER * LANES);
    }

    private void clear(long address, int numbers) {
        for (int i = 0; i < numbers; i++) {
            RawMemory.set(address + (long) i * Double.BYTES, 0);
        }
    }

    /** Loads lines along x of a plane from the unknowns and derived values of its first point. */
    void gatherX(long rhs, long group) {
        int pitch = known(layout.pitch);
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            turnIn(m, rhs + (long) m * pitch, layout.line);
        }
        turnIn(VELOCITY, group + (long) FlowLayout.US * pitch, layout.group);
        turnIn(RHO, group + (long) FlowLayout.RHO * pitch, layout.group);
        turnIn(SPEED, group + (long) FlowLayout.SPEED * pitch, layout.group);
    }

    /** Transposes whole rows. */
    private void turnIn(int quantity, long from, int step) {
        long to = tile + ROW + quantity * BYTES;
        for (int i = 0; i < layout.pitch; i += BYTES) {
            VectorTurn.turn(from + i, step, to + i * (ROW / Double.BYTES), ROW);
        }
    }

    /** Stores lines along x from row 0 on. */
    void scatterX(int rows, long rhs) {
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            long from = tile + ROW + m * BYTES;
            long to = rhs + (long) m * layout.pitch;
            for (int i = 0; i < (rows + 2) * Double.BYTES; i += BYTES) {
                VectorTurn.turn(from + i * (ROW / Double.BYTES), ROW, to + i, layout.line);
            }
        }
    }

    /**
     * Loads lines along y or z.
     *
     * @param momentum index of the momentum along the lines
     * @param u        addresses of rows, from row 0
     */
    void gather(int rows, int momentum, long[] u, long[] rhs, long offset) {
        long tile = known(this.tile);
        int pitch = known(layout.pitch);
        for (int k = 0; k < rows + 2; k++) {
            long t = tile + known((k + 1) * ROW);
            long at = known(u[k] + offset);
            DoubleVector density = fromMemorySegment(SPECIES, ALL, at, ORDER);
            DoubleVector rho = broadcast(SPECIES, 1).div(density);
            DoubleVector us = fromMemorySegment(SPECIES, ALL, at + pitch, ORDER).mul(rho);
            DoubleVector vs = fromMemorySegment(SPECIES, ALL, at + 2 * pitch, ORDER).mul(rho);
            DoubleVector ws = fromMemorySegment(SPECIES, ALL, at + 3 * pitch, ORDER).mul(rho);
            DoubleVector energy = fromMemorySegment(SPECIES, ALL, at + 4 * pitch, ORDER);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            fromMemorySegment(SPECIES, ALL, at + momentum * pitch, ORDER).mul(rho)
                .intoMemorySegment(ALL, t + VELOCITY * BYTES, ORDER);
            rho.intoMemorySegment(ALL, t + RHO * BYTES, ORDER);
            energy.sub(qs.mul(density)).mul(rho).mul(FlowConstants.C1 * FlowConstants.C2).sqrt()
                .intoMemorySegment(ALL, t + SPEED * BYTES, ORDER);
            long r = known(rhs[k] + offset);
            //#each m 0 1 2 3 4
            fromMemorySegment(SPECIES, ALL, r + $m$ * pitch, ORDER).intoMemorySegment(ALL, t + $m$ * BYTES, ORDER);
            //#next
        }
    }

    /** Multiplies lines along z by the last matrix, tzetar, and adds them to the unknowns. */
    void scatterZ(int rows, long[] u, long offset) {
        long tile = known(this.tile);
        int pitch = known(layout.pitch);
        for (int k = 1; k <= rows; k++) {
            long t = tile + known((k + 1) * ROW);
            long at = known(u[k] + offset);
            DoubleVector rho = fromMemorySegment(SPECIES, ALL, t + RHO * BYTES, ORDER);
            DoubleVector ac = fromMemorySegment(SPECIES, ALL, t + SPEED * BYTES, ORDER);
            DoubleVector ws = fromMemorySegment(SPECIES, ALL, t + VELOCITY * BYTES, ORDER);
            DoubleVector r1 = fromMemorySegment(SPECIES, ALL, t, ORDER);
            DoubleVector r2 = fromMemorySegment(SPECIES, ALL, t + BYTES, ORDER);
            DoubleVector r4 = fromMemorySegment(SPECIES, ALL, t + 3 * BYTES, ORDER);
            DoubleVector r5 = fromMemorySegment(SPECIES, ALL, t + 4 * BYTES, ORDER);
            DoubleVector uz = fromMemorySegment(SPECIES, ALL, at, ORDER);
            DoubleVector u2 = fromMemorySegment(SPECIES, ALL, at + pitch, ORDER);
            DoubleVector u3 = fromMemorySegment(SPECIES, ALL, at + 2 * pitch, ORDER);
            DoubleVector us = u2.mul(rho);
            DoubleVector vs = u3.mul(rho);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            DoubleVector btuz = uz.mul(BT);
            DoubleVector t1 = r4.add(r5).mul(btuz).div(ac);
            DoubleVector t2 = fromMemorySegment(SPECIES, ALL, t + 2 * BYTES, ORDER).add(t1);
            DoubleVector t3 = r4.sub(r5).mul(btuz);
            uz.add(t2).intoMemorySegment(ALL, at, ORDER);
            u2.add(us.mul(t2)).sub(uz.mul(r2)).intoMemorySegment(ALL, at + pitch, ORDER);
            u3.add(vs.mul(t2)).add(uz.mul(r1)).intoMemorySegment(ALL, at + 2 * pitch, ORDER);
            fromMemorySegment(SPECIES, ALL, at + 3 * pitch, ORDER).add(ws.mul(t2)).add(t3)
                .intoMemorySegment(ALL, at + 3 * pitch, ORDER);
            fromMemorySegment(SPECIES, ALL, at + 4 * pitch, ORDER).add(vs.mul(r1).sub(us.mul(r2)).mul(uz))
                .add(qs.mul(t2)).add(ac.mul(ac).mul(t1).mul(FlowConstants.C2IV)).add(ws.mul(t3))
                .intoMemorySegment(ALL, at + 4 * pitch, ORDER);
        }
    }

    /**
     * Eliminates the lower diagonals. The two rows before the first one hold what elimination left of them, or zeros on
     * the boundary.
     *
     * <p>The three systems are interleaved: each row waits for a division of the previous row, and three such chains
     * take no longer than one. The first upper diagonals stay in registers, because a detour through memory would
     * lengthen the chain by half.
     *
     * @param first global index of row 0
     */
    void forward(int rows, int first, int direction) {
        DoubleVector in = broadcast(SPECIES, c.convection);
        double viscous = c.implicitViscosity;
        DoubleVector flow = fromMemorySegment(SPECIES, ALL, upper + ROW_UPPER, ORDER);
        DoubleVector fast = fromMemorySegment(SPECIES, ALL, upper + ROW_UPPER + 2 * BYTES, ORDER);
        DoubleVector slow = fromMemorySegment(SPECIES, ALL, upper + ROW_UPPER + 4 * BYTES, ORDER);
        for (int row = 1; row <= rows; row++) {
            long t = known(tile + (row + 1) * ROW);
            long l = known(upper + (row + 1) * ROW_UPPER);
            long l1 = l - ROW_UPPER;
            long l2 = l1 - ROW_UPPER;
            long velocity = t + VELOCITY * BYTES;
            long rho = t + RHO * BYTES;
            long speed = t + SPEED * BYTES;
            double[] d = c.diagonals[direction][first + row];
            DoubleVector lowest = broadcast(SPECIES, d[0]);
            DoubleVector below = fromMemorySegment(SPECIES, ALL, rho - ROW, ORDER).mul(viscous).add(d[1]);
            below = fromMemorySegment(SPECIES, ALL, velocity - ROW, ORDER).fma(in, below);
            DoubleVector soundBelow = fromMemorySegment(SPECIES, ALL, speed - ROW, ORDER).mul(in);
            DoubleVector main = fromMemorySegment(SPECIES, ALL, rho, ORDER).mul(2 * viscous).add(d[2]);
            DoubleVector above = fromMemorySegment(SPECIES, ALL, velocity + ROW, ORDER).mul(in).add(d[3]);
            above = above.sub(fromMemorySegment(SPECIES, ALL, rho + ROW, ORDER).mul(viscous));
            DoubleVector soundAbove = fromMemorySegment(SPECIES, ALL, speed + ROW, ORDER).mul(in);
            DoubleVector low = below.sub(fromMemorySegment(SPECIES, ALL, l2, ORDER).mul(lowest));
            DoubleVector rest = fromMemorySegment(SPECIES, ALL, l2 + BYTES, ORDER).fma(lowest, main);
            DoubleVector inverse = broadcast(SPECIES, 1).div(flow.fma(low, rest));
            flow = fromMemorySegment(SPECIES, ALL, l1 + BYTES, ORDER).fma(low, above).mul(inverse);
            flow.intoMemorySegment(ALL, l, ORDER);
            inverse.mul(d[4]).intoMemorySegment(ALL, l + BYTES, ORDER);
            for (int m = 0; m < 3; m++) {
                rest = fromMemorySegment(SPECIES, ALL, t + m * BYTES - 2 * ROW, ORDER)
                    .fma(lowest, fromMemorySegment(SPECIES, ALL, t + m * BYTES, ORDER));
                fromMemorySegment(SPECIES, ALL, t + m * BYTES - ROW, ORDER).fma(low, rest).mul(inverse)
                    .intoMemorySegment(ALL, t + m * BYTES, ORDER);
            }
            //#each chain/sign/m/at/next fast/add/3/2/3 slow/sub/4/4/5
            low = below.$sign$(soundBelow).sub(fromMemorySegment(SPECIES, ALL, l2 + $at$ * BYTES, ORDER).mul(lowest));
            rest = fromMemorySegment(SPECIES, ALL, l2 + $next$ * BYTES, ORDER).fma(lowest, main);
            inverse = broadcast(SPECIES, 1).div($chain$.fma(low, rest));
            $chain$ = fromMemorySegment(SPECIES, ALL, l1 + $next$ * BYTES, ORDER).fma(low, above.$sign$(soundAbove))
                .mul(inverse);
            $chain$.intoMemorySegment(ALL, l + $at$ * BYTES, ORDER);
            inverse.mul(d[4]).intoMemorySegment(ALL, l + $next$ * BYTES, ORDER);
            rest = fromMemorySegment(SPECIES, ALL, t - 2 * ROW + $m$ * BYTES, ORDER)
                .fma(lowest, fromMemorySegment(SPECIES, ALL, t + $m$ * BYTES, ORDER));
            fromMemorySegment(SPECIES, ALL, t - ROW + $m$ * BYTES, ORDER).fma(low, rest).mul(inverse)
                .intoMemorySegment(ALL, t + $m$ * BYTES, ORDER);
            //#next
        }
    }

    /** Substitutes back along x and multiplies by the next matrix, in the tile. */
    void substituteX(int rows, long before) {
        turned(rows, 2, tileRows, tile, BYTES, before);
    }

    /** Substitutes back along y and stores the result. */
    void substituteY(int rows, long[] rhs, long offset, long before) {
        turned(rows, 0, rhs, offset, layout.pitch, before);
    }

    //#each name/more/a/b/c
    //#row backward | | 0 | 1 | 2
    //#row turned | , int first, long[] target, long offset, int pitch, long before | a | b | c
    //#when backward
    /** Substitutes back, starting with the two rows after the last, and leaves the solution in the tile. */
    //#else
    /**
     * Substitutes back and multiplies by the next matrix: ninvr after lines along x, pinvr after lines along y. The
     * matrices differ only in the order of the first three numbers. Each row is multiplied as soon as it is known, so
     * the tile is read once: the two rows that the next one needs stay in registers.
     *
     * @param first  index of the first number: 2 for ninvr, 0 for pinvr
     * @param target addresses of the result's rows, to which the offset is added
     * @param pitch  distance of the numbers in a row of the result
     * @param before address for the first two rows of the solution, for the previous cell; 0 if there is none
     */
    //#end
    void $name$(int rows$more$) {
        long tile = known(this.tile);
        long upper = known(this.upper);
        long last = tile + known((rows + 2) * ROW);
        //#when turned
        int a = known(first);
        int b = known((first + 1) % FlowConstants.DIRECTIONS);
        int c = known((first + 2) % FlowConstants.DIRECTIONS);
        int step = known(pitch);
        //#end
        //#each m 0 1 2 3 4
        DoubleVector r$m$ = fromMemorySegment(SPECIES, ALL, last + $m$ * BYTES, ORDER);
        DoubleVector q$m$ = fromMemorySegment(SPECIES, ALL, last + ROW + $m$ * BYTES, ORDER);
        //#next
        for (int row = rows; row >= 1; row--) {
            long t = tile + known((row + 1) * ROW);
            long l = upper + known((row + 1) * ROW_UPPER);
            //#each system 0 2 4
            DoubleVector next$system$ = fromMemorySegment(SPECIES, ALL, l + $system$ * BYTES, ORDER).neg();
            DoubleVector second$system$ = fromMemorySegment(SPECIES, ALL, l + ($system$ + 1) * BYTES, ORDER).neg();
            //#next
            //#each m/system/place 0/0/$a$ 1/0/$b$ 2/0/$c$ 3/2/3 4/4/4
            DoubleVector s$m$ = q$m$.fma(second$system$, fromMemorySegment(SPECIES, ALL, t + $place$ * BYTES, ORDER));
            s$m$ = r$m$.fma(next$system$, s$m$);
            q$m$ = r$m$;
            r$m$ = s$m$;
            //#next
            //#when backward
            //#each m 0 1 2 3 4
            r$m$.intoMemorySegment(ALL, t + $m$ * BYTES, ORDER);
            //#next
            //#else
            long to = known(target[row] + offset);
            DoubleVector sum = r3.add(r4).mul(0.5);
            r3.sub(r4).mul(BT).intoMemorySegment(ALL, to + a * step, ORDER);
            r2.neg().intoMemorySegment(ALL, to + b * step, ORDER);
            r1.intoMemorySegment(ALL, to + c * step, ORDER);
            sum.sub(r0.mul(BT)).intoMemorySegment(ALL, to + 3 * step, ORDER);
            sum.add(r0.mul(BT)).intoMemorySegment(ALL, to + 4 * step, ORDER);
            //#end
        }
        //#when turned
        if (before != 0) {
            //#each m 0 1 2 3 4
            r$m$.intoMemorySegment(ALL, before + $m$ * BYTES, ORDER);
            q$m$.intoMemorySegment(ALL, before + ROW + $m$ * BYTES, ORDER);
            //#next
        }
        //#end
    }

    //#next
}

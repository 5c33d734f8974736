// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.known;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import io.shmem4j.nas.npb.RawMemory;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Solves block tridiagonal systems of as many lines as a vector has lanes.
 *
 * <p>Lines are copied into working memory with the momentum along the line first, so the loops serve all directions.
 * Row 0 precedes the unknown rows. A row holds its state and its right-hand side, which becomes the solution.
 * Elimination leaves six columns of five numbers: the upper block and the right-hand side.
 *
 * <p>Blocks stay in the first-level cache, where operands are as fast as in registers: the 25 vectors of a block and
 * their factors exceed the register file.
 */
final class BlockLines {
    /** Operations of a point, counted in the source. */
    static final int OPERATIONS = 560;
    /** State of a point: 1/density, velocities along and across the line, kinetic and total energy per mass. */
    static final int RHO = 0;
    static final int ALONG = 1;
    static final int ACROSS = 2;
    static final int ASIDE = 3;
    static final int KINETIC = 4;
    static final int ENERGY = 5;
    static final int STATE = 6;
    /** Edge of a block, and its columns with the right-hand side. */
    static final int EDGE = FlowConstants.UNKNOWNS;
    static final int COLUMNS = EDGE + 1;
    /** Numbers of a block with the right-hand side. */
    static final int BLOCK = EDGE * COLUMNS;
    static final double C1 = FlowConstants.C1;
    static final double C2 = FlowConstants.C2;
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int BYTES = SPECIES.vectorByteSize();
    /** Distance of rows of states, right-hand sides and blocks. */
    private static final int STATE_STEP = STATE * BYTES;
    static final int RIGHT_STEP = EDGE * BYTES;
    static final int BLOCK_STEP = BLOCK * BYTES;
    /** Distance of a block's rows, and offset of the right-hand side. */
    private static final int ROW = COLUMNS * BYTES;
    private static final int RIGHT = EDGE * BYTES;
    /** Offsets of unknowns that were transposed into a state. */
    private static final int[] IN_PLACE = {0, BYTES, 2 * BYTES, 3 * BYTES, 4 * BYTES};

    final FlowLayout layout;
    /** Offsets of a line's unknowns by direction, in the order of the block. */
    final int[][] order = new int[FlowConstants.DIRECTIONS][EDGE];
    /** Second difference of the present direction. */
    double smoothing;
    /** Addresses: states, right-hand sides, the present block, a neighbour's block. */
    final long states;
    final long rights;
    final long centre;
    final long neighbour;
    /** Blocks of all rows unless they are kept elsewhere, and zeros for the row before the first. */
    final long blocks;
    final long zeros;
    private final FlowConstants c;

    BlockLines(Workspace workspace, FlowLayout layout, FlowConstants c, int rows) {
        this.layout = layout;
        this.c = c;
        for (int direction = 0; direction < FlowConstants.DIRECTIONS; direction++) {
            for (int m = 1; m <= FlowConstants.DIRECTIONS; m++) {
                order[direction][m] = (1 + (direction + m - 1) % FlowConstants.DIRECTIONS) * layout.pitch;
            }
            order[direction][EDGE - 1] = (EDGE - 1) * layout.pitch;
        }
        states = workspace.piece((long) rows * STATE * FlowLayout.CACHE_LINE);
        rights = workspace.piece((long) rows * EDGE * FlowLayout.CACHE_LINE);
        blocks = workspace.piece((long) rows * BLOCK * FlowLayout.CACHE_LINE);
        centre = workspace.piece((long) BLOCK * FlowLayout.CACHE_LINE);
        neighbour = workspace.piece((long) BLOCK * FlowLayout.CACHE_LINE);
        zeros = workspace.piece((long) BLOCK * FlowLayout.CACHE_LINE);
        clear(zeros, BLOCK_STEP);
    }

    static long bytes(int rows) {
        return ((long) rows * (STATE + EDGE + BLOCK) + 3L * BLOCK) * FlowLayout.CACHE_LINE;
    }

    static void clear(long from, int bytes) {
        for (int at = 0; at < bytes; at += Double.BYTES) {
            RawMemory.set(from + at, 0);
        }
    }

    /** {@return the address of a row's right-hand side} */
    long right(int row) {
        return rights + (long) row * RIGHT_STEP;
    }

    /** Loads a part of lines along x; addresses are those of the first point of the first line. */
    void loadX(long u, long rhs, int step, int row, int points) {
        long state = states + (long) row * STATE_STEP;
        for (int m = 0; m < EDGE; m++) {
            VectorTurn.gather(u + (long) m * layout.pitch, step, state + (long) m * BYTES, STATE_STEP, points);
            VectorTurn.gather(rhs + (long) m * layout.pitch, step, right(row) + (long) m * BYTES, RIGHT_STEP, points);
        }
        for (int i = 0; i < points; i++) {
            loadState(state + (long) i * STATE_STEP, state + (long) i * STATE_STEP, IN_PLACE);
        }
    }

    /** Stores the solution of a part of lines along x. */
    void storeX(long rhs, int step, int row, int points) {
        for (int m = 0; m < EDGE; m++) {
            VectorTurn.scatter(right(row) + (long) m * BYTES, RIGHT_STEP, rhs + (long) m * layout.pitch, step, points);
        }
    }

    /** Loads lines along y or z, whose rows are at table entries plus an offset. */
    void load(int direction, int rows, long[] u, long uOffset, long[] right, long rightOffset) {
        int[] offsets = order[direction];
        for (int row = 0; row < rows + 2; row++) {
            loadState(u[row] + uOffset, states + row * STATE_STEP, offsets);
            long from = known(right[row] + rightOffset);
            long to = known(right(row));
            for (int m = 0; m < EDGE; m++) {
                fromMemorySegment(SPECIES, ALL, from + known(offsets[m]), ORDER)
                    .intoMemorySegment(ALL, to + m * BYTES, ORDER);
            }
        }
    }

    /** Stores the solution of lines along y. */
    void storeY(int rows, long[] right, long offset) {
        int[] offsets = order[1];
        for (int row = 1; row <= rows; row++) {
            long from = known(right(row));
            long target = known(right[row] + offset);
            for (int m = 0; m < EDGE; m++) {
                fromMemorySegment(SPECIES, ALL, from + m * BYTES, ORDER)
                    .intoMemorySegment(ALL, target + known(offsets[m]), ORDER);
            }
        }
    }

    /** Adds the solution of lines along z to the unknowns. */
    void add(int rows, long[] u, long offset) {
        int[] offsets = order[2];
        for (int row = 1; row <= rows; row++) {
            long from = known(right(row));
            long to = known(u[row] + offset);
            for (int m = 0; m < EDGE; m++) {
                long at = to + known(offsets[m]);
                fromMemorySegment(SPECIES, ALL, at, ORDER).add(fromMemorySegment(SPECIES, ALL, from + m * BYTES, ORDER))
                    .intoMemorySegment(ALL, at, ORDER);
            }
        }
    }

    private static void loadState(long u, long state, int... offsets) {
        long from = known(u);
        long to = known(state);
        DoubleVector rho = broadcast(SPECIES, 1).div(fromMemorySegment(SPECIES, ALL, from, ORDER));
        DoubleVector along = fromMemorySegment(SPECIES, ALL, from + known(offsets[1]), ORDER).mul(rho);
        DoubleVector across = fromMemorySegment(SPECIES, ALL, from + known(offsets[2]), ORDER).mul(rho);
        DoubleVector aside = fromMemorySegment(SPECIES, ALL, from + known(offsets[3]), ORDER).mul(rho);
        DoubleVector energy = fromMemorySegment(SPECIES, ALL, from + known(offsets[4]), ORDER).mul(rho);
        rho.intoMemorySegment(ALL, to, ORDER);
        along.intoMemorySegment(ALL, to + ALONG * BYTES, ORDER);
        across.intoMemorySegment(ALL, to + ACROSS * BYTES, ORDER);
        aside.intoMemorySegment(ALL, to + ASIDE * BYTES, ORDER);
        aside.fma(aside, across.fma(across, along.mul(along))).mul(0.5)
            .intoMemorySegment(ALL, to + KINETIC * BYTES, ORDER);
        energy.intoMemorySegment(ALL, to + ENERGY * BYTES, ORDER);
    }

    /**
     * Eliminates the lower blocks.
     *
     * @param before address of the eliminated row before the first one
     * @param to     address for the eliminated rows
     */
    void eliminate(int direction, int rows, long before, long to) {
        smoothing = c.smoothing[direction];
        long state = states + STATE_STEP;
        long last = before;
        long block = to;
        for (int row = 1; row <= rows; row++) {
            centre(state, right(row));
            jacobian(state - STATE_STEP, 1, neighbour, EDGE);
            addTimes(known(centre), known(neighbour), known(last));
            jacobian(state + STATE_STEP, -1, block, COLUMNS);
            factor(known(centre));
            divide(known(block), known(centre));
            last = block;
            state += STATE_STEP;
            block += BLOCK_STEP;
        }
    }

    /** Substitutes back; the solution of the row after the last is present. */
    void substitute(int rows, long from) {
        for (int row = rows; row > 0; row--) {
            substitute(from + (row - 1L) * BLOCK_STEP, right(row), right(row + 1));
        }
    }

    /** Computes the diagonal block and copies its right-hand side. */
    void centre(long state, long right) {
        long p = known(state);
        long r = known(right);
        long to = known(centre);
        DoubleVector zero = DoubleVector.zero(SPECIES);
        for (int m = 0; m < EDGE; m++) {
            for (int column = 1; column < EDGE && m < EDGE - 1; column++) {
                zero.intoMemorySegment(ALL, to + m * ROW + column * BYTES, ORDER);
            }
            fromMemorySegment(SPECIES, ALL, r + m * BYTES, ORDER).intoMemorySegment(ALL, to + m * ROW + RIGHT, ORDER);
        }
        DoubleVector rho = fromMemorySegment(SPECIES, ALL, p, ORDER);
        DoubleVector along = fromMemorySegment(SPECIES, ALL, p + ALONG * BYTES, ORDER);
        DoubleVector across = fromMemorySegment(SPECIES, ALL, p + ACROSS * BYTES, ORDER);
        DoubleVector aside = fromMemorySegment(SPECIES, ALL, p + ASIDE * BYTES, ORDER);
        DoubleVector energy = fromMemorySegment(SPECIES, ALL, p + ENERGY * BYTES, ORDER);
        double own = 1 + 2 * smoothing;
        DoubleVector stretch = rho.mul(2 * c.viscosity * FlowConstants.CON43);
        DoubleVector shear = rho.mul(2 * c.viscosity);
        DoubleVector heat = rho.mul(2 * c.implicitViscosity);
        broadcast(SPECIES, own).intoMemorySegment(ALL, to, ORDER);
        stretch.mul(along).neg().intoMemorySegment(ALL, to + ROW, ORDER);
        shear.mul(across).neg().intoMemorySegment(ALL, to + 2 * ROW, ORDER);
        shear.mul(aside).neg().intoMemorySegment(ALL, to + 3 * ROW, ORDER);
        stretch.add(own).intoMemorySegment(ALL, to + ROW + BYTES, ORDER);
        shear.add(own).intoMemorySegment(ALL, to + 2 * ROW + 2 * BYTES, ORDER);
        shear.add(own).intoMemorySegment(ALL, to + 3 * ROW + 3 * BYTES, ORDER);
        DoubleVector first = stretch.sub(heat).mul(along);
        DoubleVector second = shear.sub(heat).mul(across);
        DoubleVector third = shear.sub(heat).mul(aside);
        third.fma(aside, second.fma(across, first.fma(along, heat.mul(energy)))).neg()
            .intoMemorySegment(ALL, to + 4 * ROW, ORDER);
        first.intoMemorySegment(ALL, to + 4 * ROW + BYTES, ORDER);
        second.intoMemorySegment(ALL, to + 4 * ROW + 2 * BYTES, ORDER);
        third.intoMemorySegment(ALL, to + 4 * ROW + 3 * BYTES, ORDER);
        heat.add(own).intoMemorySegment(ALL, to + 4 * ROW + 4 * BYTES, ORDER);
    }

    /**
     * Computes the block of the next row, or the negated block of the previous one. They differ in the sign of all
     * terms but convection.
     *
     * @param sign    1 for the previous row, -1 for the next
     * @param to      target without the sixth column
     * @param columns numbers from row to row of the target
     */
    void jacobian(long state, int sign, long target, int columns) {
        long p = known(state);
        long to = known(target);
        int row = known(columns * BYTES);
        double t = c.convection;
        double own = sign * smoothing;
        DoubleVector rho = fromMemorySegment(SPECIES, ALL, p, ORDER).mul(sign);
        DoubleVector w = fromMemorySegment(SPECIES, ALL, p + ALONG * BYTES, ORDER);
        DoubleVector a = fromMemorySegment(SPECIES, ALL, p + ACROSS * BYTES, ORDER);
        DoubleVector b = fromMemorySegment(SPECIES, ALL, p + ASIDE * BYTES, ORDER);
        DoubleVector kinetic = fromMemorySegment(SPECIES, ALL, p + KINETIC * BYTES, ORDER).mul(C2);
        DoubleVector energy = fromMemorySegment(SPECIES, ALL, p + ENERGY * BYTES, ORDER);
        DoubleVector flow = w.mul(t);
        DoubleVector along = rho.mul(c.viscosity * FlowConstants.CON43).add(flow);
        DoubleVector across = rho.mul(c.viscosity).add(flow);
        DoubleVector heat = rho.mul(c.implicitViscosity);
        DoubleVector enthalpy = energy.mul(C1).sub(kinetic);
        DoubleVector zero = DoubleVector.zero(SPECIES);
        broadcast(SPECIES, own).intoMemorySegment(ALL, to, ORDER);
        broadcast(SPECIES, t).intoMemorySegment(ALL, to + BYTES, ORDER);
        zero.intoMemorySegment(ALL, to + 2 * BYTES, ORDER);
        zero.intoMemorySegment(ALL, to + 3 * BYTES, ORDER);
        zero.intoMemorySegment(ALL, to + 4 * BYTES, ORDER);
        to += row;
        kinetic.mul(t).sub(w.mul(along)).intoMemorySegment(ALL, to, ORDER);
        flow.mul(1 - C2).add(along).add(own).intoMemorySegment(ALL, to + BYTES, ORDER);
        a.mul(-t * C2).intoMemorySegment(ALL, to + 2 * BYTES, ORDER);
        b.mul(-t * C2).intoMemorySegment(ALL, to + 3 * BYTES, ORDER);
        broadcast(SPECIES, t * C2).intoMemorySegment(ALL, to + 4 * BYTES, ORDER);
        to += row;
        a.mul(across).neg().intoMemorySegment(ALL, to, ORDER);
        a.mul(t).intoMemorySegment(ALL, to + BYTES, ORDER);
        across.add(own).intoMemorySegment(ALL, to + 2 * BYTES, ORDER);
        zero.intoMemorySegment(ALL, to + 3 * BYTES, ORDER);
        zero.intoMemorySegment(ALL, to + 4 * BYTES, ORDER);
        to += row;
        b.mul(across).neg().intoMemorySegment(ALL, to, ORDER);
        b.mul(t).intoMemorySegment(ALL, to + BYTES, ORDER);
        zero.intoMemorySegment(ALL, to + 2 * BYTES, ORDER);
        across.add(own).intoMemorySegment(ALL, to + 3 * BYTES, ORDER);
        zero.intoMemorySegment(ALL, to + 4 * BYTES, ORDER);
        to += row;
        DoubleVector stretch = along.sub(flow).sub(heat);
        DoubleVector shear = across.sub(flow).sub(heat);
        DoubleVector rest = kinetic.sub(enthalpy).mul(flow).sub(heat.mul(energy)).sub(stretch.mul(w).mul(w));
        rest.sub(shear.mul(a.fma(a, b.mul(b)))).intoMemorySegment(ALL, to, ORDER);
        stretch.sub(flow.mul(C2)).fma(w, enthalpy.mul(t)).intoMemorySegment(ALL, to + BYTES, ORDER);
        shear = shear.sub(flow.mul(C2));
        shear.mul(a).intoMemorySegment(ALL, to + 2 * BYTES, ORDER);
        shear.mul(b).intoMemorySegment(ALL, to + 3 * BYTES, ORDER);
        flow.mul(C1).add(heat).add(own).intoMemorySegment(ALL, to + 4 * BYTES, ORDER);
    }

    /** Subtracts the upper block times the next row's solution from a row's right-hand side. */
    void substitute(long block, long right, long next) {
        long behind = known(next);
        long to = known(right);
        //#each c 0 1 2 3 4
        DoubleVector z$c$ = fromMemorySegment(SPECIES, ALL, behind + $c$ * BYTES, ORDER).neg();
        //#next
        for (int m = 0; m < EDGE; m++) {
            long row = known(block) + m * ROW;
            DoubleVector sum = fromMemorySegment(SPECIES, ALL, row + RIGHT, ORDER);
            //#each c 0 1 2 3 4
            sum = z$c$.fma(fromMemorySegment(SPECIES, ALL, row + $c$ * BYTES, ORDER), sum);
            //#next
            sum.intoMemorySegment(ALL, to + m * BYTES, ORDER);
        }
    }

    /**
     * Factors a block in place into triangular matrices, one pivot at a time with its row in registers. The diagonal
     * holds the inverses. All other numbers are negated, so each update is one fused multiply-add.
     */
    private static void factor(long block) {
        firstPivot(block);
        secondPivot(block + ROW + BYTES);
        thirdPivot(block + 2 * (ROW + BYTES));
        lastPivots(block + 3 * (ROW + BYTES));
    }

    //#each name/edge/columns
    //#row first | EDGE | 1 2 3 4
    //#row second | EDGE - 1 | 1 2 3
    //#row third | EDGE - 2 | 1 2
    private static void $name$Pivot(long pivot) {
        DoubleVector inverse = broadcast(SPECIES, 1).div(fromMemorySegment(SPECIES, ALL, pivot, ORDER));
        //#each c $columns$
        DoubleVector right$c$ = fromMemorySegment(SPECIES, ALL, pivot + $c$ * BYTES, ORDER);
        //#next
        for (int m = 1; m < $edge$; m++) {
            long row = pivot + m * ROW;
            DoubleVector factor = fromMemorySegment(SPECIES, ALL, row, ORDER).mul(inverse).neg();
            factor.intoMemorySegment(ALL, row, ORDER);
            //#each c $columns$
            right$c$.fma(factor, fromMemorySegment(SPECIES, ALL, row + $c$ * BYTES, ORDER))
                .intoMemorySegment(ALL, row + $c$ * BYTES, ORDER);
            //#next
        }
        inverse.intoMemorySegment(ALL, pivot, ORDER);
        //#each c $columns$
        right$c$.neg().intoMemorySegment(ALL, pivot + $c$ * BYTES, ORDER);
        //#next
    }

    //#next
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

    /** Solves for a block and its right-hand side with a factored block, which stays in registers. */
    private static void divide(long block, long lu) {
        copyRight(block, lu);
        //#each r 0 1 2 3 4
        //#each c 0 1 2 3 4
        DoubleVector f$r$$c$ = fromMemorySegment(SPECIES, ALL, lu + $r$ * ROW + $c$ * BYTES, ORDER);
        //#next
        //#next
        for (int column = 0; column < COLUMNS; column++) {
            long at = block + column * BYTES;
            DoubleVector y0 = fromMemorySegment(SPECIES, ALL, at, ORDER);
            DoubleVector y1 = y0.fma(f10, fromMemorySegment(SPECIES, ALL, at + ROW, ORDER));
            DoubleVector y2 = y1.fma(f21, y0.fma(f20, fromMemorySegment(SPECIES, ALL, at + 2 * ROW, ORDER)));
            DoubleVector y3 = y1.fma(f31, y0.fma(f30, fromMemorySegment(SPECIES, ALL, at + 3 * ROW, ORDER)));
            y3 = y2.fma(f32, y3);
            DoubleVector y4 = y1.fma(f41, y0.fma(f40, fromMemorySegment(SPECIES, ALL, at + 4 * ROW, ORDER)));
            y4 = y3.fma(f43, y2.fma(f42, y4)).mul(f44);
            y3 = y4.fma(f34, y3).mul(f33);
            y2 = y3.fma(f23, y4.fma(f24, y2)).mul(f22);
            y1 = y2.fma(f12, y3.fma(f13, y4.fma(f14, y1))).mul(f11);
            y0 = y1.fma(f01, y2.fma(f02, y3.fma(f03, y4.fma(f04, y0)))).mul(f00);
            //#each r 0 1 2 3 4
            y$r$.intoMemorySegment(ALL, at + $r$ * ROW, ORDER);
            //#next
        }
    }

    private static void copyRight(long block, long lu) {
        for (int m = 0; m < EDGE; m++) {
            fromMemorySegment(SPECIES, ALL, lu + m * ROW + RIGHT, ORDER)
                .intoMemorySegment(ALL, block + m * ROW + RIGHT, ORDER);
        }
    }

    /** Adds the product of a neighbour's block, whose constant zeros are skipped, and its eliminated block. */
    private static void addTimes(long to, long factors, long before) {
        //#each r/columns
        //#row 0 | 0 1
        //#row 1 | 0 1 2 3 4
        //#row 2 | 0 1 2
        //#row 3 | 0 1 3
        //#row 4 | 0 1 2 3 4
        //#each c $columns$
        DoubleVector a$r$$c$ = fromMemorySegment(SPECIES, ALL, factors + ($r$ * EDGE + $c$) * BYTES, ORDER);
        //#next
        //#next
        for (int column = 0; column < COLUMNS; column++) {
            long from = before + column * BYTES;
            long at = to + column * BYTES;
            //#each r 0 1 2 3 4
            DoubleVector x$r$ = fromMemorySegment(SPECIES, ALL, from + $r$ * ROW, ORDER);
            //#next
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

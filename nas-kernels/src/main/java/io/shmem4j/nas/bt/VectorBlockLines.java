// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.known;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.PlaneTable;
import io.shmem4j.nas.cfd.VectorTurn;
import io.shmem4j.nas.cfd.Workspace;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * As many lines at once as a vector has lanes; lines along x are turned into that form and back.
 *
 * <p>Blocks lie in the first-level cache, from where an instruction takes one of its numbers as fast as from a
 * register: the 25 vectors of a block and what they are multiplied by would not all fit the registers.
 */
final class VectorBlockLines extends BlockLines {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    static final int LANES = SPECIES.length();
    private static final int BYTES = SPECIES.vectorByteSize();
    /** Bytes from a row of a block to the next, and where its right-hand side is. */
    private static final int ROW = COLUMNS * BYTES;
    private static final int RIGHT = EDGE * BYTES;
    /** What is turned of the derived numbers, and where it goes. */
    private static final int[] DERIVED = {FlowLayout.RHO, FlowLayout.US, FlowLayout.VS, FlowLayout.WS, FlowLayout.P};
    private static final int[] PLACES = {RHO, ALONG, ACROSS, ASIDE, ENERGY};
    /** Where unknowns are that were turned into the row of a state. */
    private static final int[] IN_PLACE = {0, BYTES, 2 * BYTES, 3 * BYTES, 4 * BYTES};

    VectorBlockLines(Workspace workspace, FlowLayout layout, FlowConstants c, int rows) {
        super(workspace, layout, c, LANES, rows);
    }

    @Override
    void takeDerivedX(long derived, long rhs) {
        for (int i = 0; i < layout.pitch / Double.BYTES; i += LANES) {
            long state = states + i * stateStep;
            for (int m = 0; m < EDGE; m++) {
                VectorTurn.turn(derived + (long) DERIVED[m] * layout.pitch + 8L * i, layout.group,
                    state + (long) PLACES[m] * BYTES, stateStep);
                VectorTurn.turn(rhs + (long) m * layout.pitch + 8L * i, layout.line, right(i) + (long) m * BYTES,
                    rightStep);
            }
        }
        addEnergies();
    }

    @Override
    void takeDerivedY(long derived, long rhs) {
        int pitch = known(layout.pitch);
        int[] places = order[1];
        for (int j = 0; j < n; j++) {
            long from = known(derived + (long) j * layout.group);
            long state = known(states + j * stateStep);
            fromMemorySegment(SPECIES, ALL, from + FlowLayout.RHO * pitch, ORDER).intoMemorySegment(ALL, state, ORDER);
            for (int m = 1; m <= FlowConstants.DIRECTIONS; m++) {
                fromMemorySegment(SPECIES, ALL, from + (FlowLayout.US - 1) * pitch + known(places[m]), ORDER)
                    .intoMemorySegment(ALL, state + m * BYTES, ORDER);
            }
            fromMemorySegment(SPECIES, ALL, from + FlowLayout.P * pitch, ORDER)
                .intoMemorySegment(ALL, state + ENERGY * BYTES, ORDER);
            takeRight(rhs + (long) j * layout.line, right(j), places);
        }
        addEnergies();
    }

    private static void takeRight(long rhs, long right, int... places) {
        long from = known(rhs);
        long to = known(right);
        for (int m = 0; m < EDGE; m++) {
            fromMemorySegment(SPECIES, ALL, from + known(places[m]), ORDER)
                .intoMemorySegment(ALL, to + m * BYTES, ORDER);
        }
    }

    /** Computes kinetic and total energy of all rows, which have the pressure in place of the latter. */
    private void addEnergies() {
        for (int row = 0; row < n; row++) {
            long at = known(states + row * stateStep);
            DoubleVector along = fromMemorySegment(SPECIES, ALL, at + ALONG * BYTES, ORDER);
            DoubleVector across = fromMemorySegment(SPECIES, ALL, at + ACROSS * BYTES, ORDER);
            DoubleVector aside = fromMemorySegment(SPECIES, ALL, at + ASIDE * BYTES, ORDER);
            DoubleVector kinetic = aside.fma(aside, across.fma(across, along.mul(along))).mul(0.5);
            kinetic.intoMemorySegment(ALL, at + KINETIC * BYTES, ORDER);
            fromMemorySegment(SPECIES, ALL, at + ENERGY * BYTES, ORDER).mul(1 / C2)
                .fma(fromMemorySegment(SPECIES, ALL, at, ORDER), kinetic)
                .intoMemorySegment(ALL, at + ENERGY * BYTES, ORDER);
        }
    }

    @Override
    void takeX(long u, long rhs, int step, int row, int points) {
        long state = states + (long) row * stateStep;
        for (int m = 0; m < EDGE; m++) {
            VectorTurn.gather(u + (long) m * layout.pitch, step, state + (long) m * BYTES, stateStep, points);
            VectorTurn.gather(rhs + (long) m * layout.pitch, step, right(row) + (long) m * BYTES, rightStep, points);
        }
        for (int i = 0; i < points; i++) {
            takeUnknowns(state + (long) i * stateStep, state + (long) i * stateStep, IN_PLACE);
        }
    }

    @Override
    void giveX(long rhs, int step, int row, int points) {
        for (int m = 0; m < EDGE; m++) {
            VectorTurn.scatter(right(row) + (long) m * BYTES, rightStep, rhs + (long) m * layout.pitch, step, points);
        }
    }

    @Override
    void take(int direction, int rows, PlaneTable u, PlaneTable right, long offset) {
        int[] places = order[direction];
        for (int row = 0; row < rows + 2; row++) {
            takeUnknowns(u.address[row] + offset, states + row * stateStep, places);
            takeRight(right.address[row] + offset, right(row), places);
        }
    }

    @Override
    void giveY(int rows, PlaneTable right, long offset) {
        int[] places = order[1];
        for (int row = 1; row <= rows; row++) {
            long from = known(right(row));
            long target = known(right.address[row] + offset);
            for (int m = 0; m < EDGE; m++) {
                fromMemorySegment(SPECIES, ALL, from + m * BYTES, ORDER)
                    .intoMemorySegment(ALL, target + known(places[m]), ORDER);
            }
        }
    }

    @Override
    void add(int rows, PlaneTable u, long offset) {
        int[] places = order[2];
        for (int row = 1; row <= rows; row++) {
            long from = known(right(row));
            long to = known(u.address[row] + offset);
            for (int m = 0; m < EDGE; m++) {
                long at = to + known(places[m]);
                fromMemorySegment(SPECIES, ALL, at, ORDER).add(fromMemorySegment(SPECIES, ALL, from + m * BYTES, ORDER))
                    .intoMemorySegment(ALL, at, ORDER);
            }
        }
    }

    private static void takeUnknowns(long u, long state, int... places) {
        long from = known(u);
        long to = known(state);
        DoubleVector rho = broadcast(SPECIES, 1).div(fromMemorySegment(SPECIES, ALL, from, ORDER));
        DoubleVector along = fromMemorySegment(SPECIES, ALL, from + known(places[1]), ORDER).mul(rho);
        DoubleVector across = fromMemorySegment(SPECIES, ALL, from + known(places[2]), ORDER).mul(rho);
        DoubleVector aside = fromMemorySegment(SPECIES, ALL, from + known(places[3]), ORDER).mul(rho);
        DoubleVector energy = fromMemorySegment(SPECIES, ALL, from + known(places[4]), ORDER).mul(rho);
        rho.intoMemorySegment(ALL, to, ORDER);
        along.intoMemorySegment(ALL, to + ALONG * BYTES, ORDER);
        across.intoMemorySegment(ALL, to + ACROSS * BYTES, ORDER);
        aside.intoMemorySegment(ALL, to + ASIDE * BYTES, ORDER);
        aside.fma(aside, across.fma(across, along.mul(along))).mul(0.5)
            .intoMemorySegment(ALL, to + KINETIC * BYTES, ORDER);
        energy.intoMemorySegment(ALL, to + ENERGY * BYTES, ORDER);
    }

    @Override
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
        DoubleVector stretch = rho.mul(2 * viscousAlong);
        DoubleVector shear = rho.mul(2 * viscousAcross);
        DoubleVector heat = rho.mul(2 * viscousHeat);
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

    @Override
    void jacobian(long state, int sign, long target, int columns) {
        long p = known(state);
        long to = known(target);
        int row = known(columns * BYTES);
        double t = convection;
        double own = sign * smoothing;
        DoubleVector rho = fromMemorySegment(SPECIES, ALL, p, ORDER).mul(sign);
        DoubleVector w = fromMemorySegment(SPECIES, ALL, p + ALONG * BYTES, ORDER);
        DoubleVector a = fromMemorySegment(SPECIES, ALL, p + ACROSS * BYTES, ORDER);
        DoubleVector b = fromMemorySegment(SPECIES, ALL, p + ASIDE * BYTES, ORDER);
        DoubleVector kinetic = fromMemorySegment(SPECIES, ALL, p + KINETIC * BYTES, ORDER).mul(C2);
        DoubleVector energy = fromMemorySegment(SPECIES, ALL, p + ENERGY * BYTES, ORDER);
        DoubleVector flow = w.mul(t);
        DoubleVector along = rho.mul(viscousAlong).add(flow);
        DoubleVector across = rho.mul(viscousAcross).add(flow);
        DoubleVector heat = rho.mul(viscousHeat);
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

    @Override
    void add(long before) {
        VectorFactors.add(known(centre), known(neighbour), known(before));
    }

    @Override
    void factor() {
        VectorFactors.factor(known(centre));
    }

    @Override
    void divide(long block) {
        VectorFactors.divide(known(block), known(centre));
    }

    @Override
    void substitute(long block, long right, long next) {
        long behind = known(next);
        long to = known(right);
        DoubleVector z0 = fromMemorySegment(SPECIES, ALL, behind, ORDER).neg();
        DoubleVector z1 = fromMemorySegment(SPECIES, ALL, behind + BYTES, ORDER).neg();
        DoubleVector z2 = fromMemorySegment(SPECIES, ALL, behind + 2 * BYTES, ORDER).neg();
        DoubleVector z3 = fromMemorySegment(SPECIES, ALL, behind + 3 * BYTES, ORDER).neg();
        DoubleVector z4 = fromMemorySegment(SPECIES, ALL, behind + 4 * BYTES, ORDER).neg();
        for (int m = 0; m < EDGE; m++) {
            long row = known(block) + m * ROW;
            DoubleVector sum = fromMemorySegment(SPECIES, ALL, row + RIGHT, ORDER);
            sum = z0.fma(fromMemorySegment(SPECIES, ALL, row, ORDER), sum);
            sum = z1.fma(fromMemorySegment(SPECIES, ALL, row + BYTES, ORDER), sum);
            sum = z2.fma(fromMemorySegment(SPECIES, ALL, row + 2 * BYTES, ORDER), sum);
            sum = z3.fma(fromMemorySegment(SPECIES, ALL, row + 3 * BYTES, ORDER), sum);
            sum = z4.fma(fromMemorySegment(SPECIES, ALL, row + 4 * BYTES, ORDER), sum);
            sum.intoMemorySegment(ALL, to + m * BYTES, ORDER);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.DOUBLE;
import static io.shmem4j.nas.npb.RawMemory.known;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.RawMemory;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;
import java.nio.ByteOrder;
import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * LU's sweeps through a PE's lines, forward and back, plane by plane. Derived values are kept for the present and the
 * previous plane.
 *
 * <p>Contributions of the neighbours along y and z are computed for a whole line. The contribution along x depends on
 * the previous point, so the matrices of all points are computed first, and then the line is solved point by point.
 * Where lines are cut, the last point of the previous PE is put in front. A matrix has two constant and sixteen other
 * nonzero entries. The Vector API is called directly, as in {@link PlaneRhs}.
 */
final class Sweeps {
    /** Operations of a point and sweep: in vectors, and point by point. */
    private static final long TOGETHER = 230;
    private static final long ONE_BY_ONE = 36;
    private static final long NUMBERS = 15;
    private static final int LANES = FlowLayout.CACHE_LINE / Double.BYTES;
    /** Derived rows: 1/density, velocities, kinetic and total energy per mass, inverse diagonals. */
    private static final int KINETIC = 4;
    private static final int ENERGY = 5;
    private static final int MOMENTUM_INVERSE = 6;
    private static final int ENERGY_INVERSE = 7;
    private static final int DERIVED = 8;
    /** Bytes of a point in a column. */
    private static final long COLUMN = (long) FlowConstants.UNKNOWNS * Double.BYTES;
    /** Rows of the matrices along x; the first row of a matrix is constant. */
    private static final int MATRIX = 16;
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int BYTES = SPECIES.vectorByteSize();
    private static final double C1 = FlowConstants.C1;
    private static final double C2 = FlowConstants.C2;

    private final Pencil pencil;
    private final PencilExchange exchange;
    private final PhaseTimers timers;
    private final FlowLayout.Box box;
    private final Weights forward;
    private final Weights backward;
    private final int pitch;
    private final long derived;
    private final long slot;
    private final long gift;
    private final long matrix;
    private final long inside;

    Sweeps(Pencil pencil, PencilExchange exchange, FlowConstants c, PhaseTimers timers) {
        this.pencil = pencil;
        box = pencil.box;
        this.exchange = exchange;
        this.timers = timers;
        forward = new Weights(c, -1);
        backward = new Weights(c, 1);
        pitch = pencil.layout.pitch;
        slot = slot(pencil.layout);
        derived = pencil.workspace.piece(2 * slot);
        gift = pencil.workspace.piece((long) FlowConstants.UNKNOWNS * pitch);
        matrix = pencil.workspace.piece((long) MATRIX * pitch);
        inside = pencil.workspace.piece(pitch);
        for (int i = box.first(0); i < box.end(0); i++) {
            RawMemory.set(inside + 8L * i, 1);
        }
    }

    private static long slot(FlowLayout layout) {
        return ((long) layout.lines * DERIVED * layout.pitch / FlowLayout.CACHE_LINE | 1) * FlowLayout.CACHE_LINE;
    }

    static long bytes(FlowLayout layout) {
        return 2 * slot(layout) + (FlowConstants.UNKNOWNS + MATRIX + 1L) * layout.pitch;
    }

    private long derived(int k, int j) {
        return derived + (k & 1) * slot + (long) j * DERIVED * pitch;
    }

    private void derive(int k, int j, Weights weights) {
        derive(line(pencil.u, k, j), derived(k, j), pitch, weights);
    }

    private long line(long[] planes, int k, int j) {
        return planes[k] + (long) j * pencil.layout.line;
    }

    /** Sweeps from the lowest corner to the highest, or back. */
    void sweep(boolean goesBack) {
        Phase phase = goesBack ? Phase.UPPER : Phase.LOWER;
        Weights weights = goesBack ? backward : forward;
        int step = goesBack ? -1 : 1;
        int before = -step * Double.BYTES;
        int firstPlane = goesBack ? box.end(2) - 1 : box.first(2);
        int firstLine = goesBack ? box.end(1) - 1 : box.first(1);
        long lastPoint = 8L * (goesBack ? box.first(0) : box.end(0) - 1);
        boolean cut = pencil.pes.columns() > 1;
        int points = box.points(0) + (cut ? 1 : 0);
        long firstPoint = lastPoint + (long) (points - 1) * before;
        long[] v = pencil.residual;
        for (int j = box.first(1); j < box.end(1); j++) {
            derive(firstPlane - step, j, weights);
        }
        for (int k = firstPlane; k >= box.first(2) && k < box.end(2); k += step) {
            timers.lap(phase);
            long column = exchange.await(PeGrid.X, goesBack, k);
            long last = exchange.await(PeGrid.Y, goesBack, k);
            timers.lap(Phase.EXCHANGE);
            derive(k, firstLine - step, weights);
            for (int j = firstLine; j >= box.first(1) && j < box.end(1); j += step) {
                long line = line(v, k, j);
                long here = derived(k, j);
                long entry = (j - box.first(1)) * COLUMN;
                derive(k, j, weights);
                neighbour(derived(k - step, j), line(v, k - step, j), 2, weights, pitch, gift, false);
                neighbour(derived(k, j - step), last, 1, weights, pitch, gift, true);
                if (goesBack) {
                    divideGifts(here, gift, line, weights, pitch);
                } else {
                    divideAll(here, gift, line, inside, weights, pitch);
                }
                matrices(here, before, matrix, weights, pitch);
                if (cut) {
                    point(column + entry, Double.BYTES, line + firstPoint, pitch);
                }
                follow(line + firstPoint, matrix + firstPoint, points, before, weights, pitch);
                if (cut) {
                    point(line + lastPoint, pitch, exchange.column(k) + entry, Double.BYTES);
                }
                last = line;
            }
            work();
            timers.lap(phase);
            exchange.done(goesBack, k);
            timers.lap(Phase.EXCHANGE);
        }
    }

    /** Adds the result of the sweeps to the unknowns. */
    void update() {
        double scale = 1 / (LuProblem.OMEGA * (2 - LuProblem.OMEGA));
        for (int k = box.first(2); k < box.end(2); k++) {
            for (int j = box.first(1); j < box.end(1); j++) {
                add(line(pencil.u, k, j), line(pencil.residual, k, j), scale, FlowConstants.UNKNOWNS * pitch);
            }
        }
        timers.lap(Phase.UPDATE);
    }

    private void work() {
        long points = (long) box.points(0) * box.points(1);
        VirtualTime.work(pencil.shmem, WorkKind.VECTOR, TOGETHER * points / LANES);
        VirtualTime.work(pencil.shmem, WorkKind.SCALAR, ONE_BY_ONE * points);
        VirtualTime.work(pencil.shmem, WorkKind.STREAM_BYTES, NUMBERS * Double.BYTES * points);
    }

    /** Computes the derived rows of a line. */
    private static void derive(long u, long derived, int rowBytes, Weights weights) {
        int pitch = known(rowBytes);
        DoubleVector one = broadcast(SPECIES, 1);
        for (int next = 0; next < pitch; next += BYTES) {
            int i = known(next);
            long from = known(u) + i;
            long to = known(derived) + i;
            DoubleVector rho = one.div(fromMemorySegment(SPECIES, ALL, from, ORDER));
            DoubleVector x = fromMemorySegment(SPECIES, ALL, from + pitch, ORDER).mul(rho);
            DoubleVector y = fromMemorySegment(SPECIES, ALL, from + 2 * pitch, ORDER).mul(rho);
            DoubleVector z = fromMemorySegment(SPECIES, ALL, from + 3 * pitch, ORDER).mul(rho);
            rho.intoMemorySegment(ALL, to, ORDER);
            x.intoMemorySegment(ALL, to + pitch, ORDER);
            y.intoMemorySegment(ALL, to + 2 * pitch, ORDER);
            z.intoMemorySegment(ALL, to + 3 * pitch, ORDER);
            z.fma(z, y.fma(y, x.mul(x))).mul(0.5).intoMemorySegment(ALL, to + KINETIC * pitch, ORDER);
            fromMemorySegment(SPECIES, ALL, from + 4 * pitch, ORDER).mul(rho)
                .intoMemorySegment(ALL, to + ENERGY * pitch, ORDER);
            one.div(rho.mul(weights.momentum).add(weights.centre))
                .intoMemorySegment(ALL, to + MOMENTUM_INVERSE * pitch, ORDER);
            one.div(rho.mul(weights.energy).add(weights.centre))
                .intoMemorySegment(ALL, to + ENERGY_INVERSE * pitch, ORDER);
        }
    }

    /** Computes the contribution of a neighbouring line along direction 1 or 2, or adds it to the present one. */
    private static void neighbour(long derived, long v, int direction, Weights weights, int rowBytes, long gift,
        boolean add) {
        int pitch = known(rowBytes);
        int n = known((1 + direction) * pitch);
        int a = known((1 + (direction + 1) % FlowConstants.DIRECTIONS) * pitch);
        int b = known((1 + (direction + 2) % FlowConstants.DIRECTIONS) * pitch);
        DoubleVector flow = broadcast(SPECIES, weights.convection);
        DoubleVector own = broadcast(SPECIES, weights.smoothing[direction]);
        DoubleVector old = broadcast(SPECIES, add ? 1 : 0);
        for (int next = 0; next < pitch; next += BYTES) {
            int i = known(next);
            long p = known(derived) + i;
            long r = known(v) + i;
            long to = known(gift) + i;
            DoubleVector rho = fromMemorySegment(SPECIES, ALL, p, ORDER);
            DoubleVector w = fromMemorySegment(SPECIES, ALL, p + n, ORDER);
            DoubleVector va = fromMemorySegment(SPECIES, ALL, p + a, ORDER);
            DoubleVector vb = fromMemorySegment(SPECIES, ALL, p + b, ORDER);
            DoubleVector q = fromMemorySegment(SPECIES, ALL, p + KINETIC * pitch, ORDER);
            DoubleVector energy = fromMemorySegment(SPECIES, ALL, p + ENERGY * pitch, ORDER);
            DoubleVector r0 = fromMemorySegment(SPECIES, ALL, r, ORDER);
            DoubleVector rn = fromMemorySegment(SPECIES, ALL, r + n, ORDER);
            DoubleVector ra = fromMemorySegment(SPECIES, ALL, r + a, ORDER);
            DoubleVector rb = fromMemorySegment(SPECIES, ALL, r + b, ORDER);
            DoubleVector r4 = fromMemorySegment(SPECIES, ALL, r + 4 * pitch, ORDER);
            DoubleVector phi = rn.sub(w.mul(r0));
            DoubleVector moved = vb.fma(rb, va.fma(ra, w.mul(rn)));
            DoubleVector pressure = q.fma(r0, r4.sub(moved)).mul(C2);
            DoubleVector zn = rho.mul(phi);
            DoubleVector za = ra.sub(va.mul(r0)).mul(rho);
            DoubleVector zb = rb.sub(vb.mul(r0)).mul(rho);
            DoubleVector heat = vb.fma(zb, va.mul(za)).mul(weights.across - weights.heat);
            heat = w.mul(zn).fma(broadcast(SPECIES, weights.along - weights.heat), heat);
            heat = r4.sub(energy.mul(r0)).mul(rho).fma(broadcast(SPECIES, weights.heat), heat);
            heat = own.fma(r4, heat);
            DoubleVector last = energy.mul(C1).sub(q.mul(C2)).mul(phi);
            last = w.fma(r4.add(pressure), last).fma(flow, heat);
            old.fma(fromMemorySegment(SPECIES, ALL, to + 4 * pitch, ORDER), last)
                .intoMemorySegment(ALL, to + 4 * pitch, ORDER);
            old.fma(fromMemorySegment(SPECIES, ALL, to, ORDER), rn.fma(flow, own.mul(r0)))
                .intoMemorySegment(ALL, to, ORDER);
            DoubleVector push = w.fma(phi.add(rn), pressure).fma(flow, own.mul(rn));
            push = zn.fma(broadcast(SPECIES, weights.along), push);
            old.fma(fromMemorySegment(SPECIES, ALL, to + n, ORDER), push).intoMemorySegment(ALL, to + n, ORDER);
            DoubleVector across = broadcast(SPECIES, weights.across);
            push = va.fma(phi, w.mul(ra)).fma(flow, own.fma(ra, za.mul(across)));
            old.fma(fromMemorySegment(SPECIES, ALL, to + a, ORDER), push).intoMemorySegment(ALL, to + a, ORDER);
            push = vb.fma(phi, w.mul(rb)).fma(flow, own.fma(rb, zb.mul(across)));
            old.fma(fromMemorySegment(SPECIES, ALL, to + b, ORDER), push).intoMemorySegment(ALL, to + b, ORDER);
        }
    }

    /** Forward: subtracts the contributions from a line, masked by inside, and divides by the points' matrices. */
    private static void divideAll(long derived, long gift, long line, long inside, Weights weights, int rowBytes) {
        int pitch = known(rowBytes);
        for (int next = 0; next < pitch; next += BYTES) {
            int i = known(next);
            long y = known(line) + i;
            long g = known(gift) + i;
            DoubleVector mask = fromMemorySegment(SPECIES, ALL, known(inside) + i, ORDER);
            for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
                int at = known(m * pitch);
                fromMemorySegment(SPECIES, ALL, y + at, ORDER).mul(mask)
                    .sub(fromMemorySegment(SPECIES, ALL, g + at, ORDER)).intoMemorySegment(ALL, g + at, ORDER);
            }
        }
        divide(derived, gift, weights, rowBytes);
        for (int next = 0; next < FlowConstants.UNKNOWNS * pitch; next += BYTES) {
            int i = known(next);
            fromMemorySegment(SPECIES, ALL, known(gift) + i, ORDER).intoMemorySegment(ALL, known(line) + i, ORDER);
        }
    }

    /** Backward: divides the contributions by the points' matrices and subtracts the result from the line. */
    private static void divideGifts(long derived, long gift, long line, Weights weights, int rowBytes) {
        divide(derived, gift, weights, rowBytes);
        int pitch = known(rowBytes);
        for (int next = 0; next < FlowConstants.UNKNOWNS * pitch; next += BYTES) {
            int i = known(next);
            fromMemorySegment(SPECIES, ALL, known(line) + i, ORDER)
                .sub(fromMemorySegment(SPECIES, ALL, known(gift) + i, ORDER))
                .intoMemorySegment(ALL, known(line) + i, ORDER);
        }
    }

    /** Solves with the points' own matrices, in place. */
    private static void divide(long derived, long numbers, Weights weights, int rowBytes) {
        int pitch = known(rowBytes);
        double inverseCentre = 1 / weights.centre;
        for (int next = 0; next < pitch; next += BYTES) {
            int i = known(next);
            long p = known(derived) + i;
            long y = known(numbers) + i;
            DoubleVector rho = fromMemorySegment(SPECIES, ALL, p, ORDER);
            DoubleVector u = fromMemorySegment(SPECIES, ALL, p + pitch, ORDER);
            DoubleVector v = fromMemorySegment(SPECIES, ALL, p + 2 * pitch, ORDER);
            DoubleVector w = fromMemorySegment(SPECIES, ALL, p + 3 * pitch, ORDER);
            DoubleVector inverse = fromMemorySegment(SPECIES, ALL, p + MOMENTUM_INVERSE * pitch, ORDER);
            DoubleVector x0 = fromMemorySegment(SPECIES, ALL, y, ORDER).mul(inverseCentre);
            DoubleVector push = rho.mul(x0).mul(weights.momentum);
            DoubleVector x1 = push.fma(u, fromMemorySegment(SPECIES, ALL, y + pitch, ORDER)).mul(inverse);
            DoubleVector x2 = push.fma(v, fromMemorySegment(SPECIES, ALL, y + 2 * pitch, ORDER)).mul(inverse);
            DoubleVector x3 = push.fma(w, fromMemorySegment(SPECIES, ALL, y + 3 * pitch, ORDER)).mul(inverse);
            DoubleVector flow = rho.mul(weights.difference);
            DoubleVector own = fromMemorySegment(SPECIES, ALL, p + KINETIC * pitch, ORDER).mul(2).mul(flow);
            own = rho.mul(weights.energy).fma(fromMemorySegment(SPECIES, ALL, p + ENERGY * pitch, ORDER), own);
            DoubleVector moved = w.fma(x3, v.fma(x2, u.mul(x1)));
            DoubleVector x4 = fromMemorySegment(SPECIES, ALL, y + 4 * pitch, ORDER).sub(flow.mul(moved));
            x4 = own.fma(x0, x4).mul(fromMemorySegment(SPECIES, ALL, p + ENERGY_INVERSE * pitch, ORDER));
            x0.intoMemorySegment(ALL, y, ORDER);
            x1.intoMemorySegment(ALL, y + pitch, ORDER);
            x2.intoMemorySegment(ALL, y + 2 * pitch, ORDER);
            x3.intoMemorySegment(ALL, y + 3 * pitch, ORDER);
            x4.intoMemorySegment(ALL, y + 4 * pitch, ORDER);
        }
    }

    /** Computes the matrices along x; {@code next} is the distance of the previous point in bytes. */
    private static void matrices(long derived, int next, long matrix, Weights weights, int pitch) {
        firstColumns(derived, next, matrix, weights, pitch);
        lastColumns(derived, next, matrix, weights, pitch);
    }

    /** Columns of the density and of the momentum along the line. */
    private static void firstColumns(long derived, int distance, long matrix, Weights weights, int rowBytes) {
        int pitch = known(rowBytes);
        double t = weights.convection;
        double own = weights.smoothing[0];
        double still = own / weights.centre;
        double moving = t / weights.centre;
        for (int next = 0; next < pitch; next += BYTES) {
            int i = known(next);
            long p = known(derived) + i;
            long q = known(derived + distance) + i;
            long to = known(matrix) + i;
            DoubleVector rho = fromMemorySegment(SPECIES, ALL, q, ORDER);
            DoubleVector w = fromMemorySegment(SPECIES, ALL, q + pitch, ORDER);
            DoubleVector vy = fromMemorySegment(SPECIES, ALL, q + 2 * pitch, ORDER);
            DoubleVector vz = fromMemorySegment(SPECIES, ALL, q + 3 * pitch, ORDER);
            DoubleVector kinetic = fromMemorySegment(SPECIES, ALL, q + KINETIC * pitch, ORDER).mul(C2);
            DoubleVector energy = fromMemorySegment(SPECIES, ALL, q + ENERGY * pitch, ORDER);
            DoubleVector flow = w.mul(t);
            DoubleVector along = rho.mul(weights.along).add(flow);
            DoubleVector across = rho.mul(weights.across).add(flow);
            DoubleVector stretch = rho.mul(weights.along - weights.heat);
            DoubleVector shear = rho.mul(weights.across - weights.heat);
            DoubleVector enthalpy = energy.mul(C1).sub(kinetic);
            DoubleVector still4 = kinetic.sub(enthalpy).mul(flow)
                .sub(rho.mul(weights.heat).mul(energy)).sub(stretch.mul(w).mul(w))
                .sub(shear.mul(vz.fma(vz, vy.mul(vy))));
            DoubleVector moving4 = stretch.sub(flow.mul(C2)).fma(w, enthalpy.mul(t));
            DoubleVector density = fromMemorySegment(SPECIES, ALL, p, ORDER);
            DoubleVector ux = fromMemorySegment(SPECIES, ALL, p + pitch, ORDER);
            DoubleVector uy = fromMemorySegment(SPECIES, ALL, p + 2 * pitch, ORDER);
            DoubleVector uz = fromMemorySegment(SPECIES, ALL, p + 3 * pitch, ORDER);
            DoubleVector inverse = fromMemorySegment(SPECIES, ALL, p + MOMENTUM_INVERSE * pitch, ORDER);
            DoubleVector inverse4 = fromMemorySegment(SPECIES, ALL, p + ENERGY_INVERSE * pitch, ORDER);
            DoubleVector heat = density.mul(weights.difference);
            DoubleVector rest = fromMemorySegment(SPECIES, ALL, p + KINETIC * pitch, ORDER).mul(2).mul(heat);
            rest = density.mul(weights.energy).fma(fromMemorySegment(SPECIES, ALL, p + ENERGY * pitch, ORDER), rest);
            DoubleVector push = density.mul(weights.momentum * still);
            DoubleVector x1 = push.fma(ux, kinetic.mul(t).sub(w.mul(along))).mul(inverse);
            DoubleVector x2 = push.fma(uy, vy.mul(across).neg()).mul(inverse);
            DoubleVector x3 = push.fma(uz, vz.mul(across).neg()).mul(inverse);
            DoubleVector moved = uz.fma(x3, uy.fma(x2, ux.mul(x1)));
            x1.intoMemorySegment(ALL, to, ORDER);
            x2.intoMemorySegment(ALL, to + 5 * pitch, ORDER);
            x3.intoMemorySegment(ALL, to + 8 * pitch, ORDER);
            rest.fma(broadcast(SPECIES, still), still4).sub(heat.mul(moved)).mul(inverse4)
                .intoMemorySegment(ALL, to + 11 * pitch, ORDER);
            push = density.mul(weights.momentum * moving);
            x1 = push.fma(ux, along.add(own).add(flow.mul(1 - C2))).mul(inverse);
            x2 = push.fma(uy, vy.mul(t)).mul(inverse);
            x3 = push.fma(uz, vz.mul(t)).mul(inverse);
            moved = uz.fma(x3, uy.fma(x2, ux.mul(x1)));
            x1.intoMemorySegment(ALL, to + pitch, ORDER);
            x2.intoMemorySegment(ALL, to + 6 * pitch, ORDER);
            x3.intoMemorySegment(ALL, to + 9 * pitch, ORDER);
            rest.fma(broadcast(SPECIES, moving), moving4).sub(heat.mul(moved)).mul(inverse4)
                .intoMemorySegment(ALL, to + 12 * pitch, ORDER);
        }
    }

    /** Columns of the momenta across the line and of the energy. */
    private static void lastColumns(long derived, int distance, long matrix, Weights weights, int rowBytes) {
        int pitch = known(rowBytes);
        double t = weights.convection;
        double own = weights.smoothing[0];
        for (int next = 0; next < pitch; next += BYTES) {
            int i = known(next);
            long p = known(derived) + i;
            long q = known(derived + distance) + i;
            long to = known(matrix) + i;
            DoubleVector rho = fromMemorySegment(SPECIES, ALL, q, ORDER);
            DoubleVector flow = fromMemorySegment(SPECIES, ALL, q + pitch, ORDER).mul(t);
            DoubleVector vy = fromMemorySegment(SPECIES, ALL, q + 2 * pitch, ORDER);
            DoubleVector vz = fromMemorySegment(SPECIES, ALL, q + 3 * pitch, ORDER);
            DoubleVector across = rho.mul(weights.across).add(flow).add(own);
            DoubleVector shear = rho.mul(weights.across - weights.heat).sub(flow.mul(C2));
            DoubleVector heat = fromMemorySegment(SPECIES, ALL, p, ORDER).mul(weights.difference);
            DoubleVector ux = fromMemorySegment(SPECIES, ALL, p + pitch, ORDER);
            DoubleVector inverse = fromMemorySegment(SPECIES, ALL, p + MOMENTUM_INVERSE * pitch, ORDER);
            DoubleVector inverse4 = fromMemorySegment(SPECIES, ALL, p + ENERGY_INVERSE * pitch, ORDER);
            DoubleVector diagonal = across.mul(inverse);
            DoubleVector x1 = vy.mul(-t * C2).mul(inverse);
            DoubleVector moved = fromMemorySegment(SPECIES, ALL, p + 2 * pitch, ORDER).fma(diagonal, ux.mul(x1));
            x1.intoMemorySegment(ALL, to + 2 * pitch, ORDER);
            diagonal.intoMemorySegment(ALL, to + 7 * pitch, ORDER);
            shear.mul(vy).sub(heat.mul(moved)).mul(inverse4).intoMemorySegment(ALL, to + 13 * pitch, ORDER);
            x1 = vz.mul(-t * C2).mul(inverse);
            moved = fromMemorySegment(SPECIES, ALL, p + 3 * pitch, ORDER).fma(diagonal, ux.mul(x1));
            x1.intoMemorySegment(ALL, to + 3 * pitch, ORDER);
            diagonal.intoMemorySegment(ALL, to + 10 * pitch, ORDER);
            shear.mul(vz).sub(heat.mul(moved)).mul(inverse4).intoMemorySegment(ALL, to + 14 * pitch, ORDER);
            x1 = inverse.mul(t * C2);
            x1.intoMemorySegment(ALL, to + 4 * pitch, ORDER);
            rho.mul(weights.heat).add(flow.mul(C1)).add(own).sub(heat.mul(ux).mul(x1)).mul(inverse4)
                .intoMemorySegment(ALL, to + 15 * pitch, ORDER);
        }
    }

    private static void add(long to, long from, double factor, int bytes) {
        for (int next = 0; next < bytes; next += BYTES) {
            int i = known(next);
            fromMemorySegment(SPECIES, ALL, known(from) + i, ORDER).mul(factor)
                .add(fromMemorySegment(SPECIES, ALL, known(to) + i, ORDER))
                .intoMemorySegment(ALL, known(to) + i, ORDER);
        }
    }

    /** Copies the unknowns of a point between strides. */
    private static void point(long from, int fromStep, long to, int toStep) {
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            RawMemory.set(to + (long) m * toStep, RawMemory.get(from + (long) m * fromStep));
        }
    }

    /** Solves a line point by point; {@code next} is the distance of the previous point, negative going forward. */
    private static void follow(long line, long matrix, int points, int next, Weights weights, int rowBytes) {
        int pitch = known(rowBytes);
        double own = weights.smoothing[0] / weights.centre;
        double flow = weights.convection / weights.centre;
        long at = known(line);
        long m = known(matrix);
        double x0 = 0;
        double x1 = 0;
        double x2 = 0;
        double x3 = 0;
        double x4 = 0;
        for (int point = 0; point < points; point++) {
            long r = known(at);
            long a = known(m);
            double y0 = ALL.get(DOUBLE, r) - own * x0 - flow * x1;
            double y1 = ALL.get(DOUBLE, r + pitch) - ALL.get(DOUBLE, a) * x0 - ALL.get(DOUBLE, a + pitch) * x1
                - (ALL.get(DOUBLE, a + 2 * pitch) * x2 + ALL.get(DOUBLE, a + 3 * pitch) * x3
                    + ALL.get(DOUBLE, a + 4 * pitch) * x4);
            double y2 = ALL.get(DOUBLE, r + 2 * pitch) - ALL.get(DOUBLE, a + 5 * pitch) * x0
                - (ALL.get(DOUBLE, a + 6 * pitch) * x1 + ALL.get(DOUBLE, a + 7 * pitch) * x2);
            double y3 = ALL.get(DOUBLE, r + 3 * pitch) - ALL.get(DOUBLE, a + 8 * pitch) * x0
                - (ALL.get(DOUBLE, a + 9 * pitch) * x1 + ALL.get(DOUBLE, a + 10 * pitch) * x3);
            double y4 = ALL.get(DOUBLE, r + 4 * pitch) - ALL.get(DOUBLE, a + 11 * pitch) * x0
                - ALL.get(DOUBLE, a + 12 * pitch) * x1 - (ALL.get(DOUBLE, a + 13 * pitch) * x2
                    + ALL.get(DOUBLE, a + 14 * pitch) * x3 + ALL.get(DOUBLE, a + 15 * pitch) * x4);
            ALL.set(DOUBLE, r, y0);
            ALL.set(DOUBLE, r + pitch, y1);
            ALL.set(DOUBLE, r + 2 * pitch, y2);
            ALL.set(DOUBLE, r + 3 * pitch, y3);
            ALL.set(DOUBLE, r + 4 * pitch, y4);
            x0 = y0;
            x1 = y1;
            x2 = y2;
            x3 = y3;
            x4 = y4;
            at -= next;
            m -= next;
        }
    }

    /**
     * Coefficients of a sweep: of a neighbour's matrix, times the over-relaxation factor, and of the point's own.
     *
     * <p>A neighbour's matrix combines the convective Jacobian, the viscous one and the identity. A point's own is
     * lower triangular up to its scale.
     */
    static final class Weights {
        /** Convection: negative for the previous point. */
        final double convection;
        /** Viscosity of a momentum along the direction, across it, and of the energy. */
        final double along;
        final double across;
        final double heat;
        /** Second difference by direction. */
        final double[] smoothing = new double[FlowConstants.DIRECTIONS];
        /** Constant part of the own matrix's diagonal. */
        final double centre;
        /** Factors of 1/density for a momentum and the energy, and their difference. */
        final double momentum;
        final double energy;
        final double difference;

        /** Weights of the neighbours before (sign -1) or after (sign 1). */
        Weights(FlowConstants c, int sign) {
            convection = sign * LuProblem.OMEGA * c.convection;
            across = -LuProblem.OMEGA * c.viscosity;
            along = across * FlowConstants.CON43;
            heat = -LuProblem.OMEGA * c.implicitViscosity;
            for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
                smoothing[d] = -LuProblem.OMEGA * c.smoothing[d];
            }
            centre = 1 + 2 * Arrays.stream(c.smoothing).sum();
            momentum = 2 * c.viscosity * (FlowConstants.CON43 + 2);
            energy = 2 * FlowConstants.DIRECTIONS * c.implicitViscosity;
            difference = momentum - energy;
        }
    }
}

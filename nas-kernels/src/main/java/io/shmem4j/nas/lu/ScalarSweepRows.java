// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.lu;

import static io.shmem4j.nas.npb.RawMemory.get;
import static io.shmem4j.nas.npb.RawMemory.known;
import static io.shmem4j.nas.npb.RawMemory.set;

import io.shmem4j.nas.cfd.FlowConstants;

/** The loops of a sweep number by number. */
final class ScalarSweepRows extends SweepRows {
    private static final double C1 = FlowConstants.C1;
    private static final double C2 = FlowConstants.C2;

    @Override
    void derive(long u, long derived, int pitch, SweepWeights weights) {
        for (int i = 0; i < pitch; i += Double.BYTES) {
            long from = known(u) + i;
            long to = known(derived) + i;
            double rho = 1 / get(from);
            double x = get(from + pitch) * rho;
            double y = get(from + 2 * pitch) * rho;
            double z = get(from + 3 * pitch) * rho;
            set(to, rho);
            set(to + pitch, x);
            set(to + 2 * pitch, y);
            set(to + 3 * pitch, z);
            set(to + KINETIC * pitch, 0.5 * (x * x + y * y + z * z));
            set(to + ENERGY * pitch, get(from + 4 * pitch) * rho);
            set(to + MOMENTUM_INVERSE * pitch, 1 / (weights.centre + weights.momentum * rho));
            set(to + ENERGY_INVERSE * pitch, 1 / (weights.centre + weights.energy * rho));
        }
    }

    @Override
    void neighbour(long derived, long v, int direction, SweepWeights weights, int pitch, long gift, boolean add) {
        int n = direction * pitch;
        int a = (direction + 1) % FlowConstants.DIRECTIONS * pitch;
        int b = (direction + 2) % FlowConstants.DIRECTIONS * pitch;
        double t = weights.convection;
        double own = weights.smoothing[direction];
        for (int i = 0; i < pitch; i += Double.BYTES) {
            long p = known(derived) + i;
            long velocity = p + pitch;
            long r = known(v) + i;
            double rho = get(p);
            double w = get(velocity + n);
            double va = get(velocity + a);
            double vb = get(velocity + b);
            double q = get(p + KINETIC * pitch);
            double energy = get(p + ENERGY * pitch);
            double v0 = get(r);
            double vn = get(r + pitch + n);
            double ra = get(r + pitch + a);
            double rb = get(r + pitch + b);
            double v4 = get(r + 4 * pitch);
            double phi = vn - w * v0;
            double pressure = C2 * (q * v0 - w * vn - va * ra - vb * rb + v4);
            double zn = rho * phi;
            double za = rho * (ra - va * v0);
            double zb = rho * (rb - vb * v0);
            double heat = (weights.along - weights.heat) * w * zn
                + (weights.across - weights.heat) * (va * za + vb * zb) + weights.heat * rho * (v4 - energy * v0);
            long to = known(gift) + i;
            put(to, t * vn + own * v0, add);
            put(to + pitch + n, t * (w * phi + w * vn + pressure) + weights.along * zn + own * vn, add);
            put(to + pitch + a, t * (va * phi + w * ra) + weights.across * za + own * ra, add);
            put(to + pitch + b, t * (vb * phi + w * rb) + weights.across * zb + own * rb, add);
            put(to + 4 * pitch, t * ((C1 * energy - C2 * q) * phi + w * (v4 + pressure)) + heat + own * v4, add);
        }
    }

    private static void put(long to, double value, boolean add) {
        set(to, add ? get(to) + value : value);
    }

    @Override
    void divideAll(long derived, long gift, long line, long inside, SweepWeights weights, int pitch) {
        for (int i = 0; i < pitch; i += Double.BYTES) {
            long to = known(line) + i;
            double factor = get(known(inside) + i);
            for (int m = 0; m < FlowConstants.UNKNOWNS * pitch; m += pitch) {
                set(to + m, get(to + m) * factor - get(known(gift) + i + m));
            }
            divide(known(derived) + i, to, weights, pitch);
        }
    }

    @Override
    void divideGifts(long derived, long gift, long line, SweepWeights weights, int pitch) {
        for (int i = 0; i < pitch; i += Double.BYTES) {
            divide(known(derived) + i, known(gift) + i, weights, pitch);
            for (int m = 0; m < FlowConstants.UNKNOWNS * pitch; m += pitch) {
                long to = known(line) + i + m;
                set(to, get(to) - get(known(gift) + i + m));
            }
        }
    }

    /** Solves with the point's own matrix, in place. */
    private static void divide(long p, long y, SweepWeights weights, int pitch) {
        double rho = get(p);
        double inverse = get(p + MOMENTUM_INVERSE * pitch);
        double x = get(p + pitch);
        double yv = get(p + 2 * pitch);
        double z = get(p + 3 * pitch);
        double x0 = get(y) / weights.centre;
        double push = weights.momentum * rho * x0;
        double x1 = (get(y + pitch) + push * x) * inverse;
        double x2 = (get(y + 2 * pitch) + push * yv) * inverse;
        double x3 = (get(y + 3 * pitch) + push * z) * inverse;
        double flow = weights.difference * rho;
        double own = flow * 2 * get(p + KINETIC * pitch) + weights.energy * rho * get(p + ENERGY * pitch);
        double x4 = (get(y + 4 * pitch) - flow * (x * x1 + yv * x2 + z * x3) + own * x0)
            * get(p + ENERGY_INVERSE * pitch);
        set(y, x0);
        set(y + pitch, x1);
        set(y + 2 * pitch, x2);
        set(y + 3 * pitch, x3);
        set(y + 4 * pitch, x4);
    }

    @Override
    void matrices(long derived, int next, long matrix, SweepWeights weights, int pitch) {
        double t = weights.convection;
        double own = weights.smoothing[0];
        for (int i = 0; i < pitch; i += Double.BYTES) {
            long p = known(derived) + i;
            long q = p + next;
            double rho = get(q);
            double w = get(q + pitch);
            double vy = get(q + 2 * pitch);
            double vz = get(q + 3 * pitch);
            double kinetic = get(q + KINETIC * pitch);
            double energy = get(q + ENERGY * pitch);
            double along = weights.along * rho;
            double across = weights.across * rho;
            double heat = weights.heat * rho;
            double flow = t * w;
            double[] first = {own, t * C2 * kinetic - w * (flow + along), -vy * (flow + across), -vz * (flow + across),
                (2 * C2 * kinetic - C1 * energy) * flow - heat * energy - (along - heat) * w * w
                    - (across - heat) * (vy * vy + vz * vz)};
            double[] second = {t, (2 - C2) * flow + along + own, t * vy, t * vz,
                (along - heat) * w - C2 * w * flow + t * (C1 * energy - C2 * kinetic)};
            double[] third = {0, -t * C2 * vy, flow + across + own, 0, (across - heat) * vy - C2 * vy * flow};
            double[] fourth = {0, -t * C2 * vz, 0, flow + across + own, (across - heat) * vz - C2 * vz * flow};
            double[] fifth = {0, t * C2, 0, 0, C1 * flow + heat + own};
            double[][] columns = {first, second, third, fourth, fifth};
            for (double[] column : columns) {
                divide(p, column, weights, pitch);
            }
            store(known(matrix) + i, columns, pitch);
        }
    }

    private static void divide(long p, double[] y, SweepWeights weights, int pitch) {
        double rho = get(p);
        double inverse = get(p + MOMENTUM_INVERSE * pitch);
        y[0] /= weights.centre;
        double flow = 0;
        for (int m = 1; m <= FlowConstants.DIRECTIONS; m++) {
            double velocity = get(p + m * pitch);
            y[m] = (y[m] + weights.momentum * rho * y[0] * velocity) * inverse;
            flow += velocity * y[m];
        }
        double own = weights.difference * rho * 2 * get(p + KINETIC * pitch)
            + weights.energy * rho * get(p + ENERGY * pitch);
        y[4] = (y[4] - weights.difference * rho * flow + own * y[0]) * get(p + ENERGY_INVERSE * pitch);
    }

    /** Stores what is not zero or constant. */
    private static void store(long to, double[][] columns, int pitch) {
        for (int column = 0; column < FlowConstants.UNKNOWNS; column++) {
            set(to + column * pitch, columns[column][1]);
            set(to + (11 + column) * pitch, columns[column][4]);
        }
        for (int column = 0; column < 2; column++) {
            set(to + (5 + column) * pitch, columns[column][2]);
            set(to + (8 + column) * pitch, columns[column][3]);
        }
        set(to + 7 * pitch, columns[2][2]);
        set(to + 10 * pitch, columns[3][3]);
    }

    @Override
    void add(long to, long from, double factor, int bytes) {
        for (int i = 0; i < bytes; i += Double.BYTES) {
            set(known(to) + i, get(known(to) + i) + factor * get(known(from) + i));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import static io.shmem4j.nas.npb.RawMemory.get;
import static io.shmem4j.nas.npb.RawMemory.set;

import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.PlaneTable;
import io.shmem4j.nas.cfd.Workspace;

/** A line at a time, number by number. */
final class ScalarBlockLines extends BlockLines {
    private static final int NEXT = Double.BYTES;

    ScalarBlockLines(Workspace workspace, FlowLayout layout, FlowConstants c, int rows) {
        super(workspace, layout, c, 1, rows);
    }

    @Override
    void takeDerivedX(long derived, long rhs) {
        for (int i = 0; i < n; i++) {
            takeDerived(i, derived + (long) i * NEXT, 0);
            takeRight(i, rhs + (long) i * NEXT, 0);
        }
    }

    @Override
    void takeDerivedY(long derived, long rhs) {
        for (int j = 0; j < n; j++) {
            takeDerived(j, derived + (long) j * layout.group, 1);
            takeRight(j, rhs + (long) j * layout.line, 1);
        }
    }

    @Override
    void takeX(long u, long rhs, int step, int row, int points) {
        for (int i = 0; i < points; i++) {
            takeUnknowns(row + i, u + (long) i * NEXT, 0);
            takeRight(row + i, rhs + (long) i * NEXT, 0);
        }
    }

    @Override
    void giveX(long rhs, int step, int row, int points) {
        for (int i = 0; i < points; i++) {
            give(row + i, rhs + (long) i * NEXT, 0);
        }
    }

    @Override
    void take(int direction, int rows, PlaneTable u, PlaneTable right, long offset) {
        for (int row = 0; row < rows + 2; row++) {
            takeUnknowns(row, u.address[row] + offset, direction);
            takeRight(row, right.address[row] + offset, direction);
        }
    }

    @Override
    void giveY(int rows, PlaneTable right, long offset) {
        for (int row = 1; row <= rows; row++) {
            give(row, right.address[row] + offset, 1);
        }
    }

    @Override
    void add(int rows, PlaneTable u, long offset) {
        for (int row = 1; row <= rows; row++) {
            for (int m = 0; m < EDGE; m++) {
                long at = u.address[row] + offset + order[2][m];
                set(at, get(at) + get(right(row, m)));
            }
        }
    }

    private long state(int row) {
        return states + (long) row * stateStep;
    }

    private void takeDerived(int row, long derived, int direction) {
        double rho = get(derived + (long) FlowLayout.RHO * layout.pitch);
        double kinetic = takeVelocities(row, derived + (long) (FlowLayout.US - 1) * layout.pitch, direction, 1);
        set(state(row), rho);
        set(state(row) + ENERGY * NEXT, get(derived + (long) FlowLayout.P * layout.pitch) * rho / C2 + kinetic);
    }

    private void takeUnknowns(int row, long u, int direction) {
        double rho = 1 / get(u);
        takeVelocities(row, u, direction, rho);
        set(state(row), rho);
        set(state(row) + ENERGY * NEXT, get(u + 4L * layout.pitch) * rho);
    }

    /** {@return the kinetic energy per mass} */
    private double takeVelocities(int row, long from, int direction, double rho) {
        double kinetic = 0;
        for (int m = 1; m <= FlowConstants.DIRECTIONS; m++) {
            double velocity = get(from + order[direction][m]) * rho;
            set(state(row) + (long) m * NEXT, velocity);
            kinetic += 0.5 * velocity * velocity;
        }
        set(state(row) + KINETIC * NEXT, kinetic);
        return kinetic;
    }

    /** {@return address of a number of a row's right-hand side} */
    private long right(int row, int m) {
        return right(row) + (long) m * NEXT;
    }

    private void takeRight(int row, long rhs, int direction) {
        for (int m = 0; m < EDGE; m++) {
            set(right(row, m), get(rhs + order[direction][m]));
        }
    }

    private void give(int row, long to, int direction) {
        for (int m = 0; m < EDGE; m++) {
            set(to + order[direction][m], get(right(row, m)));
        }
    }

    @Override
    void centre(long state, long right) {
        double rho = get(state);
        double heat = 2 * viscousHeat * rho;
        double own = 1 + 2 * smoothing;
        for (int at = 0; at < BLOCK; at++) {
            set(centre + (long) at * NEXT, at % COLUMNS == EDGE ? get(right + (long) (at / COLUMNS) * NEXT) : 0);
        }
        set(centre, own);
        double rest = -heat * get(state + ENERGY * NEXT);
        for (int m = 1; m <= FlowConstants.DIRECTIONS; m++) {
            double viscous = 2 * (m == 1 ? viscousAlong : viscousAcross) * rho;
            double velocity = get(state + (long) m * NEXT);
            set(centre + (long) m * COLUMNS * NEXT, -viscous * velocity);
            set(centre + (long) (m * COLUMNS + m) * NEXT, viscous + own);
            set(centre + (long) (4 * COLUMNS + m) * NEXT, (viscous - heat) * velocity);
            rest -= (viscous - heat) * velocity * velocity;
        }
        set(centre + 4 * COLUMNS * NEXT, rest);
        set(centre + (4 * COLUMNS + 4) * NEXT, heat + own);
    }

    @Override
    void jacobian(long state, int sign, long to, int columns) {
        double t = convection;
        double own = sign * smoothing;
        double rho = get(state);
        double w = get(state + ALONG * NEXT);
        double a = get(state + ACROSS * NEXT);
        double b = get(state + ASIDE * NEXT);
        double kinetic = C2 * get(state + KINETIC * NEXT);
        double energy = get(state + ENERGY * NEXT);
        double flow = t * w;
        double along = sign * viscousAlong * rho;
        double across = sign * viscousAcross * rho;
        double heat = sign * viscousHeat * rho;
        double enthalpy = C1 * energy - kinetic;
        double rest = (kinetic - enthalpy) * flow - heat * energy - (along - heat) * w * w
            - (across - heat) * (a * a + b * b);
        put(to, own, t, 0, 0, 0);
        put(to + (long) columns * NEXT, t * kinetic - w * (flow + along), (2 - C2) * flow + along + own,
            -t * C2 * a, -t * C2 * b, t * C2);
        put(to + 2L * columns * NEXT, -a * (flow + across), t * a, flow + across + own, 0, 0);
        put(to + 3L * columns * NEXT, -b * (flow + across), t * b, 0, flow + across + own, 0);
        put(to + 4L * columns * NEXT, rest, (along - heat) * w - C2 * w * flow + t * enthalpy,
            (across - heat) * a - C2 * a * flow, (across - heat) * b - C2 * b * flow, C1 * flow + heat + own);
    }

    private static void put(long to, double... numbers) {
        for (int i = 0; i < numbers.length; i++) {
            set(to + (long) i * NEXT, numbers[i]);
        }
    }

    @Override
    void add(long before) {
        for (int m = 0; m < EDGE; m++) {
            for (int column = 0; column < COLUMNS; column++) {
                long to = centre + (long) (m * COLUMNS + column) * NEXT;
                double sum = get(to);
                for (int k = 0; k < EDGE; k++) {
                    sum += get(neighbour + (long) (m * EDGE + k) * NEXT)
                        * get(before + (long) (k * COLUMNS + column) * NEXT);
                }
                set(to, sum);
            }
        }
    }

    @Override
    void factor() {
        for (int k = 0; k < EDGE; k++) {
            long row = centre + (long) k * COLUMNS * NEXT;
            double inverse = 1 / get(row + (long) k * NEXT);
            set(row + (long) k * NEXT, inverse);
            for (int m = k + 1; m < EDGE; m++) {
                long other = centre + (long) m * COLUMNS * NEXT;
                double factor = -get(other + (long) k * NEXT) * inverse;
                set(other + (long) k * NEXT, factor);
                for (int column = k + 1; column < EDGE; column++) {
                    long at = (long) column * NEXT;
                    set(other + at, get(other + at) + factor * get(row + at));
                }
            }
            for (int column = k + 1; column < EDGE; column++) {
                set(row + (long) column * NEXT, -get(row + (long) column * NEXT));
            }
        }
    }

    @Override
    void divide(long block) {
        for (int m = 0; m < EDGE; m++) {
            long at = (long) (m * COLUMNS + EDGE) * NEXT;
            set(block + at, get(centre + at));
        }
        for (int column = 0; column < COLUMNS; column++) {
            for (int m = 1; m < EDGE; m++) {
                reduce(block, column, m, 0, m);
            }
            for (int m = EDGE - 1; m >= 0; m--) {
                reduce(block, column, m, m + 1, EDGE);
                long at = block + (long) (m * COLUMNS + column) * NEXT;
                set(at, get(at) * get(centre + (long) (m * COLUMNS + m) * NEXT));
            }
        }
    }

    private void reduce(long block, int column, int m, int first, int end) {
        long at = block + (long) (m * COLUMNS + column) * NEXT;
        double sum = get(at);
        for (int k = first; k < end; k++) {
            sum += get(centre + (long) (m * COLUMNS + k) * NEXT) * get(block + (long) (k * COLUMNS + column) * NEXT);
        }
        set(at, sum);
    }

    @Override
    void substitute(long block, long right, long next) {
        for (int m = 0; m < EDGE; m++) {
            long row = block + (long) m * COLUMNS * NEXT;
            double sum = get(row + EDGE * NEXT);
            for (int k = 0; k < EDGE; k++) {
                sum -= get(row + (long) k * NEXT) * get(next + (long) k * NEXT);
            }
            set(right + (long) m * NEXT, sum);
        }
    }
}

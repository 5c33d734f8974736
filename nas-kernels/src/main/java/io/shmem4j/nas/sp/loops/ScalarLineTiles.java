// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.loops;

import static io.shmem4j.nas.cfd.FlowConstants.BT;
import static io.shmem4j.nas.npb.RawMemory.ALL;
import static io.shmem4j.nas.npb.RawMemory.DOUBLE;
import static io.shmem4j.nas.npb.RawMemory.known;

import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.PlaneTable;
import io.shmem4j.nas.cfd.Workspace;

/** Pentadiagonal systems one line at a time. */
final class ScalarLineTiles extends LineTiles {
    private static final int ROW = QUANTITIES * Double.BYTES;
    private static final int R2 = Double.BYTES;
    private static final int R3 = 2 * Double.BYTES;
    private static final int R4 = 3 * Double.BYTES;
    private static final int R5 = 4 * Double.BYTES;
    private static final int SPEED_ALONG = VELOCITY * Double.BYTES;
    private static final int INVERSE_DENSITY = RHO * Double.BYTES;
    private static final int SOUND = SPEED * Double.BYTES;

    private final ScalarElimination elimination;
    /** Lines along x where they are in the grid. */
    private final LineSource alongX = new LineSource();
    /** Distance of each row from the start of a tile, and from that of a line. */
    private final PlaneTable tileRows;
    private final PlaneTable rowsX;

    ScalarLineTiles(Workspace workspace, FlowLayout layout, FlowConstants c) {
        super(workspace, layout, c);
        elimination = new ScalarElimination(c);
        alongX.pitch = layout.pitch;
        alongX.step = Double.BYTES;
        alongX.rhsStep = Double.BYTES;
        tileRows = new PlaneTable(c.n);
        rowsX = new PlaneTable(c.n);
        for (int row = 0; row < c.n; row++) {
            tileRows.address[row] = (row + 1) * ROW;
            rowsX.address[row] = (long) row * Double.BYTES;
        }
    }

    @Override
    public int lanes() {
        return 1;
    }

    @Override
    public void gatherX(int rows, long rhs, long group) {
        int pitch = known(layout.pitch);
        long t = tile + ROW;
        for (int row = 0; row < rows + 2; row++, t += ROW) {
            long from = rhs + row * Double.BYTES;
            long derived = group + row * Double.BYTES;
            ALL.set(DOUBLE, t, ALL.get(DOUBLE, from));
            ALL.set(DOUBLE, t + R2, ALL.get(DOUBLE, from + pitch));
            ALL.set(DOUBLE, t + R3, ALL.get(DOUBLE, from + 2 * pitch));
            ALL.set(DOUBLE, t + R4, ALL.get(DOUBLE, from + 3 * pitch));
            ALL.set(DOUBLE, t + R5, ALL.get(DOUBLE, from + 4 * pitch));
            ALL.set(DOUBLE, t + SPEED_ALONG, ALL.get(DOUBLE, derived + FlowLayout.US * pitch));
            ALL.set(DOUBLE, t + INVERSE_DENSITY, ALL.get(DOUBLE, derived + FlowLayout.RHO * pitch));
            ALL.set(DOUBLE, t + SOUND, ALL.get(DOUBLE, derived + FlowLayout.SPEED * pitch));
        }
    }

    @Override
    public void gatherX(long rhs, long u, int step, int row, int points) {
        int pitch = known(layout.pitch);
        long t = known(tile) + known((row + 1) * ROW);
        for (int i = 0; i < points; i++, t += ROW) {
            long at = u + i * Double.BYTES;
            long from = rhs + i * Double.BYTES;
            double density = ALL.get(DOUBLE, at);
            double rho = 1 / density;
            double us = ALL.get(DOUBLE, at + pitch) * rho;
            double vs = ALL.get(DOUBLE, at + 2 * pitch) * rho;
            double ws = ALL.get(DOUBLE, at + 3 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = FlowConstants.C2 * (ALL.get(DOUBLE, at + 4 * pitch) - qs * density);
            ALL.set(DOUBLE, t, ALL.get(DOUBLE, from));
            ALL.set(DOUBLE, t + R2, ALL.get(DOUBLE, from + pitch));
            ALL.set(DOUBLE, t + R3, ALL.get(DOUBLE, from + 2 * pitch));
            ALL.set(DOUBLE, t + R4, ALL.get(DOUBLE, from + 3 * pitch));
            ALL.set(DOUBLE, t + R5, ALL.get(DOUBLE, from + 4 * pitch));
            ALL.set(DOUBLE, t + SPEED_ALONG, us);
            ALL.set(DOUBLE, t + INVERSE_DENSITY, rho);
            ALL.set(DOUBLE, t + SOUND, Math.sqrt(FlowConstants.C1 * p * rho));
        }
    }

    @Override
    public void scatterX(int rows, long rhs) {
        scatterX(rhs, layout.line, 0, rows + 2);
    }

    @Override
    public void ninvr(int rows) {
        for (int row = 1; row <= rows; row++) {
            long t = known(tile) + known((row + 1) * ROW);
            double r1 = ALL.get(DOUBLE, t);
            double r3 = BT * ALL.get(DOUBLE, t + R3);
            double r4 = ALL.get(DOUBLE, t + R4);
            double r5 = ALL.get(DOUBLE, t + R5);
            double sum = 0.5 * (r4 + r5);
            ALL.set(DOUBLE, t, -ALL.get(DOUBLE, t + R2));
            ALL.set(DOUBLE, t + R2, r1);
            ALL.set(DOUBLE, t + R3, BT * (r4 - r5));
            ALL.set(DOUBLE, t + R4, sum - r3);
            ALL.set(DOUBLE, t + R5, sum + r3);
        }
    }

    @Override
    public void scatterX(long rhs, int step, int row, int points) {
        int pitch = known(layout.pitch);
        long t = known(tile) + known((row + 1) * ROW);
        for (int i = 0; i < points; i++, t += ROW) {
            long to = rhs + i * Double.BYTES;
            ALL.set(DOUBLE, to, ALL.get(DOUBLE, t));
            ALL.set(DOUBLE, to + pitch, ALL.get(DOUBLE, t + R2));
            ALL.set(DOUBLE, to + 2 * pitch, ALL.get(DOUBLE, t + R3));
            ALL.set(DOUBLE, to + 3 * pitch, ALL.get(DOUBLE, t + R4));
            ALL.set(DOUBLE, to + 4 * pitch, ALL.get(DOUBLE, t + R5));
        }
    }

    @Override
    public void scatterY(int rows, PlaneTable rhs, long offset) {
        int pitch = known(layout.pitch);
        for (int row = 1; row <= rows; row++) {
            long t = known(tile) + known((row + 1) * ROW);
            long to = known(rhs.address[row] + offset);
            double r1 = BT * ALL.get(DOUBLE, t);
            double r4 = ALL.get(DOUBLE, t + R4);
            double r5 = ALL.get(DOUBLE, t + R5);
            double sum = 0.5 * (r4 + r5);
            ALL.set(DOUBLE, to, BT * (r4 - r5));
            ALL.set(DOUBLE, to + pitch, -ALL.get(DOUBLE, t + R3));
            ALL.set(DOUBLE, to + 2 * pitch, ALL.get(DOUBLE, t + R2));
            ALL.set(DOUBLE, to + 3 * pitch, sum - r1);
            ALL.set(DOUBLE, to + 4 * pitch, sum + r1);
        }
    }

    @Override
    public void gather(int rows, int momentum, PlaneTable u, PlaneTable rhs, long offset) {
        int pitch = known(layout.pitch);
        for (int k = 0; k < rows + 2; k++) {
            long t = known(tile) + known((k + 1) * ROW);
            long at = known(u.address[k] + offset);
            double density = ALL.get(DOUBLE, at);
            double rho = 1 / density;
            double us = ALL.get(DOUBLE, at + pitch) * rho;
            double vs = ALL.get(DOUBLE, at + 2 * pitch) * rho;
            double ws = ALL.get(DOUBLE, at + 3 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double p = FlowConstants.C2 * (ALL.get(DOUBLE, at + 4 * pitch) - qs * density);
            ALL.set(DOUBLE, t + SPEED_ALONG, ALL.get(DOUBLE, at + known(momentum * pitch)) * rho);
            ALL.set(DOUBLE, t + INVERSE_DENSITY, rho);
            ALL.set(DOUBLE, t + SOUND, Math.sqrt(FlowConstants.C1 * p * rho));
            long r = known(rhs.address[k] + offset);
            ALL.set(DOUBLE, t, ALL.get(DOUBLE, r));
            ALL.set(DOUBLE, t + R2, ALL.get(DOUBLE, r + pitch));
            ALL.set(DOUBLE, t + R3, ALL.get(DOUBLE, r + 2 * pitch));
            ALL.set(DOUBLE, t + R4, ALL.get(DOUBLE, r + 3 * pitch));
            ALL.set(DOUBLE, t + R5, ALL.get(DOUBLE, r + 4 * pitch));
        }
    }

    @Override
    public void scatterZ(int rows, PlaneTable u, long offset) {
        int pitch = known(layout.pitch);
        for (int k = 1; k <= rows; k++) {
            long t = known(tile) + known((k + 1) * ROW);
            long at = known(u.address[k] + offset);
            double rho = ALL.get(DOUBLE, t + INVERSE_DENSITY);
            double ac = ALL.get(DOUBLE, t + SOUND);
            double ws = ALL.get(DOUBLE, t + SPEED_ALONG);
            double uz = ALL.get(DOUBLE, at);
            double us = ALL.get(DOUBLE, at + pitch) * rho;
            double vs = ALL.get(DOUBLE, at + 2 * pitch) * rho;
            double qs = 0.5 * (us * us + vs * vs + ws * ws);
            double r1 = ALL.get(DOUBLE, t);
            double r2 = ALL.get(DOUBLE, t + R2);
            double r4 = ALL.get(DOUBLE, t + R4);
            double r5 = ALL.get(DOUBLE, t + R5);
            double btuz = BT * uz;
            double t1 = btuz / ac * (r4 + r5);
            double t2 = ALL.get(DOUBLE, t + R3) + t1;
            double t3 = btuz * (r4 - r5);
            ALL.set(DOUBLE, at, uz + t2);
            ALL.set(DOUBLE, at + pitch, ALL.get(DOUBLE, at + pitch) + us * t2 - uz * r2);
            ALL.set(DOUBLE, at + 2 * pitch, ALL.get(DOUBLE, at + 2 * pitch) + vs * t2 + uz * r1);
            ALL.set(DOUBLE, at + 3 * pitch, ALL.get(DOUBLE, at + 3 * pitch) + ws * t2 + t3);
            ALL.set(DOUBLE, at + 4 * pitch, ALL.get(DOUBLE, at + 4 * pitch) + uz * (vs * r1 - us * r2) + qs * t2
                + FlowConstants.C2IV * ac * ac * t1 + ws * t3);
        }
    }

    @Override
    public void forward(int rows, int first, int direction, LineSource source) {
        elimination.forward(this, rows, first, direction, source);
    }

    @Override
    public void backward(int rows) {
        ScalarSubstitution.inTile(this, rows);
    }

    /** A single line needn't be turned, so it is eliminated from the grid and goes back there at once. */
    @Override
    public void solveX(int rows, long rhs, long group) {
        int pitch = known(layout.pitch);
        alongX.rhs = rhs;
        alongX.velocity = group + FlowLayout.US * pitch;
        alongX.rho = group + FlowLayout.RHO * pitch;
        alongX.speed = group + FlowLayout.SPEED * pitch;
        forward(rows, 0, 0, alongX);
        ScalarSubstitution.turned(this, rows, 2, rowsX, rhs, pitch);
    }

    @Override
    public void substituteX(int rows) {
        ScalarSubstitution.turned(this, rows, 2, tileRows, tile, R2);
    }

    @Override
    public void substituteY(int rows, PlaneTable rhs, long offset) {
        ScalarSubstitution.turned(this, rows, 0, rhs, offset, layout.pitch);
    }
}

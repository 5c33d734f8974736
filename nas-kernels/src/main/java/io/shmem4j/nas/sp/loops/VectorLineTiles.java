// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.loops;

import static io.shmem4j.nas.cfd.FlowConstants.BT;
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

/** As many lines at once as a vector has lanes. */
final class VectorLineTiles extends LineTiles {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    static final int LANES = SPECIES.length();
    private static final int BYTES = SPECIES.vectorByteSize();
    private static final int ROW = QUANTITIES * BYTES;

    /** Distance of each row from the start of a tile. */
    private final PlaneTable tileRows;

    VectorLineTiles(Workspace workspace, FlowLayout layout, FlowConstants c) {
        super(workspace, layout, c);
        tileRows = new PlaneTable(c.n);
        for (int row = 0; row < c.n; row++) {
            tileRows.address[row] = (row + 1) * ROW;
        }
    }

    @Override
    public int lanes() {
        return LANES;
    }

    @Override
    public void gatherX(int rows, long rhs, long group) {
        int pitch = known(layout.pitch);
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            turnIn(m, rhs + (long) m * pitch, layout.line);
        }
        turnIn(VELOCITY, group + (long) FlowLayout.US * pitch, layout.group);
        turnIn(RHO, group + (long) FlowLayout.RHO * pitch, layout.group);
        turnIn(SPEED, group + (long) FlowLayout.SPEED * pitch, layout.group);
    }

    @Override
    public void gatherX(long rhs, long u, int step, int row, int points) {
        int pitch = known(layout.pitch);
        long to = tile + known((row + 1) * ROW);
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            VectorTurn.gather(u + (long) m * pitch, step, to + m * BYTES, ROW, points);
        }
        derive(row, points);
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            VectorTurn.gather(rhs + (long) m * pitch, step, to + m * BYTES, ROW, points);
        }
    }

    /** Computes the derived numbers of rows that hold unknowns. */
    private void derive(int row, int rows) {
        long first = known(tile + (row + 1) * ROW);
        for (int i = 0; i < rows; i++) {
            long t = first + known(i * ROW);
            DoubleVector density = fromMemorySegment(SPECIES, ALL, t, ORDER);
            DoubleVector rho = broadcast(SPECIES, 1).div(density);
            DoubleVector us = fromMemorySegment(SPECIES, ALL, t + BYTES, ORDER).mul(rho);
            DoubleVector vs = fromMemorySegment(SPECIES, ALL, t + 2 * BYTES, ORDER).mul(rho);
            DoubleVector ws = fromMemorySegment(SPECIES, ALL, t + 3 * BYTES, ORDER).mul(rho);
            DoubleVector energy = fromMemorySegment(SPECIES, ALL, t + 4 * BYTES, ORDER);
            DoubleVector qs = us.mul(us).add(vs.mul(vs)).add(ws.mul(ws)).mul(0.5);
            us.intoMemorySegment(ALL, t + VELOCITY * BYTES, ORDER);
            rho.intoMemorySegment(ALL, t + RHO * BYTES, ORDER);
            energy.sub(qs.mul(density)).mul(rho).mul(FlowConstants.C1 * FlowConstants.C2).sqrt()
                .intoMemorySegment(ALL, t + SPEED * BYTES, ORDER);
        }
    }

    /** Whole rows, from the first point stored on. */
    private void turnIn(int quantity, long from, int step) {
        long to = tile + ROW + quantity * BYTES;
        for (int i = 0; i < layout.pitch; i += BYTES) {
            VectorTurn.turn(from + i, step, to + i * (ROW / Double.BYTES), ROW);
        }
    }

    @Override
    public void scatterX(int rows, long rhs) {
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++) {
            long from = tile + ROW + m * BYTES;
            long to = rhs + (long) m * layout.pitch;
            for (int i = 0; i < (rows + 2) * Double.BYTES; i += BYTES) {
                VectorTurn.turn(from + i * (ROW / Double.BYTES), ROW, to + i, layout.line);
            }
        }
    }

    @Override
    public void ninvr(int rows) {
        long tile = known(this.tile);
        for (int row = 1; row <= rows; row++) {
            long t = tile + known((row + 1) * ROW);
            DoubleVector r1 = fromMemorySegment(SPECIES, ALL, t, ORDER);
            DoubleVector r2 = fromMemorySegment(SPECIES, ALL, t + BYTES, ORDER);
            DoubleVector r3 = fromMemorySegment(SPECIES, ALL, t + 2 * BYTES, ORDER).mul(BT);
            DoubleVector r4 = fromMemorySegment(SPECIES, ALL, t + 3 * BYTES, ORDER);
            DoubleVector r5 = fromMemorySegment(SPECIES, ALL, t + 4 * BYTES, ORDER);
            DoubleVector sum = r4.add(r5).mul(0.5);
            r2.neg().intoMemorySegment(ALL, t, ORDER);
            r1.intoMemorySegment(ALL, t + BYTES, ORDER);
            r4.sub(r5).mul(BT).intoMemorySegment(ALL, t + 2 * BYTES, ORDER);
            sum.sub(r3).intoMemorySegment(ALL, t + 3 * BYTES, ORDER);
            sum.add(r3).intoMemorySegment(ALL, t + 4 * BYTES, ORDER);
        }
    }

    @Override
    public void scatterX(long rhs, int step, int row, int points) {
        long from = tile + known((row + 1) * ROW);
        for (int m = 0; m < FlowConstants.UNKNOWNS; m++, from += BYTES) {
            VectorTurn.scatter(from, ROW, rhs + (long) m * layout.pitch, step, points);
        }
    }

    @Override
    public void scatterY(int rows, PlaneTable rhs, long offset) {
        long tile = known(this.tile);
        int pitch = known(layout.pitch);
        for (int row = 1; row <= rows; row++) {
            long t = tile + known((row + 1) * ROW);
            long to = known(rhs.address[row] + offset);
            DoubleVector r1 = fromMemorySegment(SPECIES, ALL, t, ORDER).mul(BT);
            DoubleVector r2 = fromMemorySegment(SPECIES, ALL, t + BYTES, ORDER);
            DoubleVector r3 = fromMemorySegment(SPECIES, ALL, t + 2 * BYTES, ORDER);
            DoubleVector r4 = fromMemorySegment(SPECIES, ALL, t + 3 * BYTES, ORDER);
            DoubleVector r5 = fromMemorySegment(SPECIES, ALL, t + 4 * BYTES, ORDER);
            DoubleVector sum = r4.add(r5).mul(0.5);
            r4.sub(r5).mul(BT).intoMemorySegment(ALL, to, ORDER);
            r3.neg().intoMemorySegment(ALL, to + pitch, ORDER);
            r2.intoMemorySegment(ALL, to + 2 * pitch, ORDER);
            sum.sub(r1).intoMemorySegment(ALL, to + 3 * pitch, ORDER);
            sum.add(r1).intoMemorySegment(ALL, to + 4 * pitch, ORDER);
        }
    }

    @Override
    public void gather(int rows, int momentum, PlaneTable u, PlaneTable rhs, long offset) {
        long tile = known(this.tile);
        int pitch = known(layout.pitch);
        for (int k = 0; k < rows + 2; k++) {
            long t = tile + known((k + 1) * ROW);
            long at = known(u.address[k] + offset);
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
            long r = known(rhs.address[k] + offset);
            fromMemorySegment(SPECIES, ALL, r, ORDER).intoMemorySegment(ALL, t, ORDER);
            fromMemorySegment(SPECIES, ALL, r + pitch, ORDER).intoMemorySegment(ALL, t + BYTES, ORDER);
            fromMemorySegment(SPECIES, ALL, r + 2 * pitch, ORDER).intoMemorySegment(ALL, t + 2 * BYTES, ORDER);
            fromMemorySegment(SPECIES, ALL, r + 3 * pitch, ORDER).intoMemorySegment(ALL, t + 3 * BYTES, ORDER);
            fromMemorySegment(SPECIES, ALL, r + 4 * pitch, ORDER).intoMemorySegment(ALL, t + 4 * BYTES, ORDER);
        }
    }

    @Override
    public void scatterZ(int rows, PlaneTable u, long offset) {
        long tile = known(this.tile);
        int pitch = known(layout.pitch);
        for (int k = 1; k <= rows; k++) {
            long t = tile + known((k + 1) * ROW);
            long at = known(u.address[k] + offset);
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

    @Override
    public void forward(int rows, int first, int direction, LineSource source) {
        VectorElimination.forward(this, rows, first, direction, source);
    }

    @Override
    public void backward(int rows) {
        VectorSubstitution.inTile(this, rows);
    }

    @Override
    public void substituteX(int rows) {
        VectorSubstitution.turned(this, rows, 2, tileRows, tile, BYTES);
    }

    @Override
    public void substituteY(int rows, PlaneTable rhs, long offset) {
        VectorSubstitution.turned(this, rows, 0, rhs, offset, layout.pitch);
    }
}

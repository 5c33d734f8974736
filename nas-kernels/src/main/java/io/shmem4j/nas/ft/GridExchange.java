// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Transfer;

/**
 * Turns a grid from planes of equal z to rows of equal y of all planes, and back.
 *
 * <p>A PE's planes lie in blocks, one for each PE that has rows of them: its rows of the first plane, of the second,
 * and so on. By load and store the PEs that have the rows load from and store to these blocks. By messages, each block
 * is put to where the other PE keeps it: there the blocks of one PE after the other make all planes of its rows.
 */
final class GridExchange {
    private static final int PARTS = 2;

    private final Shmem shmem;
    /** Numbers from a row's begin to the next one's. */
    private final int rowLength;
    private final int me;
    private final boolean direct;
    private final Share planes;
    private final Share rows;
    /** Real parts and imaginary parts. */
    private final SymmetricDoubles[] grid = new SymmetricDoubles[PARTS];
    private final DoubleView[][] views = new DoubleView[PARTS][];
    /** Blocks to put. */
    private final double[][] send = new double[PARTS][];

    /** Collective. */
    GridExchange(Shmem shmem, FtProblem problem, Transfer transfer) {
        this.shmem = shmem;
        rowLength = problem.rowLength();
        me = shmem.myPe();
        direct = transfer == Transfer.DIRECT;
        planes = new Share(problem.nz(), shmem.nPes());
        rows = new Share(problem.ny(), shmem.nPes());
        int size = size(problem, transfer, shmem.nPes());
        for (int part = 0; part < PARTS; part++) {
            grid[part] = shmem.allocateDoubles(size).named("planes or rows of the grid");
            send[part] = direct ? null : new double[size];
            views[part] = new DoubleView[shmem.nPes()];
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                views[part][pe] = shmem.view(grid[part], pe);
            }
        }
    }

    private static int size(FtProblem problem, Transfer transfer, int pes) {
        long ofPlanes = new Share(problem.nz(), pes).largest() * problem.ny() * problem.rowLength();
        long ofRows = new Share(problem.ny(), pes).largest() * problem.nz() * problem.rowLength();
        return Math.toIntExact(transfer == Transfer.DIRECT ? ofPlanes : Math.max(ofPlanes, ofRows));
    }

    /** {@return bytes of symmetric heap} */
    static long bytes(FtProblem problem, Transfer transfer, int pes) {
        return (long) PARTS * Double.BYTES * size(problem, transfer, pes);
    }

    /** {@return place, in the planes of a PE, of a row of the PE that has it} */
    private int inPlanes(int zOwner, int yOwner, int z, int y) {
        long block = planes.size(zOwner) * rows.from(yOwner);
        return (int) (block + (z - planes.from(zOwner)) * rows.size(yOwner) + y - rows.from(yOwner)) * rowLength;
    }

    /** {@return place of a row of mine in all planes of my rows} */
    private int inRows(int z, int y) {
        return (int) (z * rows.size(me) + y - rows.from(me)) * rowLength;
    }

    /** Waits until nobody needs what was exchanged before; collective. */
    void begin() {
        shmem.barrierAll();
    }

    /** Gives a plane of this PE away. */
    void givePlane(int z, double[][] plane) {
        for (int pe = 0; pe < rows.pes(); pe++) {
            int from = (int) rows.from(pe) * rowLength;
            int count = (int) rows.size(pe) * rowLength;
            int to = inPlanes(me, pe, z, (int) rows.from(pe));
            for (int part = 0; part < PARTS; part++) {
                if (direct) {
                    views[part][me].write(to, plane[part], from, count);
                } else {
                    System.arraycopy(plane[part], from, send[part], to, count);
                }
            }
        }
    }

    /** After all planes were given away: makes them reach those that have rows. Collective. */
    void planesGiven() {
        for (int step = 1; !direct && step <= rows.pes(); step++) {
            int pe = (me + step) % rows.pes();
            int from = (int) (planes.size(me) * rows.from(pe)) * rowLength;
            int to = (int) (planes.from(me) * rows.size(pe)) * rowLength;
            put(from, to, (int) (planes.size(me) * rows.size(pe)) * rowLength, pe);
        }
        shmem.barrierAll();
    }

    /** After all pieces were given back: makes them reach those that have planes. Collective. */
    void rowsGiven() {
        for (int step = 1; !direct && step <= rows.pes(); step++) {
            int pe = (me + step) % rows.pes();
            int from = (int) (planes.from(pe) * rows.size(me)) * rowLength;
            int to = (int) (planes.size(pe) * rows.from(me)) * rowLength;
            put(from, to, (int) (planes.size(pe) * rows.size(me)) * rowLength, pe);
        }
        shmem.barrierAll();
    }

    private void put(int from, int to, int count, int pe) {
        for (int part = 0; part < PARTS; part++) {
            shmem.put(grid[part], to, send[part], from, count, pe);
        }
    }

    /** Gets a piece of a row of this PE. */
    void takePiece(int z, int y, int x, int count, double[] re, double[] im, int to) {
        int owner = direct ? planes.owner(z) : me;
        int from = (direct ? inPlanes(owner, me, z, y) : inRows(z, y)) + x;
        views[0][owner].read(from, re, to, count);
        views[1][owner].read(from, im, to, count);
    }

    /** Gives a piece of a row of this PE back. */
    void givePiece(int z, int y, int x, int count, double[] re, double[] im, int from) {
        if (direct) {
            int owner = planes.owner(z);
            int to = inPlanes(owner, me, z, y) + x;
            views[0][owner].write(to, re, from, count);
            views[1][owner].write(to, im, from, count);
        } else {
            int to = inRows(z, y) + x;
            System.arraycopy(re, from, send[0], to, count);
            System.arraycopy(im, from, send[1], to, count);
        }
    }

    /** Gets a plane of this PE back. */
    void takePlane(int z, double[][] plane) {
        for (int pe = 0; pe < rows.pes(); pe++) {
            int at = inPlanes(me, pe, z, (int) rows.from(pe));
            for (int part = 0; part < PARTS; part++) {
                views[part][me].read(at, plane[part], (int) rows.from(pe) * rowLength, (int) rows.size(pe) * rowLength);
            }
        }
    }

    /** Gives the symmetric memory back; collective. */
    void free() {
        for (int part = PARTS - 1; part >= 0; part--) {
            shmem.free(grid[part]);
        }
    }
}

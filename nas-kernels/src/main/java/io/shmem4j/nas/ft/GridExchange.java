// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.KernelHeap;
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
    /** Numbers between one plane's rows and the next one's: else one place of all planes had one set of the cache. */
    private static final int GAP = 40;

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
    /** The PE that has each plane; by messages, this PE. */
    private final int[] owner;
    /** The place of this PE's first row in each plane. */
    private final int[] place;

    GridExchange(KernelHeap heap, FtProblem problem, Transfer transfer) {
        shmem = heap.shmem;
        rowLength = problem.rowLength();
        me = shmem.myPe();
        direct = transfer == Transfer.DIRECT;
        planes = new Share(problem.nz(), shmem.nPes());
        rows = new Share(problem.ny(), shmem.nPes());
        int size = size(problem, transfer, shmem.nPes());
        for (int part = 0; part < PARTS; part++) {
            grid[part] = heap.doubles(size, "planes or rows of the grid");
            send[part] = direct ? null : new double[size];
            views[part] = new DoubleView[shmem.nPes()];
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                views[part][pe] = shmem.view(grid[part], pe);
            }
        }
        owner = new int[problem.nz()];
        place = new int[problem.nz()];
        for (int z = 0; z < problem.nz(); z++) {
            owner[z] = direct ? planes.owner(z) : me;
            place[z] = direct ? inPlanes(owner[z], me, z) : (int) (z * ofPlane(me));
        }
    }

    private static int size(FtProblem problem, Transfer transfer, int pes) {
        long ofPlanes = new Share(problem.nz(), pes).largest() * (problem.ny() * problem.rowLength() + pes * GAP);
        long ofRows = problem.nz() * (new Share(problem.ny(), pes).largest() * problem.rowLength() + GAP);
        return Math.toIntExact(transfer == Transfer.DIRECT ? ofPlanes : Math.max(ofPlanes, ofRows));
    }

    static long bytes(FtProblem problem, Transfer transfer, int pes) {
        return (long) PARTS * Double.BYTES * size(problem, transfer, pes);
    }

    /** {@return place, in the planes of a PE, of another one's first row of a plane} */
    private int inPlanes(int zOwner, int yOwner, int z) {
        return (int) (planes.size(zOwner) * before(yOwner) + (z - planes.from(zOwner)) * ofPlane(yOwner));
    }

    private long ofPlane(int yOwner) {
        return rows.size(yOwner) * rowLength + GAP;
    }

    /** {@return numbers of a plane's rows of the PEs before one} */
    private long before(int yOwner) {
        return rows.from(yOwner) * rowLength + (long) yOwner * GAP;
    }

    /** {@return place, in all planes of this PE's rows or in their owner's, of a number of a row} */
    private int at(int z, int row, int x) {
        return place[z] + row * rowLength + x;
    }

    /** Waits until nobody needs what was exchanged before; collective. */
    void begin() {
        shmem.barrierAll();
    }

    void givePlane(int z, double[][] plane) {
        for (int pe = 0; pe < rows.pes(); pe++) {
            int from = (int) rows.from(pe) * rowLength;
            int count = (int) rows.size(pe) * rowLength;
            int to = inPlanes(me, pe, z);
            for (int part = 0; part < PARTS; part++) {
                if (direct) {
                    views[part][me].write(to, plane[part], from, count);
                } else {
                    System.arraycopy(plane[part], from, send[part], to, count);
                }
            }
        }
    }

    /** Lets all planes that were given away reach the PEs that have rows. Collective. */
    void planesGiven() {
        for (int step = 1; !direct && step <= rows.pes(); step++) {
            int pe = (me + step) % rows.pes();
            put(planes.size(me) * before(pe), planes.from(me) * ofPlane(pe), planes.size(me) * ofPlane(pe), pe);
        }
        shmem.barrierAll();
    }

    /** Lets all returned pieces reach the PEs with planes. Collective. */
    void rowsGiven() {
        for (int step = 1; !direct && step <= rows.pes(); step++) {
            int pe = (me + step) % rows.pes();
            put(planes.from(pe) * ofPlane(me), planes.size(pe) * before(me), planes.size(pe) * ofPlane(me), pe);
        }
        shmem.barrierAll();
    }

    private void put(long from, long to, long count, int pe) {
        for (int part = 0; part < PARTS; part++) {
            shmem.put(grid[part], to, send[part], (int) from, (int) count, pe);
        }
    }

    /** Gets a piece of a row of this PE, counted from its first one. */
    void takePiece(int z, int row, int x, int count, double[][] piece, int to) {
        for (int part = 0; part < PARTS; part++) {
            views[part][owner[z]].read(at(z, row, x), piece[part], to, count);
        }
    }

    /** Gives a piece of a row of this PE back, likewise. */
    void givePiece(int z, int row, int x, int count, double[][] piece, int from) {
        for (int part = 0; part < PARTS; part++) {
            if (direct) {
                views[part][owner[z]].write(at(z, row, x), piece[part], from, count);
            } else {
                System.arraycopy(piece[part], from, send[part], at(z, row, x), count);
            }
        }
    }

    void takePlane(int z, double[][] plane) {
        for (int pe = 0; pe < rows.pes(); pe++) {
            int at = inPlanes(me, pe, z);
            for (int part = 0; part < PARTS; part++) {
                views[part][me].read(at, plane[part], (int) rows.from(pe) * rowLength, (int) rows.size(pe) * rowLength);
            }
        }
    }
}

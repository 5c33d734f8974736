// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Transfer;

/**
 * Redistributes a grid from planes of equal z to rows of equal y of all planes, and back.
 *
 * <p>A PE's planes are stored in a block for each PE that has rows of them, plane after plane. With direct transfer
 * these PEs load from and store to the blocks. Otherwise a block is put to the other PE, where the blocks of all PEs
 * form the planes of its rows.
 */
final class GridExchange {
    private static final int PARTS = 2;
    /** Gap between the rows of planes, which spreads a position of all planes over the cache's sets. */
    private static final int GAP = 40;

    private final Shmem shmem;
    /** Distance of rows. */
    private final int rowLength;
    private final int me;
    private final boolean direct;
    private final Share planes;
    private final Share rows;
    /** Real and imaginary parts. */
    private final SymmetricDoubles[] grid = new SymmetricDoubles[PARTS];
    private final DoubleView[][] views = new DoubleView[PARTS][];
    /** Blocks to put. */
    private final double[][] send = new double[PARTS][];
    /** Owner of each plane; this PE unless direct. */
    private final int[] owner;
    /** Index of this PE's first row in each plane. */
    private final int[] firstRow;

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
        firstRow = new int[problem.nz()];
        for (int z = 0; z < problem.nz(); z++) {
            owner[z] = direct ? planes.owner(z) : me;
            firstRow[z] = direct ? inPlanes(owner[z], me, z) : (int) (z * ofPlane(me));
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

    /** {@return index in a PE's planes of another PE's first row} */
    private int inPlanes(int zOwner, int yOwner, int z) {
        return (int) (planes.size(zOwner) * before(yOwner) + (z - planes.from(zOwner)) * ofPlane(yOwner));
    }

    private long ofPlane(int yOwner) {
        return rows.size(yOwner) * rowLength + GAP;
    }

    /** {@return numbers of a plane in rows of the PEs before one} */
    private long before(int yOwner) {
        return rows.from(yOwner) * rowLength + (long) yOwner * GAP;
    }

    /** {@return index of a number of a row in the buffer that holds it} */
    private int at(int z, int row, int x) {
        return firstRow[z] + row * rowLength + x;
    }

    /** Waits until all PEs have finished the previous exchange; collective. */
    void begin() {
        shmem.barrierAll();
    }

    void storePlane(int z, double[][] plane) {
        for (int pe = 0; pe < rows.pes(); pe++) {
            int from = (int) rows.from(pe) * rowLength;
            int count = (int) rows.size(pe) * rowLength;
            int to = inPlanes(me, pe, z);
            for (int part = 0; part < PARTS; part++) {
                if (direct) {
                    views[part][me].set(to, plane[part], from, count);
                } else {
                    System.arraycopy(plane[part], from, send[part], to, count);
                }
            }
        }
    }

    /** Delivers all planes to the PEs with rows; collective. */
    void sendPlanes() {
        for (int step = 1; !direct && step <= rows.pes(); step++) {
            int pe = (me + step) % rows.pes();
            put(planes.size(me) * before(pe), planes.from(me) * ofPlane(pe), planes.size(me) * ofPlane(pe), pe);
        }
        shmem.barrierAll();
    }

    /** Returns all pieces to the PEs with planes; collective. */
    void sendRows() {
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

    /** Loads a piece of a row of this PE. */
    void loadPiece(int z, int row, int x, int count, double[][] piece, int to) {
        for (int part = 0; part < PARTS; part++) {
            views[part][owner[z]].get(at(z, row, x), piece[part], to, count);
        }
    }

    /** Stores a piece of a row of this PE. */
    void storePiece(int z, int row, int x, int count, double[][] piece, int from) {
        for (int part = 0; part < PARTS; part++) {
            if (direct) {
                views[part][owner[z]].set(at(z, row, x), piece[part], from, count);
            } else {
                System.arraycopy(piece[part], from, send[part], at(z, row, x), count);
            }
        }
    }

    void loadPlane(int z, double[][] plane) {
        for (int pe = 0; pe < rows.pes(); pe++) {
            int at = inPlanes(me, pe, z);
            for (int part = 0; part < PARTS; part++) {
                views[part][me].get(at, plane[part], (int) rows.from(pe) * rowLength, (int) rows.size(pe) * rowLength);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.Cmp;
import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Transfer;

/**
 * Updates ghost points along x, then y including the x ghosts, then z including both, so edges and corners follow. Axes
 * that are not cut need no messages.
 *
 * <p>By put, a PE writes the faces of its block into its neighbours' buffers with a signal. Directly, it leaves them in
 * its own buffers, from which neighbours load after the signal.
 *
 * <p>Two sets of buffers alternate without acknowledgements. Before a PE refills a set it has received a message along
 * the axis from each neighbour, which the neighbour sent after it had emptied the set.
 */
final class Ghosts {
    private static final int AXES = 3;
    private static final int SETS = 2;
    private static final int SIDES = 2;
    /** Distance of signals in words, a cache line each. */
    private static final int WORDS = 8;
    private static final int ALIGNMENT = 64;

    private final Shmem shmem;
    private final boolean direct;
    private final Blocks blocks;
    private final int size;
    private final SymmetricDoubles buffers;
    private final SymmetricLongs words;
    /** Signals by axis and side. */
    private final Signal[][] signals = new Signal[AXES][SIDES];
    private final DoubleView own;
    /** Buffers to read by axis and side; this PE's own for puts. */
    private final DoubleView[][] views = new DoubleView[AXES][SIDES];
    /** A face on its way. */
    private final double[] face;
    private long exchanges;

    /** Makes buffers for faces up to a size; collective. */
    Ghosts(KernelHeap heap, Transfer transfer, Blocks blocks, int size) {
        shmem = heap.shmem;
        direct = transfer == Transfer.DIRECT;
        this.blocks = blocks;
        this.size = size;
        face = new double[size];
        buffers = heap.doubles(numbers(blocks, size), ALIGNMENT, "faces for neighbours");
        words = heap.longs((long) AXES * SIDES * WORDS, ALIGNMENT, "exchanges of neighbours");
        own = shmem.view(buffers, shmem.myPe());
        for (int axis = 0; axis < AXES; axis++) {
            for (int side = 0; side < SIDES; side++) {
                signals[axis][side] = words.signal(((long) axis * SIDES + side) * WORDS);
                views[axis][side] = direct ? shmem.view(buffers, neighbour(axis, side)) : own;
            }
        }
    }

    static long bytes(Blocks blocks, int size) {
        return (numbers(blocks, size) + 2L * AXES * SIDES * WORDS) * Double.BYTES;
    }

    private static long numbers(Blocks blocks, int size) {
        return (long) (AXES - blocks.firstCut()) * SETS * SIDES * size;
    }

    private int neighbour(int axis, int side) {
        return blocks.neighbour(axis, shmem.myPe(), side == 0 ? -1 : 1);
    }

    /** Updates the ghosts of an array; all PEs exchange the same grids in the same order. */
    void exchange(GridLevel grid, double[] f) {
        exchanges++;
        // A PE that sees a signal of this exchange relies on the data of the one before, too.
        shmem.fence();
        for (int axis = blocks.firstCut(); axis < AXES; axis++) {
            send(axis, 0, grid, f, grid.first(axis));
            send(axis, 1, grid, f, grid.last(axis));
            receive(axis, 0, grid, f, grid.first(axis) - 1);
            receive(axis, 1, grid, f, grid.last(axis) + 1);
        }
    }

    /** {@return index of the numbers for a side} */
    private int index(int axis, int side) {
        return (int) (((axis - blocks.firstCut()) * SETS + exchanges % SETS) * SIDES + side) * size;
    }

    private void send(int axis, int side, GridLevel grid, double[] f, int index) {
        boolean whole = axis == AXES - 1;
        if (!whole) {
            copy(axis, grid, f, index, true);
        }
        double[] from = whole ? f : face;
        int at = whole ? grid.at(index, 0) : 0;
        int count = grid.face(axis);
        Signal signal = signals[axis][1 - side];
        if (direct) {
            own.set(index(axis, side), from, at, count);
            shmem.fence();
            shmem.signalSet(signal, exchanges, neighbour(axis, side));
        } else {
            shmem.putSignal(buffers, index(axis, side), from, at, count, signal, exchanges, SignalOp.SET,
                neighbour(axis, side));
        }
    }

    private void receive(int axis, int side, GridLevel grid, double[] f, int index) {
        signals[axis][side].waitUntil(Cmp.GE, exchanges);
        boolean whole = axis == AXES - 1;
        views[axis][side].get(index(axis, 1 - side), whole ? f : face, whole ? grid.at(index, 0) : 0,
            grid.face(axis));
        if (!whole) {
            copy(axis, grid, f, index, false);
        }
    }

    /** Gathers or spreads the numbers with an index along x or y. */
    private void copy(int axis, GridLevel grid, double[] f, int index, boolean gather) {
        if (axis == 0) {
            points(grid, f, index, gather);
            return;
        }
        for (int k = grid.first; k <= grid.last; k++) {
            int at = (k - grid.first) * grid.row;
            if (gather) {
                System.arraycopy(f, grid.at(k, index), face, at, grid.row);
            } else {
                System.arraycopy(face, at, f, grid.at(k, index), grid.row);
            }
        }
    }

    /** Copies a point of each row, one by one. */
    private void points(GridLevel grid, double[] f, int index, boolean gather) {
        int next = 0;
        for (int k = grid.first; k <= grid.last; k++) {
            int at = grid.at(k, 1) + index;
            for (int j = 1; j <= grid.ny; j++, at += grid.row, next++) {
                if (gather) {
                    face[next] = f[at];
                } else {
                    f[at] = face[next];
                }
            }
        }
    }
}

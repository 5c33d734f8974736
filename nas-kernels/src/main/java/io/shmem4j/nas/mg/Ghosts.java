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

/** Brings the points of neighbours next to a PE's own. */
interface Ghosts {
    int SIDES = 2;
    /** Signals in cache lines of their own. */
    int WORDS = 8;
    int ALIGNMENT = 64;

    static Ghosts of(KernelHeap heap, Transfer transfer, Blocks blocks, int size) {
        return transfer == Transfer.PUTGET ? new Faces(heap, blocks, size)
            : new Planes(heap, blocks.pz(), size);
    }

    static long bytes(Transfer transfer, Blocks blocks, int size) {
        return transfer == Transfer.PUTGET ? Faces.bytes(blocks, size) : Planes.bytes(size);
    }

    /** Exchanges points of an array of a grid; all PEs exchange the same grids in the same order. */
    void exchange(GridLevel grid, double[] f);

    /**
     * Loads the planes of the PEs before and behind, which go round.
     *
     * <p>There are two sets of buffers, used in turns, and PEs wait for both neighbours each time. Before a PE fills a
     * set again, it has waited for an exchange that the neighbours begin after they have emptied the set; so nobody
     * needs to answer.
     */
    final class Planes implements Ghosts {
        private static final int LOW = 0;
        private static final int HIGH = 1;

        private final Shmem shmem;
        private final int size;
        private final int before;
        private final int behind;
        private final SymmetricDoubles buffers;
        private final SymmetricLongs words;
        /** Set by the PE before, and by the PE behind. */
        private final Signal[] signals = new Signal[SIDES];
        private final DoubleView own;
        private final DoubleView beforeView;
        private final DoubleView behindView;
        private long exchanges;

        /** Collective; the first PEs, the active ones, have planes, and size is that of the largest plane. */
        Planes(KernelHeap heap, int active, int size) {
            shmem = heap.shmem;
            this.size = size;
            before = (shmem.myPe() + active - 1) % active;
            behind = (shmem.myPe() + 1) % active;
            buffers = heap.doubles(2L * SIDES * size, ALIGNMENT, "planes for neighbours");
            words = heap.longs((long) SIDES * WORDS, ALIGNMENT, "exchanges of neighbours");
            signals[LOW] = words.signal(0);
            signals[HIGH] = words.signal(WORDS);
            own = shmem.view(buffers, shmem.myPe());
            beforeView = shmem.view(buffers, before);
            behindView = shmem.view(buffers, behind);
        }

        static long bytes(int size) {
            return (2L * SIDES * size + 2L * SIDES * WORDS) * Double.BYTES;
        }

        @Override
        public void exchange(GridLevel grid, double[] f) {
            exchanges++;
            int low = (int) (exchanges & 1) * SIDES * size;
            int high = low + size;
            own.write(low, f, grid.at(grid.first, 0), grid.plane);
            own.write(high, f, grid.at(grid.last, 0), grid.plane);
            shmem.fence();
            shmem.signalSet(signals[HIGH], exchanges, before);
            shmem.signalSet(signals[LOW], exchanges, behind);
            signals[LOW].waitUntil(Cmp.GE, exchanges);
            signals[HIGH].waitUntil(Cmp.GE, exchanges);
            beforeView.read(high, f, grid.at(grid.first - 1, 0), grid.plane);
            behindView.read(low, f, grid.at(grid.last + 1, 0), grid.plane);
        }
    }

    /**
     * Puts the faces of a PE's block into the buffers of its neighbours, with a signal: along x, then along y with what
     * came along x, then along z with both, so that edges and corners come along. Nothing is put along an axis that is
     * not cut.
     *
     * <p>There are two sets of buffers, used in turns, and no answers: before a PE fills a set of a neighbour again, it
     * has waited for what that neighbour sent along the same axis in the exchange between, after it had emptied the
     * set.
     */
    final class Faces implements Ghosts {
        private static final int AXES = 3;
        private static final int SETS = 2;

        private final Shmem shmem;
        private final Blocks blocks;
        private final int size;
        private final SymmetricDoubles buffers;
        private final SymmetricLongs words;
        /** Signals by axis: set by the PE before, then by the PE behind. */
        private final Signal[][] signals = new Signal[AXES][SIDES];
        private final DoubleView own;
        /** A face on its way. */
        private final double[] face;
        private long exchanges;

        /** Collective; size is that of the largest face. */
        Faces(KernelHeap heap, Blocks blocks, int size) {
            shmem = heap.shmem;
            this.blocks = blocks;
            this.size = size;
            face = new double[size];
            buffers = heap.doubles(numbers(blocks, size), ALIGNMENT, "faces from neighbours");
            words = heap.longs((long) AXES * SIDES * WORDS, ALIGNMENT, "exchanges of neighbours");
            for (int axis = 0; axis < AXES; axis++) {
                for (int side = 0; side < SIDES; side++) {
                    signals[axis][side] = words.signal(((long) axis * SIDES + side) * WORDS);
                }
            }
            own = shmem.view(buffers, shmem.myPe());
        }

        static long bytes(Blocks blocks, int size) {
            return (numbers(blocks, size) + 2L * AXES * SIDES * WORDS) * Double.BYTES;
        }

        private static long numbers(Blocks blocks, int size) {
            return (long) (AXES - blocks.firstCut()) * SETS * SIDES * size;
        }

        @Override
        public void exchange(GridLevel grid, double[] f) {
            exchanges++;
            // A PE that sees a signal of this exchange relies on the data of the one before, too.
            shmem.fence();
            for (int axis = blocks.firstCut(); axis < AXES; axis++) {
                exchange(axis, grid, f);
            }
        }

        private void exchange(int axis, GridLevel grid, double[] f) {
            Signal fromBefore = signals[axis][0];
            Signal fromBehind = signals[axis][1];
            int low = (int) ((axis - blocks.firstCut()) * SETS + exchanges % SETS) * SIDES * size;
            int high = low + size;
            put(axis, grid, f, grid.first(axis), high, fromBehind, -1);
            put(axis, grid, f, grid.last(axis), low, fromBefore, 1);
            fromBefore.waitUntil(Cmp.GE, exchanges);
            take(axis, grid, f, grid.first(axis) - 1, low);
            fromBehind.waitUntil(Cmp.GE, exchanges);
            take(axis, grid, f, grid.last(axis) + 1, high);
        }

        private void put(int axis, GridLevel grid, double[] f, int index, int to, Signal signal, int distance) {
            int count = copy(axis, grid, f, index, true);
            shmem.putSignal(buffers, to, face, 0, count, signal, exchanges, SignalOp.SET,
                blocks.neighbour(axis, shmem.myPe(), distance));
        }

        private void take(int axis, GridLevel grid, double[] f, int index, int from) {
            own.read(from, face, 0, grid.face(axis));
            copy(axis, grid, f, index, false);
        }

        /** Gathers the numbers of a grid that have an index along an axis, or spreads them; returns how many. */
        private int copy(int axis, GridLevel grid, double[] f, int index, boolean gather) {
            if (axis == 0) {
                points(grid, f, index, gather);
            } else if (axis == 1) {
                for (int k = grid.first; k <= grid.last; k++) {
                    move(f, grid.at(k, index), (k - grid.first) * grid.row, grid.row, gather);
                }
            } else {
                move(f, grid.at(index, 0), 0, grid.plane, gather);
            }
            return grid.face(axis);
        }

        /** A point of each row; one by one, because each is in a row of its own. */
        private void points(GridLevel grid, double[] f, int index, boolean gather) {
            int place = 0;
            for (int k = grid.first; k <= grid.last; k++) {
                int at = grid.at(k, 1) + index;
                for (int j = 1; j <= grid.ny; j++, at += grid.row, place++) {
                    if (gather) {
                        face[place] = f[at];
                    } else {
                        f[at] = face[place];
                    }
                }
            }
        }

        private void move(double[] f, int at, int place, int count, boolean gather) {
            if (gather) {
                System.arraycopy(f, at, face, place, count);
            } else {
                System.arraycopy(face, place, f, at, count);
            }
        }
    }
}

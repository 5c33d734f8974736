// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Parts;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Transfer;

/** Gathers the blocks of a grid on all PEs. */
final class WholeGrid {
    private final GridLevel whole;
    private final GridLevel[] blocks;
    private final int me;
    private final Share share;
    private final Parts parts;
    /** Points, block after block. */
    private final double[] points;

    WholeGrid(KernelHeap heap, Transfer transfer, int level, Blocks cut) {
        me = heap.shmem.myPe();
        whole = GridLevel.whole(level);
        blocks = new GridLevel[cut.count()];
        for (int pe = 0; pe < blocks.length; pe++) {
            blocks[pe] = new GridLevel(level, cut, pe);
        }
        share = share(level, cut);
        parts = Parts.of(heap, transfer, share, width(level, share));
        points = new double[whole.n * whole.n * whole.n];
    }

    /** Planes may be divided unevenly; blocks are equal. */
    private static Share share(int level, Blocks cut) {
        return cut.py() == 1 ? new Share(1L << level, cut.pz()) : new Share(cut.count(), cut.count());
    }

    private static int width(int level, Share share) {
        return (int) ((1L << 3 * level) / share.total());
    }

    static long bytes(Transfer transfer, int level, Blocks cut) {
        Share share = share(level, cut);
        return Parts.bytes(transfer, share, width(level, share));
    }

    /** Completes an array that holds this PE's block; collective. */
    void gather(double[] f) {
        if (me < blocks.length) {
            copy(f, me, true);
        }
        parts.exchange(points, 0);
        for (int pe = 0; pe < blocks.length; pe++) {
            copy(f, pe, false);
        }
        for (int k = whole.first; k <= whole.last; k++) {
            whole.wrap(f, k);
        }
    }

    private void copy(double[] f, int pe, boolean out) {
        GridLevel block = blocks[pe];
        int next = (int) (share.from(pe) * (points.length / share.total()));
        for (int k = block.first; k <= block.last; k++) {
            for (int j = 1; j <= block.ny; j++, next += block.nx) {
                int at = whole.at(k, block.beforeY + j) + block.beforeX + 1;
                if (out) {
                    System.arraycopy(f, at, points, next, block.nx);
                } else {
                    System.arraycopy(points, next, f, at, block.nx);
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import java.util.Arrays;

/** An array that all PEs need in full, and of which each PE computes a part. */
public abstract sealed class Parts {
    /** Room for padding. */
    private static final long SLACK = 1 << 12;

    final Share share;
    final int me;
    /** Numbers per item. */
    final int width;

    Parts(Share share, int me, int width) {
        this.share = share;
        this.me = me;
        this.width = width;
    }

    /** Creates an exchange; collective. */
    public static Parts of(KernelHeap heap, Transfer transfer, Share share, int width) {
        return transfer == Transfer.DIRECT ? new Loaded(heap, share, width)
            : new Collected(heap, share, width);
    }

    /** {@return symmetric memory of an exchange in bytes} */
    public static long bytes(Transfer transfer, Share share, int width) {
        long items = transfer == Transfer.DIRECT ? 2 * share.largest() : share.largest() + share.total();
        return items * width * Double.BYTES + SLACK;
    }

    /** Fills in the other PEs' parts; collective. */
    public abstract void exchange(double[] whole, int offset);

    /** {@return the first index of a PE's part} */
    final int from(int pe) {
        return (int) share.from(pe) * width;
    }

    final int count(int pe) {
        return (int) share.size(pe) * width;
    }

    /** Exchanges parts by the library's collect. */
    static final class Collected extends Parts {
        private final Shmem shmem;
        private final SymmetricDoubles mine;
        private final DoubleView own;
        private final SymmetricDoubles all;

        Collected(KernelHeap heap, Share share, int width) {
            super(share, heap.shmem.myPe(), width);
            shmem = heap.shmem;
            mine = heap.doubles(share.largest() * width, "a PE's part");
            own = shmem.view(mine, me);
            all = heap.doubles(share.total() * width, "all PEs' parts");
        }

        @Override
        public void exchange(double[] whole, int offset) {
            own.set(0, whole, offset + from(me), count(me));
            shmem.world().collect(all, mine, count(me));
            shmem.get(whole, offset, all, 0, (int) share.total() * width, me);
        }
    }

    /**
     * Exchanges parts by storing them locally and loading those of other PEs after a barrier.
     *
     * <p>Two buffers alternate. A PE reuses a buffer only after a barrier that every PE enters after loading from it.
     */
    static final class Loaded extends Parts {
        private final Shmem shmem;
        private final SymmetricDoubles buffers;
        private final DoubleView own;
        /** Views of the other PEs' parts. */
        private final DoubleView[] views;
        private final long size;
        private long at;

        Loaded(KernelHeap heap, Share share, int width) {
            super(share, heap.shmem.myPe(), width);
            shmem = heap.shmem;
            size = share.largest() * width;
            buffers = heap.doubles(2 * size, "a PE's part, in two buffers");
            own = shmem.view(buffers, me);
            views = new DoubleView[share.pes()];
            Arrays.setAll(views, pe -> shmem.view(buffers, pe));
        }

        @Override
        public void exchange(double[] whole, int offset) {
            at = size - at;
            own.set(at, whole, offset + from(me), count(me));
            shmem.barrierAll();
            for (int step = 1; step <= views.length; step++) {
                int pe = (me + step) % views.length;
                if (pe != me) {
                    views[pe].get(at, whole, offset + from(pe), count(pe));
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import java.util.Arrays;

/** An array that all PEs need whole; each computes a part. */
public abstract sealed class Parts {
    /** Room for the padding between objects. */
    private static final long SLACK = 1 << 12;

    final Share share;
    final int me;
    /** Numbers that belong to an item of the share. */
    final int width;

    Parts(Share share, int me, int width) {
        this.share = share;
        this.me = me;
        this.width = width;
    }

    /** {@return an exchange}; collective */
    public static Parts of(KernelHeap heap, Transfer transfer, Share share, int width) {
        return transfer == Transfer.DIRECT ? new Loaded(heap, share, width)
            : new Collected(heap, share, width);
    }

    /** {@return bytes of symmetric heap that an exchange needs} */
    public static long bytes(Transfer transfer, Share share, int width) {
        long items = transfer == Transfer.DIRECT ? 2 * share.largest() : share.largest() + share.total();
        return items * width * Double.BYTES + SLACK;
    }

    /** Makes an array whole that has this PE's part in its place; collective. */
    public abstract void exchange(double[] whole, int offset);

    /** {@return where a PE's part begins, counted from the first item} */
    final int from(int pe) {
        return (int) share.from(pe) * width;
    }

    final int count(int pe) {
        return (int) share.size(pe) * width;
    }

    /** Parts come by the library's collect. */
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
            own.write(0, whole, offset + from(me), count(me));
            shmem.world().collect(all, mine, count(me));
            shmem.get(whole, offset, all, 0, (int) share.total() * width, me);
        }
    }

    /**
     * Each PE stores its part in its own memory, and after a barrier loads the others' from theirs.
     *
     * <p>There are two places for a part, used in turns: a PE stores into one only after a barrier that the others
     * reach after they have loaded what was there before.
     */
    static final class Loaded extends Parts {
        private final Shmem shmem;
        private final SymmetricDoubles places;
        private final DoubleView own;
        /** Views of the PEs that have a part. */
        private final DoubleView[] views;
        private final long size;
        private long place;

        Loaded(KernelHeap heap, Share share, int width) {
            super(share, heap.shmem.myPe(), width);
            shmem = heap.shmem;
            size = share.largest() * width;
            places = heap.doubles(2 * size, "a PE's part, in two places");
            own = shmem.view(places, me);
            views = new DoubleView[share.pes()];
            Arrays.setAll(views, pe -> shmem.view(places, pe));
        }

        @Override
        public void exchange(double[] whole, int offset) {
            place = size - place;
            own.write(place, whole, offset + from(me), count(me));
            shmem.barrierAll();
            for (int step = 1; step <= views.length; step++) {
                int pe = (me + step) % views.length;
                if (pe != me) {
                    views[pe].read(place, whole, offset + from(pe), count(pe));
                }
            }
        }
    }
}

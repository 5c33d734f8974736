// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;

/**
 * Each PE stores its part in its own memory, and after a barrier loads the others' from theirs.
 *
 * <p>There are two places for a part, used in turns: a PE stores into one only after a barrier that the others reach
 * after they have loaded what was there before.
 */
final class LoadedParts extends Parts {
    private final Shmem shmem;
    private final SymmetricDoubles places;
    private final DoubleView own;
    /** Of the PEs that have a part. */
    private final DoubleView[] views;
    private final long size;
    private long place;

    LoadedParts(Shmem shmem, Share share, int width) {
        super(share, shmem.myPe(), width);
        this.shmem = shmem;
        size = share.largest() * width;
        places = shmem.allocateDoubles(2 * size).named("a PE's part, in two places");
        own = shmem.view(places, me);
        views = new DoubleView[share.pes()];
        for (int pe = 0; pe < views.length; pe++) {
            views[pe] = shmem.view(places, pe);
        }
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

    @Override
    public void free() {
        shmem.free(places);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;

/** Parts come by the library's collect. */
final class CollectedParts extends Parts {
    private final Shmem shmem;
    private final SymmetricDoubles mine;
    private final SymmetricDoubles all;

    CollectedParts(Shmem shmem, Share share, int width) {
        super(share, shmem.myPe(), width);
        this.shmem = shmem;
        mine = shmem.allocateDoubles(share.largest() * width).named("a PE's part");
        all = shmem.allocateDoubles(share.total() * width).named("all PEs' parts");
    }

    @Override
    public void exchange(double[] whole, int offset) {
        shmem.put(mine, 0, whole, offset + from(me), count(me), me);
        shmem.world().collect(all, mine, count(me));
        shmem.get(whole, offset, all, 0, (int) share.total() * width, me);
    }

    @Override
    public void free() {
        shmem.free(all);
        shmem.free(mine);
    }
}

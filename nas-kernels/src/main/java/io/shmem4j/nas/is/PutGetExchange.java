// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.IntView;
import io.shmem4j.SymmetricInts;
import io.shmem4j.nas.npb.KernelHeap;
import java.util.Arrays;

/**
 * Keys are put into their owner's memory.
 *
 * <p>Counts are put one by one, and after a barrier each owner has worked out where each PE's keys go; a second barrier
 * publishes that, a third completes the puts. The first barrier of the next ranking comes only after this one's keys
 * have been counted, so nothing is overwritten too early. By pointer, stores and loads stand for the calls, and nothing
 * else is different.
 */
final class PutGetExchange extends KeyExchange.Received {
    private final SymmetricInts receiveCount;
    private final SymmetricInts receiveAt;
    private final boolean pointer;
    /** By PE, for pointers. */
    private final IntView[] counts;
    private final IntView[] places;
    private final IntView[] targets;

    PutGetExchange(KernelHeap heap, Grouping grouping, int keys, int capacity, boolean pointer) {
        super(heap, grouping, keys, capacity);
        this.pointer = pointer;
        receiveCount = heap.ints(shmem.nPes(), "receive counts");
        receiveAt = heap.ints(shmem.nPes(), "receive places");
        counts = views(receiveCount);
        places = views(receiveAt);
        targets = views(received);
    }

    private IntView[] views(SymmetricInts object) {
        IntView[] views = new IntView[pointer ? shmem.nPes() : 0];
        Arrays.setAll(views, pe -> shmem.view(object, pe));
        return views;
    }

    @Override
    void counts(BucketDeal deal) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        for (int step = 0, pe = me; step < n; step++, pe = pe + 1 < n ? pe + 1 : 0) {
            if (pointer) {
                counts[pe].set(me, deal.sendCount[pe]);
            } else {
                shmem.p(receiveCount, me, deal.sendCount[pe], pe);
            }
        }
        shmem.barrierAll();
        count = 0;
        for (int pe = 0; pe < n; pe++) {
            receiveAt.set(pe, count);
            count += receiveCount.get(pe);
        }
        shmem.barrierAll();
    }

    @Override
    void keys(BucketDeal deal) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        for (int step = 0, pe = me; step < n; step++, pe = pe + 1 < n ? pe + 1 : 0) {
            if (pointer) {
                targets[pe].write(places[pe].get(me), grouped, deal.sendFrom[pe], deal.sendCount[pe]);
            } else {
                int at = shmem.g(receiveAt, me, pe);
                shmem.put(received, at, grouped, deal.sendFrom[pe], deal.sendCount[pe], pe);
            }
        }
        shmem.barrierAll();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;

/**
 * Keys are put into their owner's memory.
 *
 * <p>Counts are put one by one, and after a barrier each owner has worked out where each PE's keys go; a second barrier
 * publishes that, a third completes the puts. The first barrier of the next ranking comes only after this one's keys
 * have been counted, so nothing is overwritten too early.
 *
 * <p>Where memory is not mapped the keys are read through a view: their lines are still in the senders' caches, and a
 * simulated machine charges for fetching them.
 */
final class PutGetExchange extends KeyExchange {
    private final Shmem shmem;
    private final int[] grouped;
    private final SymmetricInts receiveCount;
    private final SymmetricInts receiveAt;
    private final SymmetricInts received;
    /** Where keys are read to through a view, null where memory is mapped. */
    private final int[] fetched;
    private int count;

    PutGetExchange(Shmem shmem, int keys, int capacity) {
        this.shmem = shmem;
        grouped = new int[keys];
        receiveCount = shmem.allocateInts(shmem.nPes()).named("receive counts");
        receiveAt = shmem.allocateInts(shmem.nPes()).named("receive places");
        received = shmem.allocateInts(capacity).named("received keys");
        fetched = shmem.ptr(received, shmem.myPe()) == null ? new int[capacity] : null;
    }

    @Override
    void group(int[] keys, int shift, int[] next) {
        KeyLoops.scatter(keys, shift, next, grouped);
    }

    @Override
    void counts(BucketDeal deal) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        for (int step = 0, pe = me; step < n; step++, pe = pe + 1 < n ? pe + 1 : 0) {
            shmem.p(receiveCount, me, deal.sendCount[pe], pe);
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
            int at = shmem.g(receiveAt, me, pe);
            shmem.put(received, at, grouped, deal.sendFrom[pe], deal.sendCount[pe], pe);
        }
        shmem.barrierAll();
    }

    @Override
    void histogram(int smallest, int[] histogram) {
        if (fetched == null) {
            KeyLoops.histogram(received.local(), count, smallest, histogram);
        } else {
            shmem.view(received, shmem.myPe()).read(0, fetched, 0, count);
            KeyLoops.histogram(fetched, count, smallest, histogram);
        }
    }

    @Override
    int[] received() {
        int[] keys = new int[count];
        shmem.get(keys, 0, received, 0, count, shmem.myPe());
        return keys;
    }
}

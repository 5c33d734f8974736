// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Keys are put into their owner's memory.
 *
 * <p>Counts are put one by one, and after a barrier each owner has worked out where each PE's keys go; a second barrier
 * publishes that, a third completes the puts. The first barrier of the next ranking comes only after this one's keys
 * have been counted, so nothing is overwritten too early. By pointer, stores and loads stand for the calls, and nothing
 * else is different.
 */
final class PutGetExchange extends KeyExchange {
    private final Shmem shmem;
    private final Grouping grouping;
    private final int[] grouped;
    private final int[] piece = new int[KeyLoops.PIECE];
    private final SymmetricInts receiveCount;
    private final SymmetricInts receiveAt;
    private final SymmetricInts received;
    private final boolean pointer;
    /** By PE, for pointers. */
    private final IntView[] counts;
    private final IntView[] places;
    private final IntView[] targets;
    private int count;

    PutGetExchange(Shmem shmem, Grouping grouping, int keys, int capacity, boolean pointer) {
        this.pointer = pointer;
        this.shmem = shmem;
        this.grouping = grouping;
        grouped = new int[keys];
        receiveCount = shmem.allocateInts(shmem.nPes()).named("receive counts");
        receiveAt = shmem.allocateInts(shmem.nPes()).named("receive places");
        received = shmem.allocateInts(capacity).named("received keys");
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
    void group(int[] keys, BucketDeal deal) {
        grouping.group(keys, deal, MemorySegment.ofArray(grouped));
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

    @Override
    void histogram(int smallest, int[] histogram) {
        MemorySegment keys = received.local();
        for (int from = 0; from < count; from += piece.length) {
            int part = Math.min(count - from, piece.length);
            MemorySegment.copy(keys, JAVA_INT, (long) Integer.BYTES * from, piece, 0, part);
            KeyLoops.histogram(piece, part, smallest, histogram);
        }
    }

    @Override
    int[] received() {
        int[] keys = new int[count];
        shmem.get(keys, 0, received, 0, count, shmem.myPe());
        return keys;
    }

    @Override
    void free() {
        shmem.free(received);
        shmem.free(receiveAt);
        shmem.free(receiveCount);
    }
}

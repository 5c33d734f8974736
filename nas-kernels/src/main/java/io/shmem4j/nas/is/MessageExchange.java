// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.nas.npb.Messages;
import java.lang.foreign.MemorySegment;

/** Keys go by two-sided messages, as in the MPI form: counts all to all, then keys pair by pair. */
final class MessageExchange extends KeyExchange {
    private final Shmem shmem;
    private final Grouping grouping;
    private final Messages.OfInts messages;
    private final int[] grouped;
    private final SymmetricInts received;
    private final IntView mine;
    private final int[] piece = new int[KeyLoops.PIECE];
    private int[] receiveCount;
    private int count;

    MessageExchange(Shmem shmem, Grouping grouping, int keys, int capacity) {
        this.shmem = shmem;
        this.grouping = grouping;
        messages = new Messages.OfInts(shmem);
        grouped = new int[keys];
        received = shmem.allocateInts(capacity).named("received keys");
        mine = shmem.view(received, shmem.myPe());
    }

    @Override
    void group(int[] keys, BucketDeal deal) {
        grouping.group(keys, deal, MemorySegment.ofArray(grouped));
    }

    @Override
    void counts(BucketDeal deal) {
        receiveCount = messages.toAll(deal.sendCount);
    }

    @Override
    void keys(BucketDeal deal) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        int[] receiveAt = new int[n];
        count = 0;
        for (int pe = 0; pe < n; pe++) {
            receiveAt[pe] = count;
            count += receiveCount[pe];
        }
        mine.write(receiveAt[me], grouped, deal.sendFrom[me], deal.sendCount[me]);
        for (int step = 1; step < n; step++) {
            int dest = (me + step) % n;
            int source = (me - step + n) % n;
            messages.exchange(dest, deal.sendCount[dest], (pe, at, done, part) -> messages.of(pe).write(at, grouped,
                deal.sendFrom[dest] + done, part), source, receiveCount[source], (pe, at, done, part) ->
                mine.copy(receiveAt[source] + done, messages.of(pe), at, part));
        }
    }

    @Override
    void histogram(int smallest, int[] histogram) {
        for (int from = 0; from < count; from += piece.length) {
            int part = Math.min(count - from, piece.length);
            MemorySegment.copy(received.local(), JAVA_INT, (long) Integer.BYTES * from, piece, 0, part);
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
        messages.free();
    }
}

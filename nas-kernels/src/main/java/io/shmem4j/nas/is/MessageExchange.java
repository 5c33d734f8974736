// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.IntView;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Messages;

/** Keys go by two-sided messages, as in the MPI form: counts all to all, then keys pair by pair. */
final class MessageExchange extends KeyExchange.Received {
    private final Messages.OfInts messages;
    private final IntView mine;
    private int[] receiveCount;

    MessageExchange(KernelHeap heap, Grouping grouping, int keys, int capacity) {
        super(heap, grouping, keys, capacity);
        messages = new Messages.OfInts(heap);
        mine = shmem.view(received, shmem.myPe());
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
}

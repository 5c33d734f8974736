// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.MpiModel;
import io.shmem4j.nas.npb.Transfer;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Moves keys to the owners of their buckets. */
abstract sealed class KeyExchange permits KeyExchange.Received, SharedGroups {
    /** Room for tables, bucket sizes and padding. */
    private static final long SMALL = 1 << 15;

    /** Groups this PE's keys by destination. */
    abstract void group(int[] keys, BucketDeal deal);

    /** Exchanges the numbers of keys and their positions; collective. */
    abstract void counts(BucketDeal deal);

    abstract void keys(BucketDeal deal);

    /** Counts the received keys, starting with the smallest possible one. */
    abstract void histogram(int smallest, int[] histogram);

    abstract int[] received();

    /** Groups keys in an array of the sender and receives them in symmetric memory. */
    abstract static sealed class Received extends KeyExchange permits PutGetExchange, MessageExchange {
        final Shmem shmem;
        final int[] grouped;
        final SymmetricInts received;
        /** Received keys. */
        int count;
        private final Grouping grouping;
        private final int[] piece = new int[KeyLoops.PIECE];

        Received(KernelHeap heap, Grouping grouping, int keys, int capacity) {
            shmem = heap.shmem;
            this.grouping = grouping;
            grouped = new int[keys];
            received = heap.ints(capacity, "received keys");
        }

        @Override
        final void group(int[] keys, BucketDeal deal) {
            grouping.group(keys, deal, MemorySegment.ofArray(grouped));
        }

        @Override
        final void histogram(int smallest, int[] histogram) {
            MemorySegment keys = received.local();
            for (int from = 0; from < count; from += piece.length) {
                int part = Math.min(count - from, piece.length);
                MemorySegment.copy(keys, JAVA_INT, (long) Integer.BYTES * from, piece, 0, part);
                KeyLoops.histogram(piece, part, smallest, histogram);
            }
        }

        @Override
        final int[] received() {
            int[] keys = new int[count];
            shmem.get(keys, 0, received, 0, count, shmem.myPe());
            return keys;
        }
    }

    /** {@return an upper bound of symmetric bytes} */
    static long bytes(Transfer transfer, int keys, int capacity, int pes) {
        return (long) Integer.BYTES * ((transfer == Transfer.DIRECT ? keys : capacity) + 2L * pes) + SMALL
            + (transfer == Transfer.MESSAGES ? 2 * MpiModel.bytes(pes) : 0);
    }

    static KeyExchange of(Transfer transfer, KernelHeap heap, Grouping grouping, int keys, int capacity) {
        return switch (transfer) {
            case MESSAGES -> new MessageExchange(heap, grouping, keys, capacity);
            case DIRECT -> new SharedGroups(heap, grouping, keys, capacity);
            default -> new PutGetExchange(heap, grouping, keys, capacity, transfer == Transfer.POINTER);
        };
    }

    /** Two-sided messages as in the MPI code: counts all to all, then keys pair by pair. */
    private static final class MessageExchange extends Received {
        private final MpiModel.OfInts messages;
        private final IntView mine;
        private int[] receiveCount;

        MessageExchange(KernelHeap heap, Grouping grouping, int keys, int capacity) {
            super(heap, grouping, keys, capacity);
            messages = new MpiModel.OfInts(heap);
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
            mine.set(receiveAt[me], grouped, deal.sendFrom[me], deal.sendCount[me]);
            for (int step = 1; step < n; step++) {
                int dest = (me + step) % n;
                int source = (me - step + n) % n;
                messages.exchange(dest, deal.sendCount[dest], (pe, at, done, part) -> messages.of(pe).set(at, grouped,
                    deal.sendFrom[dest] + done, part), source, receiveCount[source], (pe, at, done, part) ->
                    mine.copy(receiveAt[source] + done, messages.of(pe), at, part));
            }
        }
    }

    /**
     * Puts keys into their owner's memory.
     *
     * <p>Counts are put one by one. After a barrier each owner computes the positions of all keys; a second barrier
     * publishes them, and a third completes the puts. Nothing is overwritten too early, because the first barrier of
     * the next ranking follows the count of these keys. With pointers, loads and stores replace the calls and nothing
     * else differs.
     */
    private static final class PutGetExchange extends Received {
        private final SymmetricInts receiveCount;
        private final SymmetricInts receiveAt;
        private final boolean pointer;
        /** Views by PE, empty without pointers. */
        private final IntView[] counts;
        private final IntView[] starts;
        private final IntView[] targets;

        PutGetExchange(KernelHeap heap, Grouping grouping, int keys, int capacity, boolean pointer) {
            super(heap, grouping, keys, capacity);
            this.pointer = pointer;
            receiveCount = heap.ints(shmem.nPes(), "receive counts");
            receiveAt = heap.ints(shmem.nPes(), "receive starts");
            counts = views(receiveCount);
            starts = views(receiveAt);
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
                    targets[pe].set(starts[pe].get(me), grouped, deal.sendFrom[pe], deal.sendCount[pe]);
                } else {
                    int at = shmem.g(receiveAt, me, pe);
                    shmem.put(received, at, grouped, deal.sendFrom[pe], deal.sendCount[pe], pe);
                }
            }
            shmem.barrierAll();
        }
    }
}

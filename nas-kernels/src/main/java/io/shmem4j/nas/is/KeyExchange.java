// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Messages;
import io.shmem4j.nas.npb.Transfer;
import java.lang.foreign.MemorySegment;

/** How keys reach the PEs that own their buckets; the ways differ in who moves them and what waits for what. */
abstract sealed class KeyExchange permits KeyExchange.Received, SharedGroups {
    /** Room for the table of groups, bucket sizes and totals, and the padding between objects. */
    private static final long SMALL = 1 << 15;

    /** Groups my keys by the PEs that get them. */
    abstract void group(int[] keys, BucketDeal deal);

    /** Lets each PE know how many keys it gets from whom, and where they are or go. Collective. */
    abstract void counts(BucketDeal deal);

    abstract void keys(BucketDeal deal);

    /**
     * Counts the keys I got.
     *
     * @param smallest smallest key I can get
     */
    abstract void histogram(int smallest, int[] histogram);

    abstract int[] received();

    /** Keys that are grouped in an array of the sender's, and received in symmetric memory. */
    abstract static sealed class Received extends KeyExchange permits PutGetExchange, MessageExchange {
        final Shmem shmem;
        final int[] grouped;
        final SymmetricInts received;
        /** How many are received. */
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

    private static boolean isReceived(Transfer transfer) {
        return transfer != Transfer.DIRECT && transfer != Transfer.NOCOPY;
    }

    /** {@return bytes of symmetric heap that a way to move keys needs, at most} */
    static long bytes(Transfer transfer, int keys, int capacity, int pes) {
        return (long) Integer.BYTES * ((isReceived(transfer) ? capacity : keys) + 2L * pes) + SMALL
            + (transfer == Transfer.MESSAGES ? 2 * Messages.bytes(pes) : 0);
    }

    static KeyExchange of(Transfer transfer, KernelHeap heap, Grouping grouping, int keys, int capacity) {
        return switch (transfer) {
            case MESSAGES -> new MessageExchange(heap, grouping, keys, capacity);
            case DIRECT -> new SharedGroups.Copied(heap, grouping, keys, capacity);
            case NOCOPY -> new SharedGroups.Counted(heap, grouping, keys);
            default -> new PutGetExchange(heap, grouping, keys, capacity, transfer == Transfer.POINTER);
        };
    }
}

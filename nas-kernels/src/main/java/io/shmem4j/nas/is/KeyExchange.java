// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.nas.npb.Messages;
import java.lang.foreign.MemorySegment;

/** How keys reach the PEs that own their buckets; the ways differ in who moves them and what waits for what. */
abstract sealed class KeyExchange permits KeyExchange.Received, SharedGroups {
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

    /** Gives the symmetric memory back; collective. */
    abstract void free();

    /** Keys that are grouped in an array of the sender's, and received in symmetric memory. */
    abstract static sealed class Received extends KeyExchange permits PutGetExchange, MessageExchange {
        final Shmem shmem;
        final int[] grouped;
        final SymmetricInts received;
        /** How many are received. */
        int count;
        private final Grouping grouping;
        private final int[] piece = new int[KeyLoops.PIECE];

        Received(Shmem shmem, Grouping grouping, int keys, int capacity) {
            this.shmem = shmem;
            this.grouping = grouping;
            grouped = new int[keys];
            received = shmem.allocateInts(capacity).named("received keys");
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

    /** The ways to move keys, named as on the command line. */
    enum Way {
        PUTGET,
        /** The same with loads and stores through pointers for the calls. */
        POINTER,
        /** Two-sided messages, to compare with. */
        MESSAGES,
        DIRECT,
        /** Load and store, without a copy of the keys. */
        NOCOPY;

        /** Room for the table of groups, bucket sizes and totals, and the padding between objects. */
        private static final long SMALL = 1 << 15;

        /** {@return bytes of symmetric heap that it needs, at most} */
        long bytes(int keys, int capacity, int pes) {
            boolean received = this == PUTGET || this == POINTER || this == MESSAGES;
            return (long) Integer.BYTES * ((received ? capacity : keys) + 2L * pes) + SMALL
                + (this == MESSAGES ? 2 * Messages.bytes(pes) : 0);
        }

        KeyExchange exchange(Shmem shmem, Grouping grouping, int keys, int capacity) {
            return switch (this) {
                case PUTGET, POINTER -> new PutGetExchange(shmem, grouping, keys, capacity, this == POINTER);
                case MESSAGES -> new MessageExchange(shmem, grouping, keys, capacity);
                case DIRECT -> new SharedGroups.Copied(shmem, grouping, keys, capacity);
                case NOCOPY -> new SharedGroups.Counted(shmem, grouping, keys);
            };
        }
    }
}

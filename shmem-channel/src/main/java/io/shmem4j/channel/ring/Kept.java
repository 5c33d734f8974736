// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import java.lang.foreign.MemorySegment;

/**
 * Messages in memory of this PE, in order. A change is one store after all calls, so an Error leaves it done or not
 * done.
 */
final class Kept {
    private Message first;
    private Message last;

    /** A message. */
    static final class Message {
        final long tag;
        final MemorySegment bytes;
        /** Whether the bytes are the library's, for use by later messages. */
        final boolean reusable;
        private Message next;

        private Message(long tag, MemorySegment bytes, boolean reusable) {
            this.tag = tag;
            this.bytes = bytes;
            this.reusable = reusable;
        }
    }

    boolean isEmpty() {
        return first == null;
    }

    Message first() {
        return first;
    }

    /** Adds a copy of a message. */
    void add(long tag, MemorySegment source, long from, long length) {
        long[] words = new long[Math.toIntExact(Rings.padded(length) / Long.BYTES)];
        MemorySegment bytes = MemorySegment.ofArray(words).asSlice(0, length);
        MemorySegment.copy(source, from, bytes, 0, length);
        addItself(tag, bytes, true);
    }

    /** Adds a message that stays where it is. */
    void addItself(long tag, MemorySegment bytes, boolean reusable) {
        Message message = new Message(tag, bytes, reusable);
        if (first == null) {
            first = message;
        } else {
            last.next = message;
        }
        last = message;
    }

    void remove() {
        first = first.next;
    }
}

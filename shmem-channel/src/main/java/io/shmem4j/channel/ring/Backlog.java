// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import java.lang.foreign.MemorySegment;

/**
 * Messages in memory of this PE, in order. A change is one store after all calls, so an Error leaves it done or not
 * done.
 *
 * <p>Any thread may ask whether it is empty, and then sees what the thread did before that has emptied it.
 */
final class Backlog {
    private volatile Message first;
    private Message last;

    /** A message. */
    static final class Message {
        final long tag;
        final MemorySegment bytes;
        /** Number of its first record, or -1 if none has been written. */
        long begun;
        /** Runs after the message has left, or null. */
        final Runnable left;
        private Message next;

        Message(long tag, MemorySegment bytes, long begun, Runnable left) {
            this.tag = tag;
            this.bytes = bytes;
            this.begun = begun;
            this.left = left;
        }
    }

    boolean isEmpty() {
        return first == null;
    }

    Message first() {
        return first;
    }

    /** Adds a copy of a message, whose first record has a number, or -1 if it has none. */
    void add(long tag, MemorySegment source, long from, long length, long begun) {
        long[] words = new long[Math.toIntExact(RingMemory.padded(length) / Long.BYTES)];
        MemorySegment bytes = MemorySegment.ofArray(words).asSlice(0, length);
        MemorySegment.copy(source, from, bytes, 0, length);
        add(new Message(tag, bytes, begun, null));
    }

    /** Adds a message that stays where it is. */
    void add(Message message) {
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

    /** Removes the message with these bytes, if none of them has been written; {@return whether it is removed} */
    boolean remove(MemorySegment bytes) {
        Message before = null;
        for (Message each = first; each != null; each = each.next) {
            if (each.bytes == bytes && each.begun < 0) {
                last = each == last ? before : last;
                if (before == null) {
                    first = each.next;
                } else {
                    before.next = each.next;
                }
                return true;
            }
            before = each;
        }
        return false;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

/**
 * The records of a ring of messages: a header, then the content, padded to words. Lower bits of the header have the
 * kind, those above the length of the content in bytes.
 */
final class RingFormat {
    /** A message: a word with the tag, then its bytes. */
    static final int WHOLE = 1;
    /** The next record is at the begin of the ring. */
    static final int PAD = 2;
    /** The first part of a message; the word behind the tag has the length of the message. */
    static final int FIRST = 3;
    /** A further part, without a tag. */
    static final int MORE = 4;
    /** The message is symmetric memory of the sender; after the tag come its offset and its length. */
    static final int PLACE = 5;
    /** Like {@link #WHOLE}, with a small tag in the header: more messages share a cache line. */
    static final int BRIEF = 6;
    /** A message of a feed: its tag, its number, then its bytes. */
    static final int NUMBERED = 7;
    /** Like {@link #PLACE}, given up by its sender. */
    static final int GIVEN_UP = 8;
    /** Like {@link #PLACE}, and being handled by one of the reader's lives, whose number is added modulo 16. */
    static final int TAKEN = 16;
    private static final int LIVES = 15;
    private static final int KIND_BITS = 8;
    private static final int LENGTH_BITS = 20;
    private static final int TAG_SHIFT = KIND_BITS + LENGTH_BITS;

    private RingFormat() {
    }

    /** {@return whether a tag fits in the header of a message} */
    static boolean isBrief(long tag) {
        return tag >>> Long.SIZE - TAG_SHIFT == 0;
    }

    static long brief(long tag, long length) {
        return tag << TAG_SHIFT | length << KIND_BITS | BRIEF;
    }

    /** {@return the tag in a brief header} */
    static long tag(long header) {
        return header >>> TAG_SHIFT;
    }

    static long header(int kind, long length) {
        return length << KIND_BITS | kind;
    }

    static int kind(long header) {
        return (int) header & (1 << KIND_BITS) - 1;
    }

    /** {@return whether a message is symmetric memory that is being handled} */
    static boolean isTaken(long header) {
        return kind(header) >= TAKEN;
    }

    /** {@return the header of a message in symmetric memory, while a life of the reader handles it} */
    static long taken(long header, int life) {
        return header(TAKEN + (life & LIVES), length(header));
    }

    /** {@return number of bytes behind the header, or of the message if it is in another place} */
    static long length(long header) {
        return kind(header) == BRIEF ? header >>> KIND_BITS & (1 << LENGTH_BITS) - 1 : header >>> KIND_BITS;
    }

    /** {@return number of bytes of a message, or of the part, in a record} */
    static long bytes(long header) {
        return switch (kind(header)) {
            case PAD -> 0;
            case WHOLE -> length(header) - Long.BYTES;
            case FIRST, NUMBERED -> length(header) - 2 * Long.BYTES;
            default -> length(header);
        };
    }

    /** {@return size of the record with this header at a position of a ring} */
    static long size(long header, long position, int capacity) {
        return switch (kind(header)) {
            case PAD -> capacity - (position & capacity - 1);
            case WHOLE, FIRST, MORE, BRIEF, NUMBERED -> Long.BYTES + RingMemory.padded(length(header));
            default -> 3 * Long.BYTES;
        };
    }
}

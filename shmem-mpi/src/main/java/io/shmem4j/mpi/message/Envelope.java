// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

/** The channel's tag of a message: its kind, and its context and tag or the number of an operation. */
final class Envelope {
    /** A message that arrives whole. */
    static final int EAGER = 0;
    /** Announces a message: its number at the sender, its length, and its number of objects. */
    static final int ANNOUNCE = 1;
    /** Asks for the message with this number; the content is the number of the receive. */
    static final int CLEAR = 2;
    /** The message for the receive with this number. */
    static final int DATA = 3;
    /** Asks to forget the announced message with this number. */
    static final int CANCEL = 4;
    /** Says that the message with this number is forgotten. */
    static final int CANCELLED = 5;

    private static final int KIND_BITS = 3;
    private static final int LOW_BITS = 8;
    private static final int TAG_BITS = 31;

    private Envelope() {
    }

    /** {@return the envelope of a message} Low contexts and tags give numbers that the channel keeps in a header. */
    static long of(int kind, int context, int tag) {
        long low = context & (1 << LOW_BITS) - 1;
        long high = context >>> LOW_BITS;
        return kind | low << KIND_BITS | (long) tag << KIND_BITS + LOW_BITS | high << KIND_BITS + LOW_BITS + TAG_BITS;
    }

    static long numbered(int kind, int number) {
        return kind | (long) number << KIND_BITS;
    }

    static int kind(long envelope) {
        return (int) envelope & (1 << KIND_BITS) - 1;
    }

    static int number(long envelope) {
        return (int) (envelope >>> KIND_BITS);
    }

    static int context(long envelope) {
        return (int) (envelope >>> KIND_BITS) & (1 << LOW_BITS) - 1
            | (int) (envelope >>> KIND_BITS + LOW_BITS + TAG_BITS) << LOW_BITS;
    }

    static int tag(long envelope) {
        return (int) (envelope >>> KIND_BITS + LOW_BITS) & Integer.MAX_VALUE;
    }
}

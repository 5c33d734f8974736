// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

/**
 * The form of what a PE sends: words in the order of the processor, and the bytes of a put or message.
 *
 * <pre>
 *   0   operation (int): an atomic one by its number, or one of those below | 4 bytes of an atomic's word (int)
 *   8   address at the agent (long) | 16 length, or the first operand (long) | 24 the second operand (long)
 * </pre>
 * The agent answers a get with the bytes, an atomic with the old value and a sync with a word.
 */
final class Frame {
    static final int HEAD = 32;
    static final int PUT = 6;
    static final int GET = 7;
    static final int MESSAGE = 8;
    static final int SYNC = 9;
    /** Bytes of a buffer. */
    static final int BUFFER = 64 << 10;
    /** Bytes that are written by one call, at most. */
    static final int PIECE = 1 << 30;
    /** First on a connection: what only the agent's card tells, which the agent repeats, and the PE and its life. */
    static final int TOKEN = 16;
    static final int HELLO = TOKEN + 2 * Integer.BYTES;

    private Frame() {
    }
}

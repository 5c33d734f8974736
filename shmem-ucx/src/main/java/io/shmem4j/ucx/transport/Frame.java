// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

/**
 * The format of a PE's requests over TCP: a header in native byte order, then the data of a put or message.
 *
 * <pre>
 *   0   operation (int): that of an atomic, or one of those below | 4 size of an atomic's word (int)
 *   8   address at the agent (long) | 16 length, or the first operand (long) | 24 the second operand (long)
 * </pre>
 * The agent answers a get with the data, an atomic with the old value and a sync with a word.
 */
final class Frame {
    static final int HEAD = 32;
    static final int PUT = 6;
    static final int GET = 7;
    static final int MESSAGE = 8;
    static final int SYNC = 9;
    static final int BUFFER = 64 << 10;
    /** Maximum size of one write. */
    static final int PIECE = 1 << 30;
    /** Size of the secret in the agent's card. */
    static final int TOKEN = 16;
    /** Size of the first message on a connection: the token, which the agent repeats, the PE and its life. */
    static final int HELLO = TOKEN + 2 * Integer.BYTES;

    private Frame() {
    }
}

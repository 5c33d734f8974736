// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import java.lang.foreign.MemorySegment;

/**
 * Carries a PE's accesses to other nodes, within calls of {@link #progress}. A method that starts an operation returns
 * the operation's request, or 0 when the source may be changed again.
 */
public abstract class Worker {
    /** Takes messages. */
    public interface Receiver {
        /** Takes a message whose address is a multiple of 8; it is gone after this call. */
        void take(long address, long bytes);
    }

    /** Atomic operations, by UCX's numbers. */
    public static final int ADD = 0;
    /** Exchanges the old value for a new one. */
    public static final int SWAP = 1;
    /** Exchanges the old value if it is the expected one. */
    public static final int COMPARE_SWAP = 2;
    /** Masks bits. */
    public static final int AND = 3;
    /** Sets bits. */
    public static final int OR = 4;
    /** Flips bits. */
    public static final int XOR = 5;

    /** {@return memory for what this worker sends, which is gone after {@link #destroy}} */
    public abstract MemorySegment memory(long bytes);

    /** {@return a connection to the process of an address} */
    public abstract long connect(byte[] address);

    /** Makes a packed key ready for use. */
    public abstract long key(long connection, byte[] packed);

    /** {@return how much has happened since the last call} */
    public abstract int progress();

    /** Orders what has been started before what will be, for each connection. */
    public abstract void fence();

    /** {@return the request of completing all that has been started, 0 when it is complete} */
    public abstract long flush();

    /** {@return the request of completing what a connection has started, 0 when it is complete} */
    public abstract long flush(long connection);

    /** {@return the request of a write, 0 when the source is free again} */
    public abstract long put(long connection, long key, long from, long bytes, long to);

    /** {@return the request of a read, 0 when the bytes are here} */
    public abstract long get(long connection, long key, long to, long bytes, long from);

    /**
     * {@return the request of an atomic operation on 4 or 8 bytes, 0 when the reply is here} Operand and reply are
     * addresses here: of the operand, for a conditional swap of the expected value; and for the old value, for a
     * conditional swap with the new value in it.
     */
    public abstract long atomic(long connection, long key, int operation, long operand, int bytes, long at,
        long reply);

    /**
     * {@return the request of a message of a few thousand bytes at most, 0 when the source is free again} The other
     * side handles it in its turn among what this side sends.
     */
    public abstract long send(long connection, long from, long bytes);

    /** {@return whether a request is complete}; one that has failed is not */
    public abstract boolean complete(long request);

    /** Gives a key back that {@link #key} has made. */
    public abstract void release(long key);

    /** Gives a request back; its operation goes on. */
    public abstract void free(long request);

    /** Ends all connections; nothing of this worker is used any more. */
    public abstract void destroy();
}

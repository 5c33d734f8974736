// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import java.lang.foreign.MemorySegment;

/**
 * Transports a PE's accesses to other nodes, within calls of {@link #progress}. Methods that start an operation return
 * its request, or 0 if the operation is complete or, for a write, its source is free.
 */
public abstract class Worker {
    public interface Receiver {
        /** Receives a message at a multiple of 8, which is valid during the call only. */
        void take(long address, long bytes);
    }

    /** Atomic operations, by UCX's numbers. */
    public static final int ADD = 0;
    public static final int SWAP = 1;
    public static final int COMPARE_SWAP = 2;
    public static final int AND = 3;
    public static final int OR = 4;
    public static final int XOR = 5;

    /** {@return memory for data to send, valid until {@link #destroy}} */
    public abstract MemorySegment memory(long bytes);

    public abstract long connect(byte[] address);

    public abstract long key(long connection, byte[] packed);

    /** Advances requests; {@return 0 if nothing has happened since the last call} */
    public abstract int progress();

    /** Orders earlier operations of each connection before later ones. */
    public abstract void fence();

    /** {@return a request that completes after all started operations} */
    public abstract long flush();

    /** {@return a request that completes after all started operations of a connection} */
    public abstract long flush(long connection);

    public abstract long put(long connection, long key, long from, long bytes, long to);

    public abstract long get(long connection, long key, long to, long bytes, long from);

    /**
     * Starts an atomic operation on 4 or 8 bytes.
     *
     * @param operand local address of the operand; of the expected value for a conditional swap
     * @param reply   local address for the old value; contains the new value of a conditional swap before
     */
    public abstract long atomic(long connection, long key, int operation, long operand, int bytes, long at,
        long reply);

    /**
     * Starts a message of up to a few thousand bytes. The receiver handles it in order with this side's other
     * operations.
     */
    public abstract long send(long connection, long from, long bytes);

    /** {@return whether a request is complete} Throws if it has failed. */
    public abstract boolean complete(long request);

    public abstract void release(long key);

    /** Releases a request, whose operation continues. */
    public abstract void free(long request);

    /** Closes all connections. The worker must not be used afterwards. */
    public abstract void destroy();
}

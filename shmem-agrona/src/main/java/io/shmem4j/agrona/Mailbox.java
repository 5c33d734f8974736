// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.engine.Library;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * An inbox on each PE for messages from all PEs: agrona's many-to-one ring buffer in a symmetric object. A message has
 * arrived when {@link #send} returns. Messages from one sender keep their order.
 *
 * <p>Any thread may send; one thread of each PE reads its inbox.
 *
 * <p>A new incarnation of a PE continues with its inbox, and again receives the message that was being read at the
 * death. A sender that is killed in {@code send} blocks the inbox until the reader calls {@code ring(me).unblock()}.
 *
 * <p>An error of the JVM, such as a stack overflow, that ends {@code send} may block the inbox, too. One that ends
 * {@code poll} may lose messages: agrona can't repeat or undo what such an error has cut off.
 */
public final class Mailbox implements AutoCloseable {
    private static final int LINE = 64;

    private final SymmetricBytes memory;
    private final RingBuffer[] inboxes;
    private final RingBuffer own;

    /**
     * Makes the inboxes of all PEs; collective.
     *
     * @param shmem    the library
     * @param capacity size of each inbox in bytes, a power of two; a message takes its length plus 8, rounded up to a
     *                 multiple of 8, and at most an eighth of the capacity
     * @return the inboxes
     */
    public static Mailbox allocate(Shmem shmem, int capacity) {
        return Library.whole(() -> new Mailbox(shmem, capacity));
    }

    private Mailbox(Shmem shmem, int capacity) {
        if (!BitUtil.isPowerOfTwo(capacity) || capacity < LINE) {
            throw new IllegalArgumentException("PE " + shmem.myPe() + ": the size of a mailbox is a power of two, at"
                + " least " + LINE + ", not " + capacity);
        }
        this.memory = shmem.allocateBytes(capacity + (long) RingBufferDescriptor.TRAILER_LENGTH, 2L * LINE)
            .named("mailbox");
        this.inboxes = new RingBuffer[shmem.nPes()];
        for (int pe = 0; pe < inboxes.length; pe++) {
            inboxes[pe] = new ManyToOneRingBuffer(Buffers.of(shmem, memory, pe));
        }
        this.own = inboxes[shmem.myPe()];
    }

    /**
     * Writes a message into a PE's inbox.
     *
     * @param pe the receiver
     * @param type the type of the message, a positive number
     * @param source the buffer with the message
     * @param index index of the message's first byte
     * @param length length of the message in bytes
     * @return whether the inbox had room
     */
    public boolean send(int pe, int type, DirectBuffer source, int index, int length) {
        return inboxes[pe].write(type, source, index, length);
    }

    /**
     * Reads messages from this PE's inbox.
     *
     * @param handler receives each message, in the ring's memory
     * @param limit   maximum number of messages
     * @return number of messages
     */
    public int poll(MessageHandler handler, int limit) {
        return own.read(handler, limit);
    }

    /**
     * {@return the ring of a PE, for agrona's other operations, such as claims, heartbeats and sizes}
     *
     * @param pe the PE
     */
    public RingBuffer ring(int pe) {
        return inboxes[pe];
    }

    /** Frees the inboxes; collective over all PEs. */
    public void free() {
        memory.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        memory.close();
    }
}

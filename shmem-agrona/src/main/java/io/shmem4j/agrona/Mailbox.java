// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * An inbox of messages on each PE, into which every PE writes: agrona's many-to-one ring buffer in a symmetric object.
 * A message is there as soon as {@link #send} returns; messages of one sender arrive in their order.
 *
 * <p>Any thread may send, one thread of each PE reads its inbox.
 *
 * <p>A later life of a PE goes on with its inbox. What an earlier one was reading when it was killed comes again, and a
 * sender that was killed in {@code send} blocks the inbox until the reader calls {@code ring(me).unblock()}.
 */
public final class Mailbox implements AutoCloseable {
    private static final int LINE = 64;

    private final Shmem shmem;
    private final SymmetricBytes memory;
    private final RingBuffer[] inboxes;
    private final RingBuffer own;

    /**
     * Makes the inboxes of all PEs; collective.
     *
     * @param shmem    the library
     * @param capacity bytes of each inbox, a power of two; one message takes 8 bytes more than its own, rounded up to
     *                 8, and may have an eighth of the capacity
     * @return an inbox for each PE
     */
    public static Mailbox allocate(Shmem shmem, int capacity) {
        return new Mailbox(shmem, capacity);
    }

    private Mailbox(Shmem shmem, int capacity) {
        if (!BitUtil.isPowerOfTwo(capacity) || capacity < LINE) {
            throw new IllegalArgumentException("PE " + shmem.myPe() + ": a mailbox has a power of two of bytes, at"
                + " least " + LINE + ", not " + capacity);
        }
        this.shmem = shmem;
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
     * @param type a number above 0, the reader's type of message
     * @param source holds the message
     * @param index of its first byte
     * @param length of the message
     * @return whether there was room; if not, the reader has to read first
     */
    public boolean send(int pe, int type, DirectBuffer source, int index, int length) {
        return inboxes[pe].write(type, source, index, length);
    }

    /**
     * Reads messages from this PE's inbox.
     *
     * @param handler gets each, in the ring's own memory
     * @param limit   most messages
     * @return how many there were
     */
    public int poll(MessageHandler handler, int limit) {
        return own.read(handler, limit);
    }

    /**
     * {@return the ring of a PE, for all else that agrona has: claims without a copy, the consumer's heartbeat, sizes}
     *
     * @param pe whose
     */
    public RingBuffer ring(int pe) {
        return inboxes[pe];
    }

    /** Frees the inboxes; collective. */
    public void free() {
        memory.free();
    }

    /** Gives the memory back without waiting; the next allocation or free of all PEs frees it. */
    @Override
    public void close() {
        memory.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.channel.Channel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;

/** Messages of a {@link Channel} or feed from and to agrona's buffers. The type of a message is its tag. */
public final class BufferMessages {
    @SuppressWarnings("restricted") // Buffers hold addresses.
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private BufferMessages() {
    }

    /**
     * {@return the memory of a part of a buffer, for {@link Channel#send} and {@link Channel#offer}}
     *
     * @param buffer the buffer
     * @param index  index of the first byte
     * @param length length in bytes
     */
    public static MemorySegment memory(DirectBuffer buffer, int index, int length) {
        buffer.boundsCheck(index, length);
        byte[] array = buffer.byteArray();
        return array == null ? EVERYTHING.asSlice(buffer.addressOffset() + index, length)
            : MemorySegment.ofArray(array).asSlice(buffer.wrapAdjustment() + (long) index, length);
    }

    /**
     * {@return a handler for one channel that passes messages to one of agrona; made once, it makes no garbage}
     *
     * @param handler receives each message, in the ring's memory or in a copy, which are valid during the call
     */
    public static Channel.Handler handler(MessageHandler handler) {
        Buffers.requireFlags();
        UnsafeBuffer buffer = new UnsafeBuffer();
        return (from, tag, memory, offset, length) -> {
            if (memory.isNative()) {
                buffer.wrap(memory.address() + offset, Math.toIntExact(length));
            } else {
                buffer.wrap(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
            }
            handler.onMessage(Math.toIntExact(tag), buffer, 0, buffer.capacity());
        };
    }
}

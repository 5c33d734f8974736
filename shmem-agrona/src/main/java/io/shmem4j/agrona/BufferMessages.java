// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.channel.Channel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;

/** Messages of a {@link Channel} from and to agrona's buffers. The type of a message is its tag. */
public final class BufferMessages {
    @SuppressWarnings("restricted") // Buffers hold addresses.
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private BufferMessages() {
    }

    /**
     * Sends a message, and returns when its buffer may change. Waits for room.
     *
     * @param channel the channel
     * @param pe      the receiver
     * @param type    the type of the message
     * @param source  the buffer with the message
     * @param index   index of the message's first byte
     * @param length  length of the message in bytes
     */
    public static void send(Channel channel, int pe, int type, DirectBuffer source, int index, int length) {
        source.boundsCheck(index, length);
        channel.send(pe, type, segment(source), start(source) + index, length);
    }

    /**
     * Sends a message if that needs no wait.
     *
     * @param channel the channel
     * @param pe      the receiver
     * @param type    the type of the message
     * @param source  the buffer with the message
     * @param index   index of the message's first byte
     * @param length  length of the message in bytes, at most {@link Channel#longest}
     * @return whether it is sent
     */
    public static boolean offer(Channel channel, int pe, int type, DirectBuffer source, int index, int length) {
        source.boundsCheck(index, length);
        return channel.offer(pe, type, segment(source), start(source) + index, length);
    }

    private static MemorySegment segment(DirectBuffer source) {
        return source.byteArray() == null ? EVERYTHING : MemorySegment.ofArray(source.byteArray());
    }

    private static long start(DirectBuffer source) {
        return source.byteArray() == null ? source.addressOffset() : source.wrapAdjustment();
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
            int bytes = Math.toIntExact(length);
            if (memory.isNative()) {
                buffer.wrap(memory.address() + offset, bytes);
            } else {
                buffer.wrap(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
            }
            handler.onMessage(Math.toIntExact(tag), buffer, 0, bytes);
        };
    }
}

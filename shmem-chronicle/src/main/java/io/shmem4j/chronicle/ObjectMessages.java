// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.channel.Channel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesMarshallable;

/**
 * This PE's end of a {@link Channel} for objects of any size that marshal themselves, without garbage. Tags are free
 * for the program; objects that are read ignore them.
 */
public final class ObjectMessages {
    private final Channel channel;
    private final Bytes<byte[]> out;
    private final Bytes<byte[]> in;

    /**
     * Makes an end; not collective.
     *
     * @param channel the channel
     */
    public ObjectMessages(Channel channel) {
        BytesViews.requireFlags();
        this.channel = channel;
        this.out = Bytes.allocateElasticOnHeap();
        this.in = Bytes.allocateElasticOnHeap();
    }

    /**
     * Sends an object, and returns when it may change. Waits for room.
     *
     * @param pe     the receiver
     * @param tag    a number that comes with the object
     * @param object the object
     */
    public void send(int pe, long tag, BytesMarshallable object) {
        channel.send(pe, tag, marshal(object), 0, out.writePosition());
    }

    /**
     * Sends an object of at most {@link Channel#longest} bytes if that needs no wait.
     *
     * @param pe     the receiver
     * @param tag    a number that comes with the object
     * @param object the object
     * @return whether it is sent
     */
    public boolean offer(int pe, long tag, BytesMarshallable object) {
        return channel.offer(pe, tag, marshal(object), 0, out.writePosition());
    }

    private MemorySegment marshal(BytesMarshallable object) {
        out.clear();
        object.writeMarshallable(out);
        return MemorySegment.ofArray(out.underlyingObject());
    }

    /**
     * {@return a handler that reads each message into the same object; for calls that handle one message}
     *
     * @param into the object
     */
    public Channel.Handler into(BytesMarshallable into) {
        return (from, tag, memory, offset, length) -> {
            in.clear();
            in.ensureCapacity(length);
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, in.underlyingObject(), 0, (int) length);
            in.writePosition(length);
            into.readMarshallable(in);
        };
    }
}

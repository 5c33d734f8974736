// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.channel.Channel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesMarshallable;

/** Messages of a {@link Channel} or feed from and to objects of any size that marshal themselves, for one thread. */
public final class ObjectMessages {
    private final Bytes<byte[]> out;
    private final Bytes<byte[]> in;

    /** Makes two buffers. */
    public ObjectMessages() {
        BytesViews.requireFlags();
        this.out = Bytes.allocateElasticOnHeap();
        this.in = Bytes.allocateElasticOnHeap();
    }

    /**
     * {@return the bytes of an object until the next call, for {@link Channel#send} and {@link Channel#offer}}
     *
     * @param object the object
     */
    public MemorySegment memory(BytesMarshallable object) {
        out.clear();
        object.writeMarshallable(out);
        return MemorySegment.ofArray(out.underlyingObject()).asSlice(0, out.writePosition());
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

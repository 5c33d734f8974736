// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import io.shmem4j.mpi.data.Objects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;

/**
 * Elements of a program's array or buffer.
 *
 * @param buffer the array or buffer
 * @param offset index of the first element, in elements of an array
 * @param count  number of elements of the layout
 * @param layout their layout
 */
public record Part(Object buffer, int offset, int count, Layout layout) {
    /** {@return elements that begin some extents later} */
    public Part at(int displacement, int newCount) {
        return new Part(buffer, Math.toIntExact(offset + displacement * (layout.extent() / Data.unit(buffer))),
            newCount, layout);
    }

    /** {@return the number of objects, 0 if the elements are none} */
    public int objects() {
        return layout.kind == Kind.OBJECT ? Math.toIntExact(count * layout.size) : 0;
    }

    /** {@return the message with the elements} */
    public byte[] message() {
        if (layout.kind == Kind.OBJECT) {
            try {
                return Objects.write((Object[]) buffer, offset, count, layout);
            } catch (IOException e) {
                throw new UncheckedIOException("objects that can't be sent: " + e, e);
            }
        }
        byte[] bytes = new byte[Math.toIntExact(count * layout.size)];
        if (bytes.length > 0) {
            Data.pack(buffer, offset, count, layout, MemorySegment.ofArray(bytes), 0);
        }
        return bytes;
    }

    /** Copies the elements to others, as a message would. */
    public void copyTo(Part to) {
        if (layout.kind == Kind.OBJECT) {
            try {
                Objects.read(message(), (Object[]) to.buffer, to.offset, to.count, to.layout);
            } catch (IOException e) {
                throw new UncheckedIOException("objects that can't be read: " + e, e);
            }
            return;
        }
        long bytes = Math.min(count * layout.size, to.count * to.layout.size);
        if (bytes > 0 && Data.isPlain(buffer, layout)) {
            Data.unpack(Data.segment(buffer), (long) offset * Data.unit(buffer), bytes, to.buffer, to.offset,
                to.layout);
        } else if (bytes > 0) {
            Data.unpack(MemorySegment.ofArray(message()), 0, bytes, to.buffer, to.offset, to.layout);
        }
    }
}

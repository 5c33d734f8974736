// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Objects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Elements one behind the other in an array of bytes; objects follow the length of their stream. */
public final class Packed {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private Packed() {
    }

    /** Adds elements; {@return the place behind them} */
    public static int add(Part part, byte[] packed, int position) {
        byte[] message = part.message();
        boolean objects = part.layout().kind == Kind.OBJECT;
        int start = position + (objects ? Integer.BYTES : 0);
        if (start + message.length > packed.length) {
            throw new IllegalArgumentException("no room for " + message.length + " bytes from " + start + " of "
                + packed.length);
        }
        if (objects) {
            MemorySegment.ofArray(packed).set(INT, position, message.length);
        }
        System.arraycopy(message, 0, packed, start, message.length);
        return start + message.length;
    }

    /** Takes elements; {@return the place behind them} */
    public static int take(byte[] packed, int position, Part part) {
        MemorySegment memory = MemorySegment.ofArray(packed);
        if (part.layout().kind != Kind.OBJECT) {
            int length = Math.toIntExact(part.count() * part.layout().size);
            if (position + length > packed.length) {
                throw new IllegalArgumentException("there are no " + length + " bytes from " + position + " of "
                    + packed.length);
            }
            if (length > 0) {
                Data.unpack(memory, position, length, part.buffer(), part.offset(), part.layout());
            }
            return position + length;
        }
        int start = position + Integer.BYTES;
        int end = start + memory.get(INT, position);
        try {
            Objects.read(Arrays.copyOfRange(packed, start, end), (Object[]) part.buffer(), part.offset(), part.count(),
                part.layout());
        } catch (IOException e) {
            throw new UncheckedIOException("objects that can't be read: " + e, e);
        }
        return end;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/** Copies elements of arrays and buffers to and from messages. */
public final class Data {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private Data() {
    }

    /** {@return whether a message is the elements' memory as it is, see {@link #segment}} */
    public static boolean isPlain(Object buffer, Layout layout) {
        return layout.contiguous && layout.kind != Kind.OBJECT && !(buffer instanceof boolean[]);
    }

    /** {@return the memory of an array of a primitive type but boolean, or of a buffer from its index 0} */
    public static MemorySegment segment(Object buffer) {
        return switch (buffer) {
            case byte[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case Buffer b -> MemorySegment.ofBuffer(b.duplicate().clear());
            default -> throw new IllegalArgumentException("no memory of " + buffer.getClass().getTypeName());
        };
    }

    /** {@return bytes between an element of a buffer and the next; of objects 1} */
    public static int unit(Object buffer) {
        return switch (buffer) {
            case int[] _, float[] _, IntBuffer _, FloatBuffer _ -> Integer.BYTES;
            case double[] _, long[] _, DoubleBuffer _, LongBuffer _ -> Long.BYTES;
            case char[] _, short[] _, CharBuffer _, ShortBuffer _ -> Short.BYTES;
            default -> 1;
        };
    }

    /** {@return the number of elements that a buffer has room for} */
    public static long capacity(Object buffer) {
        return buffer instanceof Buffer b ? b.capacity() : Array.getLength(buffer);
    }

    /** Copies few elements of a basic kind out of an array, without garbage. */
    public static void copyOut(Object array, int offset, int count, Kind kind, MemorySegment to) {
        MemorySegment.copy(array, offset, to, kind.layout, 0, count);
    }

    /** Copies elements of a basic kind into an array, without garbage. */
    public static void copyIn(MemorySegment from, long at, Object array, int offset, int count, Kind kind) {
        MemorySegment.copy(from, kind.layout, at, array, offset, count);
    }

    /** Copies elements to a message; not objects. */
    public static void pack(Object buffer, int offset, int count, Layout layout, MemorySegment to, long at) {
        long out = at;
        if (buffer instanceof boolean[] flags) {
            for (int i = 0; i < count; i++) {
                for (int run = 0; run < layout.at.length; run++) {
                    int from = Math.toIntExact(offset + i * layout.extent() + layout.at[run]);
                    for (int k = 0; k < layout.length[run]; k++) {
                        to.set(ValueLayout.JAVA_BYTE, out++, (byte) (flags[from + k] ? 1 : 0));
                    }
                }
            }
            return;
        }
        MemorySegment memory = segment(buffer);
        long start = (long) offset * unit(buffer);
        if (layout.contiguous) {
            MemorySegment.copy(memory, start, to, at, count * layout.size);
            return;
        }
        for (int i = 0; i < count; i++) {
            for (int run = 0; run < layout.at.length; run++) {
                MemorySegment.copy(memory, start + i * layout.extent() + layout.at[run], to, out, layout.length[run]);
                out += layout.length[run];
            }
        }
    }

    /** Copies a message to elements, which may be more than it has; not to objects. */
    public static void unpack(MemorySegment from, long at, long bytes, Object buffer, int offset, Layout layout) {
        long end = at + bytes;
        long in = at;
        boolean[] flags = buffer instanceof boolean[] array ? array : null;
        MemorySegment memory = flags == null ? segment(buffer) : null;
        long start = (long) offset * unit(buffer);
        if (layout.contiguous && flags == null) {
            MemorySegment.copy(from, at, memory, start, bytes);
            return;
        }
        for (long element = start; in < end; element += layout.extent()) {
            for (int run = 0; run < layout.at.length && in < end; run++) {
                long length = Math.min(layout.length[run], end - in);
                long to = element + layout.at[run];
                for (int k = 0; flags != null && k < length; k++) {
                    flags[Math.toIntExact(to + k)] = from.get(ValueLayout.JAVA_BYTE, in + k) != 0;
                }
                if (flags == null) {
                    MemorySegment.copy(from, in, memory, to, length);
                }
                in += length;
            }
        }
    }

    /** {@return the number of objects in a message} */
    public static int objects(MemorySegment message, long at, long bytes) {
        return bytes < Integer.BYTES ? 0 : message.get(INT, at);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.config.Setting;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.SymmetricIndexException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.CallSite;
import java.lang.foreign.MemorySegment;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;

/**
 * Argument checks outside the fast path, and their exceptions. Every message names the PE, the routine, the object and
 * the valid values.
 */
public final class Fault {
    private Fault() {
    }

    public static NullPointerException missing(String argument) {
        return new NullPointerException(where() + ": the " + argument + " is null");
    }

    /** {@return 0, the offset of an object without elements} Refuses null if there are elements. */
    public static long nothing(String argument, long count) {
        if (count != 0) {
            throw new NullPointerException(where() + ": the " + argument + " is null but the count is " + count);
        }
        return 0;
    }

    public static <T> T required(T argument, String name) {
        if (argument == null) {
            throw missing(name);
        }
        return argument;
    }

    /** {@return count times factor, {@link Long#MAX_VALUE} on overflow; a negative count unchanged} */
    public static long times(long count, int factor) {
        return count < 0 ? count : count > Long.MAX_VALUE / factor ? Long.MAX_VALUE : count * factor;
    }

    public static void checkArray(Object array, int length, int index, int count) {
        if (array == null) {
            throw new NullPointerException(where() + ": the array is null but the count is " + count);
        }
        if ((index | count) < 0 || index > length - count) {
            throw array(length, index, count);
        }
    }

    public static SymmetricIndexException array(int length, long index, long count) {
        return new SymmetricIndexException(where() + ": " + outOfBounds("element", index, count, "the array", length));
    }

    /** {@return the array, after a check that it has an entry for each variable} */
    public static int[] room(int[] array, int count) {
        if (array == null) {
            throw new NullPointerException(where() + ": the array is null but there are " + count + " variables");
        }
        if (array.length < count) {
            throw array(array.length, 0, count);
        }
        return array;
    }

    /** Like {@link #checkSegment}, for a segment that is written. */
    public static long checkTarget(MemorySegment segment, long index, long count, int shift) {
        long first = checkSegment(segment, index, count, shift);
        requireWritable(segment);
        return first;
    }

    private static void requireWritable(MemorySegment segment) {
        if (segment.isReadOnly()) {
            throw new IllegalArgumentException(where() + ": the target is a read-only segment");
        }
    }

    /** {@return the byte offset in the segment of the first element} */
    public static long checkSegment(MemorySegment segment, long index, long count, int shift) {
        if (segment == null) {
            throw new NullPointerException(where() + ": the segment is null but the count is " + count);
        }
        long length = segment.byteSize() >> shift;
        if ((index | count) < 0 || index > length - count) {
            throw new SymmetricIndexException(where() + ": " + outOfBounds("element", index, count, "the segment of "
                + segment.byteSize() + " bytes", length));
        }
        if (shift != 0 && segment.maxByteAlignment() < 1L << shift) {
            throw new IllegalArgumentException(where() + ": the segment is aligned to " + segment.maxByteAlignment()
                + " bytes, its elements need " + (1 << shift) + "; use the mem form for bytes that are not elements");
        }
        return index << shift;
    }

    public static void checkStrided(Object array, int length, int index, long stride, long block, int count) {
        checkStride(stride, block);
        long span = span(stride, block, count);
        if (span == 0) {
            return;
        }
        if (array == null || span < 0) {
            checkArray(array, length, index, count);
        }
        if (index < 0 || span > length - index) {
            throw array(length, index, span);
        }
    }

    public static long checkStridedSegment(MemorySegment segment, long index, long stride, long block, long count,
        int shift) {
        checkStride(stride, block);
        long span = span(stride, block, count);
        return span == 0 ? 0 : checkSegment(segment, index, span, shift);
    }

    /** Like {@link #checkStridedSegment}, for a segment that is written. */
    public static long checkStridedTarget(MemorySegment segment, long index, long stride, long block, long count,
        int shift) {
        long first = checkStridedSegment(segment, index, stride, block, count, shift);
        if (count != 0 && block != 0) {
            requireWritable(segment);
        }
        return first;
    }

    public static void checkStride(long stride, long block) {
        if (block < 0) {
            throw new IllegalArgumentException(where() + ": the block is negative, " + block + " elements");
        }
        if (stride < Math.max(1, block)) {
            throw stride(stride, block);
        }
    }

    /** {@return the span of the blocks in elements; {@link Long#MAX_VALUE} on overflow, a negative count unchanged} */
    public static long span(long stride, long block, long count) {
        if (count <= 0 || block == 0) {
            return Math.min(count, 0);
        }
        long gaps = count - 1;
        return gaps != 0 && stride > (Long.MAX_VALUE - block) / gaps ? Long.MAX_VALUE : gaps * stride + block;
    }

    private static IllegalArgumentException stride(long stride, long block) {
        return new IllegalArgumentException(where() + ": the stride is " + stride + "; strides are at least "
            + (block > 1 ? "a block, " + block : "1"));
    }

    public static SymmetricIndexException view(int pe, long index, long count, long length) {
        return new SymmetricIndexException(where() + ": " + outOfBounds("element", index, count, "the view of PE " + pe
            + "'s copy", length));
    }

    public static InvalidPeException root(int root, int size) {
        return new InvalidPeException(where() + ": there is no root " + root + "; roots are numbers in the team, 0 to "
            + (size - 1));
    }

    public static NotInitializedException notInitialized() {
        String closedAt = Library.closedAt();
        return new NotInitializedException(where() + ": the library is not initialised; "
            + (closedAt == null ? "call Shmem.init() first" : "it was closed at " + closedAt));
    }

    /** {@return a text such as "index 4 is out of bounds: SymmetricLongs#1 has 4 elements, 0 to 3"} */
    public static String outOfBounds(String unit, long index, long count, String whole, long length) {
        String problem = count < 0 ? "the count is negative, " + count
            : count <= 1 ? (unit.equals("element") ? "index " : unit + " ") + index + " is out of bounds"
            : index > 0 && count > Long.MAX_VALUE - index ? count + " " + unit + "s from " + index
            + " on are out of bounds"
            : unit + "s " + index + " to " + (index + count - 1) + " are out of bounds";
        return problem + ": " + whole + " has " + (length == 0 ? "no " + unit + "s" : length == 1 ? "1 " + unit + ", 0"
            : length + " " + unit + "s, 0 to " + (length - 1));
    }

    /**
     * {@return a line for each run of PEs with equal text; {@code line} gets a name such as "PEs 0 to 3" and the text}
     */
    static String lines(int nPes, IntFunction<String> texts, BinaryOperator<String> line) {
        StringBuilder text = new StringBuilder();
        for (int first = 0, next; first < nPes; first = next) {
            String words = texts.apply(first);
            next = first + 1;
            while (next < nPes && texts.apply(next).equals(words)) {
                next++;
            }
            text.append(System.lineSeparator()).append("  ").append(line.apply(next == first + 1 ? "PE " + first
                : "PEs " + first + " to " + (next - 1), words));
        }
        return text.toString();
    }

    /** {@return a text such as "PE 3, put called at Ring.java:41"} */
    public static String where() {
        if (Check.FULL) {
            Library.leaveCurrentThread();
        }
        // A message must not map a job: a JVM that has not called the library yet may still run or join one.
        Backend own = Library.host().ownBackend();
        return "PE " + (own == null ? Setting.PE.intValue() : own.pe()) + ", " + routine() + " called at " + callSite();
    }

    public static String routine() {
        return CallSite.routine();
    }

    public static String callSite() {
        return CallSite.place();
    }
}

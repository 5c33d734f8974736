// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.SymmetricIndexException;
import java.lang.StackWalker.StackFrame;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Checks beside the fast path, and the exceptions they end in: every message names the PE, the routine, the object and
 * what would have been right.
 */
public final class Fault {
    private static final String API = "io.shmem4j.";

    private Fault() {
    }

    public static NullPointerException missing(String argument) {
        return new NullPointerException(where() + ": the " + argument + " is null");
    }

    /** {@return 0, because nothing lies anywhere} Refuses null where there is something to do. */
    public static long nothing(String argument, long count) {
        if (count != 0) {
            throw new NullPointerException(where() + ": the " + argument + " is null but the count is " + count);
        }
        return 0;
    }

    /** {@return an argument that is not null} */
    public static <T> T required(T argument, String name) {
        if (argument == null) {
            throw missing(name);
        }
        return argument;
    }

    /** {@return a product of a count, the greatest number when it is beyond; what is no count stays as it is} */
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
        return new SymmetricIndexException(where() + ": elements " + range(index, count)
            + " are outside an array of length " + length);
    }

    public static void room(int[] array, int count) {
        if (array == null) {
            throw new NullPointerException(where() + ": the array is null but there are " + count + " variables");
        }
        if (array.length < count) {
            throw array(array.length, 0, count);
        }
    }

    /** Like {@link #checkSegment} for a segment that is written. */
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

    /** {@return byte offset in the segment of the first element} */
    public static long checkSegment(MemorySegment segment, long index, long count, int shift) {
        if (segment == null) {
            throw new NullPointerException(where() + ": the segment is null but the count is " + count);
        }
        long length = segment.byteSize() >> shift;
        if ((index | count) < 0 || index > length - count) {
            throw new SymmetricIndexException(where() + ": elements " + range(index, count)
                + " are outside a segment of " + segment.byteSize() + " bytes, which holds " + length);
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

    /** Like {@link #checkStridedSegment} for a segment that is written. */
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
            throw new IllegalArgumentException(where() + ": a block of " + block + " elements");
        }
        if (stride < Math.max(1, block)) {
            throw stride(stride, block);
        }
    }

    /**
     * {@return elements from the first to the last of some blocks, the greatest number when it is beyond; none for
     * blocks without elements, and what is no count of blocks as it is}
     */
    public static long span(long stride, long block, long count) {
        if (count <= 0 || block == 0) {
            return Math.min(count, 0);
        }
        long gaps = count - 1;
        return gaps != 0 && stride > (Long.MAX_VALUE - block) / gaps ? Long.MAX_VALUE : gaps * stride + block;
    }

    private static IllegalArgumentException stride(long stride, long block) {
        return new IllegalArgumentException(where() + ": a stride of " + stride + "; strides are at least "
            + (block > 1 ? "a block, " + block : "1"));
    }

    public static SymmetricIndexException view(int pe, long index, long count, long length) {
        return new SymmetricIndexException(where() + ": elements " + range(index, count) + " of a view of PE " + pe
            + "'s copy, which has " + length);
    }

    public static InvalidPeException root(int root, int size) {
        return new InvalidPeException(where() + ": a root of " + root + "; the team has PEs 0 to " + (size - 1));
    }

    public static NotInitializedException notInitialized() {
        return new NotInitializedException(where() + ": the library is not initialised on this handle; calls belong "
            + "between Shmem.init() and finish() or close(), or between a context's creation and its close()");
    }

    public static String range(long index, long count) {
        return count < 0 ? "from " + index + " with count " + count
            : count == 1 ? "[" + index + "]" : "[" + index + ", " + (index + count) + ")";
    }

    /** {@return "PE 3, put called at Ring.java:41"} */
    public static String where() {
        if (Check.FULL) {
            Library.leaveCurrentThread();
        }
        return "PE " + Library.currentPe() + ", " + routine() + " called at " + callSite();
    }

    /** {@return the public method the program called} */
    public static String routine() {
        return walk(false).map(StackFrame::getMethodName).orElse("routine");
    }

    /** {@return where in the program the library was called} */
    public static String callSite() {
        return walk(true).map(f -> f.getClassName() + "." + f.getMethodName() + "(" + f.getFileName() + ":"
            + f.getLineNumber() + ")").orElse("an unknown place");
    }

    /** {@return the first frame outside the library, or the last one inside} */
    private static Optional<StackFrame> walk(boolean outside) {
        return StackWalker.getInstance().walk(frames -> {
            StackFrame[] inside = new StackFrame[1];
            Optional<StackFrame> caller = frames.filter(f -> {
                boolean library = isLibrary(f.getClassName());
                if (library) {
                    inside[0] = f;
                }
                return !library;
            }).findFirst();
            return outside ? caller : Optional.ofNullable(inside[0]);
        });
    }

    /** Classes of the API's own packages and of the collectives; examples and benchmarks are programs. */
    private static boolean isLibrary(String className) {
        return className.startsWith(API) && className.indexOf('.', API.length()) < 0
            || className.startsWith(API + "engine.") || className.startsWith(API + "collective.")
            || className.startsWith(API + "spi.")
            || className.startsWith(API + "legacy.");
    }
}

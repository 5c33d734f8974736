// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Memory accesses that take few calls, because a process that has just started interprets each call. An access to a
 * segment by a handle takes a dozen calls, a copy between a segment and an array dozens, and the first one generates a
 * class.
 *
 * <p>Offsets and lengths are in bytes, counts in elements. Offsets are the library's own or have been checked. Access
 * modes have the names of {@link java.lang.invoke.VarHandle}; without a mode, an access is plain. An atomic has mode
 * volatile and is no fence: if a later access of another mode must not pass it, there must be a fence in between.
 */
public sealed interface Words permits AddressedWords, SegmentWords, AnnouncedWords, BackendWords {
    /** Whether the JVM lets this module reach its intrinsics, which are internal to the JDK, and has all of them. */
    boolean INTRINSIC = Object.class.getModule().isExported("jdk.internal.misc", Words.class.getModule())
        && AddressedWords.areThere();

    /**
     * {@return words by address if the memory stays mapped until the process ends and the JVM lets this module reach
     * its intrinsics, else by segment}
     */
    static Words of(MemorySegment memory) {
        return INTRINSIC && memory.scope() == Arena.global().scope() ? new AddressedWords(memory.address())
            : new SegmentWords(memory);
    }

    /** Copies bytes; overlapping ranges are copied as if through a buffer. */
    void copy(long to, long from, long bytes);

    /**
     * Like {@link #copy}, for collectives. The start-up cache determines how this method is compiled, whereas
     * {@code copy} must stay inlinable into loops of programs. Words are copied plainly, because collectives copy
     * between an acquire of a cell and a release of one.
     */
    default void copyInside(long to, long from, long bytes) {
        long misaligned = to | from;
        if (bytes == Long.BYTES && (misaligned & Long.BYTES - 1) == 0) {
            setLong(to, getLong(from));
        } else if (bytes == Integer.BYTES && (misaligned & Integer.BYTES - 1) == 0) {
            setInt(to, getInt(from));
        } else {
            copy(to, from, bytes);
        }
    }

    /** Stores elements of an array; the caller has checked its bounds. */
    void write(long offset, Object array, int index, ValueLayout layout, int count);

    /** Loads elements into an array; the caller has checked its bounds. */
    void read(long offset, Object array, int index, ValueLayout layout, int count);

//#types: expected value
//#each Load/Store / integer: Acquire/Release atomic: Volatile/Volatile
    long getLong$Load$(long offset);

    void setLong$Store$(long offset, long value);

//#next
    /** {@return the value {@code more} bytes after an offset} Loops vectorise if {@code more} fits in an int. */
    default long getLong(long offset, long more) {
        return getLong(offset + more);
    }

    default void setLong(long offset, long more, long value) {
        setLong(offset + more, value);
    }

//#if atomic
    /**
     * Stores a value if the expected one is there, in one order with all accesses of mode volatile; {@return the old
     * value}
     */
    long compareAndExchangeLong(long offset, long expected, long value);

//#each update getAndSet getAndAdd getAndBitwiseAnd getAndBitwiseOr getAndBitwiseXor
    /** An atomic {@code $update$}, in one order with all accesses of mode volatile; {@return the old value} */
    long $update$Long(long offset, long value);

//#next
//#end
//#done
}

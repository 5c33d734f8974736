// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Accesses to memory in few calls, because a process that has just started interprets each call. An access by a handle
 * on a segment takes a dozen calls, a copy between a segment and an array dozens, and the first of them makes a class.
 *
 * <p>Offsets and lengths are in bytes, counts in elements. Offsets are the library's own or have been checked. The
 * names of access modes are those of {@link java.lang.invoke.VarHandle}; without a mode, access is plain. An atomic is
 * of mode volatile and no fence: where what follows is an access of another mode that must not pass it, there has to be
 * one.
 */
public sealed interface Words permits AddressedWords, SegmentWords, AnnouncedWords {
    /** Whether the JVM lets this module reach its intrinsics, and has them all: they are the JDK's own. */
    boolean INTRINSIC = Object.class.getModule().isExported("jdk.internal.misc", Words.class.getModule())
        && AddressedWords.areThere();

    /**
     * {@return words by address where memory stays mapped as long as the process lives and the JVM lets this module
     * reach its intrinsics, else by segment}
     */
    static Words of(MemorySegment memory) {
        return INTRINSIC && memory.scope() == Arena.global().scope() ? new AddressedWords(memory.address())
            : new SegmentWords(memory);
    }

    /** Copies bytes, as if through a buffer where the places overlap. */
    void copy(long to, long from, long bytes);

    /**
     * Like {@link #copy}, for collectives. The start-up cache fixes how this method is compiled, and {@code copy} must
     * stay free to become a part of programs' loops. Words are copied plainly, because collectives copy between an
     * acquire of a cell and a release of one.
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

    /** Stores elements of an array; the caller has checked that all exist. */
    void write(long offset, Object array, int index, ValueLayout layout, int count);

    /** Loads elements into an array; the caller has checked the room for all. */
    void read(long offset, Object array, int index, ValueLayout layout, int count);

//#types
//#each Load/Store / integer: Acquire/Release atomic: Volatile/Volatile
    /** {@return what is there} */
    $type$ get$Type$$Load$(long offset);

    void set$Type$$Store$(long offset, $type$ value);

//#next
    /** {@return what is {@code more} bytes after an offset} Loops vectorise where {@code more} fits in an int. */
    default $type$ get$Type$(long offset, long more) {
        return get$Type$(offset + more);
    }

    default void set$Type$(long offset, long more, $type$ value) {
        set$Type$(offset + more, value);
    }

//#if atomic
    /**
     * Stores if the expected value is there, in one order with all accesses of mode volatile; {@return the value
     * before}
     */
    $type$ compareAndExchange$Type$(long offset, $type$ expected, $type$ value);

//#each update getAndSet getAndAdd getAndBitwiseAnd getAndBitwiseOr getAndBitwiseXor
    /** An atomic {@code $update$}, in one order with all accesses of mode volatile; {@return the value before} */
    $type$ $update$$Type$(long offset, $type$ value);

//#next
//#end
//#done
}

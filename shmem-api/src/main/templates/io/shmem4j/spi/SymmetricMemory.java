// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reading, writing, atomics and ordering on the job's symmetric memory, the hot part of the SPI.
 *
 * <p>An address is (world PE, byte offset in the PE's region). The region starts with the system zone of {@link
 * SystemLayout}, followed by the user's heap. An array is a primitive one from an index on, with the layout of its
 * elements, a constant at the call site. Offsets in segments and lengths are in bytes. Callers have checked all of
 * them.
 *
 * <p>It is an abstract class, not an interface, because a normal run loads only one subclass. So the JIT can prove that
 * subclass unique and inline every call.
 */
public abstract class SymmetricMemory {
    // ---- single elements ---------------------------------------------------------------------------------------
    // Loads are acquire, stores release: a flag set by p is seen in order, at no cost on the machines we know.

//#types integer
    /** Loads a {@code $type$}. */
    public abstract $type$ get$Type$(int pe, long offset);

    /** Stores a {@code $type$}. */
    public abstract void put$Type$(int pe, long offset, $type$ value);

//#done
    // ---- bulk --------------------------------------------------------------------------------------------------

    /** Copies from a Java array to a PE. */
    public abstract void write(int pe, long offset, Object array, int index, ValueLayout layout, int count);

    /** Copies from any segment to a PE. */
    public abstract void write(int pe, long offset, MemorySegment source, long sourceOffset, long bytes);

    /** Copies from a PE to a Java array. */
    public abstract void read(int pe, long offset, Object array, int index, ValueLayout layout, int count);

    /** Copies from a PE to any segment. */
    public abstract void read(int pe, long offset, MemorySegment target, long targetOffset, long bytes);

    /** Copies between symmetric addresses; overlapping ranges of one PE are copied as if through a buffer. */
    public abstract void copy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes);

    /** Zeroes this PE's memory. */
    public abstract void clear(long offset, long bytes);

    /**
     * Combines two arrays of symmetric memory: {@code to[i] = left[i] op right[i]}; {@code to} may be either of them.
     */
    public abstract void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right,
        long bytes);

    /**
     * Combines what {@code count} PEs, at least 2, have at the same place, in the order of their numbers. These begin
     * with {@code first} and are {@code stride} apart. The result goes to a place of its own.
     */
    public void accumulate(Kernel kernel, int toPe, long to, int first, int stride, int count, long from, long bytes) {
        combine(kernel, toPe, to, first, from, first + stride, from, bytes);
        for (int i = 2; i < count; i++) {
            combine(kernel, toPe, to, toPe, to, first + i * stride, from, bytes);
        }
    }

    // ---- atomics: sequentially consistent, wake the target's waiters -------------------------------------------

//#types atomic
    /** Atomic load of {@code $type$}s. */
    public abstract $type$ atomicGet$Type$(int pe, long offset);

    /** Atomic store of {@code $type$}s. */
    public abstract void atomicSet$Type$(int pe, long offset, $type$ value);

    /** Atomic compare and swap of {@code $type$}s, which {@return the old value} */
    public abstract $type$ compareSwap$Type$(int pe, long offset, $type$ expected, $type$ value);

//#each name/verb swap/swap fetchAdd/addition fetchAnd/and fetchOr/or fetchXor/xor
    /** Atomic $verb$ of {@code $type$}s, which {@return the old value} */
    public abstract $type$ $name$$Type$(int pe, long offset, $type$ value);

//#next
//#done
    // ---- ordering ----------------------------------------------------------------------------------------------

    /** Orders this PE's earlier stores before its later ones, per target. */
    public abstract void fence();

    /** Completes this PE's stores everywhere and wakes waiters that only plain stores have reached. */
    public abstract void quiet();
}

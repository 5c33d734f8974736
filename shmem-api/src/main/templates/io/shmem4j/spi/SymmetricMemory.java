// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reading, writing, atomics and ordering on the job's symmetric memory, the hot part of the SPI.
 *
 * <p>An address is (world PE, byte offset in the PE's region); callers have checked both. The region starts with the
 * system zone of {@link SystemLayout}, followed by the user's heap. It is an abstract class, not an interface, because
 * a normal run loads only one subclass. So the JIT can prove that subclass unique and inline every call.
 */
public abstract class SymmetricMemory {
//#param pe world number
//#param offset byte offset
//#param bytes length
//#param array a primitive array
//#param index its first element
//#param layout the element's layout, a constant at the call site
//#param count elements
//#param source the segment
//#param sourceOffset byte offset in it
//#param target the segment
//#param targetOffset byte offset in it
//#param toPe world number of the target
//#param toOffset byte offset there
//#param fromPe world number of the source
//#param fromOffset byte offset there
//#param kernel the operator on the type
    /** For subclasses. */
    protected SymmetricMemory() {
    }

    // ---- single elements ---------------------------------------------------------------------------------------
    // Loads are acquire, stores release: a flag set by p is seen in order, at no cost on the machines we know.

//#types integer
    /**
     * Loads a {@code $type$}.
     *
     * @params
     * @return the value
     */
    public abstract $type$ get$Type$(int pe, long offset);

    /**
     * Stores a {@code $type$}.
     *
     * @params
     */
    public abstract void put$Type$(int pe, long offset, $type$ value);

//#done
    // ---- bulk --------------------------------------------------------------------------------------------------

    /**
     * Copies from a Java array to a PE.
     *
     * @params
     */
    public abstract void write(int pe, long offset, Object array, int index, ValueLayout layout, int count);

    /**
     * Copies from any segment to a PE.
     *
     * @params
     */
    public abstract void write(int pe, long offset, MemorySegment source, long sourceOffset, long bytes);

    /**
     * Copies from a PE to a Java array.
     *
     * @params
     */
    public abstract void read(int pe, long offset, Object array, int index, ValueLayout layout, int count);

    /**
     * Copies from a PE to any segment.
     *
     * @params
     */
    public abstract void read(int pe, long offset, MemorySegment target, long targetOffset, long bytes);

    /**
     * Copies between symmetric addresses; overlapping ranges of one PE are copied as if through a buffer.
     *
     * @params
     */
    public abstract void copy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes);

    /**
     * Zeroes this PE's memory.
     *
     * @params
     */
    public abstract void clear(long offset, long bytes);

    /**
     * Combines two arrays of symmetric memory: {@code to[i] = left[i] op right[i]}; {@code to} may be either of them.
     *
     * @params
     * @param toPe world number of the PE that holds the result
     * @param to its offset
     * @param leftPe world number of the PE that holds the left operands
     * @param left their offset
     * @param rightPe world number of the PE that holds the right operands
     * @param right their offset
     * @param bytes length of each
     */
    public abstract void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right,
        long bytes);

    /**
     * Combines what some PEs have at the same place, in their order.
     *
     * @params
     * @param toPe world number of the PE that holds the result, at a place of its own
     * @param to its offset
     * @param first world number of the first PE
     * @param stride world numbers from one PE to the next
     * @param count PEs, at least 2
     * @param from offset of the operands
     * @param bytes length of each
     */
    public void accumulate(Kernel kernel, int toPe, long to, int first, int stride, int count, long from, long bytes) {
        combine(kernel, toPe, to, first, from, first + stride, from, bytes);
        for (int i = 2; i < count; i++) {
            combine(kernel, toPe, to, toPe, to, first + i * stride, from, bytes);
        }
    }

    // ---- atomics: sequentially consistent, wake the target's waiters -------------------------------------------

//#types atomic
    /**
     * Atomic load of {@code $type$}s.
     *
     * @params
     * @return the value
     */
    public abstract $type$ atomicGet$Type$(int pe, long offset);

    /**
     * Atomic store of {@code $type$}s.
     *
     * @params
     */
    public abstract void atomicSet$Type$(int pe, long offset, $type$ value);

    /**
     * Atomic compare and swap of {@code $type$}s.
     *
     * @params
     * @param expected stored over only this value
     * @param value the new value
     * @return the old value
     */
    public abstract $type$ compareSwap$Type$(int pe, long offset, $type$ expected, $type$ value);

//#each name/verb/operand swap/swap/operand fetchAdd/addition/addend fetchAnd/and/mask fetchOr/or/mask fetchXor/xor/mask
    /**
     * Atomic $verb$ of {@code $type$}s.
     *
     * @params
     * @param value the $operand$
     * @return the old value
     */
    public abstract $type$ $name$$Type$(int pe, long offset, $type$ value);

//#next
//#done
    // ---- ordering ----------------------------------------------------------------------------------------------

    /** Orders this PE's earlier stores before its later ones, per target. */
    public abstract void fence();

    /** Completes this PE's stores everywhere and wakes waiters that only plain stores have reached. */
    public abstract void quiet();
}

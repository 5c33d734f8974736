// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One PE's access to its job, the hot part of the SPI.
 *
 * <p>An address is (world PE, byte offset in the PE's region); callers have checked both. The region starts with the
 * system zone of {@link SystemLayout}, followed by the user's heap. It is an abstract class, not an interface, so that
 * the one subclass a normal run loads is proved unique by the JIT and every call is inlined.
 */
public abstract class Backend {
    /** For subclasses. */
    protected Backend() {
    }

    // ---- identity ----------------------------------------------------------------------------------------------

    /** {@return the short name users select the backend by} */
    public abstract String name();

    /** {@return this PE's world number} */
    public abstract int pe();

    /** {@return number of PEs in the job} */
    public abstract int nPes();

    /** {@return bytes of symmetric heap each PE has} */
    public abstract long heapBytes();

    /**
     * {@return whether the PE's memory can be reached by load and store}
     *
     * @param pe world number
     */
    public abstract boolean mappable(int pe);

    /**
     * {@return a segment of exactly these bytes, or null where the PE's memory cannot be mapped or is charged by line}
     *
     * @param pe     world number
     * @param offset byte offset in its region
     * @param bytes  length
     */
    public abstract MemorySegment segment(int pe, long offset, long bytes);

    /** {@return this PE's own memory, never charged} @param offset byte offset @param bytes length */
    public abstract MemorySegment local(long offset, long bytes);

    /** {@return wall clock in nanoseconds, virtual on simulated machines} */
    public abstract long nanoTime();

    /** Declares local work; only simulated machines act on it. @param kind what @param amount how much of it */
    public abstract void work(WorkKind kind, long amount);

    // ---- single elements ---------------------------------------------------------------------------------------
    // Loads are acquire, stores release: a flag set by p is seen in order, at no cost on the machines we know.

    /** Loads a byte. @param pe world number @param offset byte offset @return the value */
    public abstract byte getByte(int pe, long offset);

    /** Loads a short. @param pe world number @param offset byte offset @return the value */
    public abstract short getShort(int pe, long offset);

    /** Loads an int. @param pe world number @param offset byte offset @return the value */
    public abstract int getInt(int pe, long offset);

    /** Loads a long. @param pe world number @param offset byte offset @return the value */
    public abstract long getLong(int pe, long offset);

    /** Stores a byte. @param pe world number @param offset byte offset @param value the value */
    public abstract void putByte(int pe, long offset, byte value);

    /** Stores a short. @param pe world number @param offset byte offset @param value the value */
    public abstract void putShort(int pe, long offset, short value);

    /** Stores an int. @param pe world number @param offset byte offset @param value the value */
    public abstract void putInt(int pe, long offset, int value);

    /** Stores a long. @param pe world number @param offset byte offset @param value the value */
    public abstract void putLong(int pe, long offset, long value);

    // ---- bulk --------------------------------------------------------------------------------------------------

    /**
     * Copies from a Java array to a PE.
     *
     * @param pe     world number of the target
     * @param offset byte offset there
     * @param array  a primitive array
     * @param index  its first element
     * @param layout the element's layout, a constant at the call site
     * @param count  elements
     */
    public abstract void write(int pe, long offset, Object array, int index, ValueLayout layout, int count);

    /**
     * Copies from any segment to a PE.
     *
     * @param pe           world number of the target
     * @param offset       byte offset there
     * @param source       the segment
     * @param sourceOffset byte offset in it
     * @param bytes        length
     */
    public abstract void write(int pe, long offset, MemorySegment source, long sourceOffset, long bytes);

    /**
     * Copies from a PE to a Java array.
     *
     * @param pe     world number of the source
     * @param offset byte offset there
     * @param array  a primitive array
     * @param index  its first element
     * @param layout the element's layout, a constant at the call site
     * @param count  elements
     */
    public abstract void read(int pe, long offset, Object array, int index, ValueLayout layout, int count);

    /**
     * Copies from a PE to any segment.
     *
     * @param pe           world number of the source
     * @param offset       byte offset there
     * @param target       the segment
     * @param targetOffset byte offset in it
     * @param bytes        length
     */
    public abstract void read(int pe, long offset, MemorySegment target, long targetOffset, long bytes);

    /**
     * Copies between symmetric addresses; overlapping ranges of one PE are copied as if through a buffer.
     *
     * @param toPe       world number of the target
     * @param toOffset   byte offset there
     * @param fromPe     world number of the source
     * @param fromOffset byte offset there
     * @param bytes      length
     */
    public abstract void copy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes);

    /** Zeroes this PE's memory. @param offset byte offset @param bytes length */
    public abstract void clear(long offset, long bytes);

    // ---- atomics: sequentially consistent, wake the target's waiters -------------------------------------------

    /** Atomic load. @param pe world number @param offset byte offset @return the value */
    public abstract int atomicGetInt(int pe, long offset);

    /** Atomic store. @param pe world number @param offset byte offset @param value the value */
    public abstract void atomicSetInt(int pe, long offset, int value);

    /** Atomic swap. @param pe world number @param offset byte offset @param value new value @return the old value */
    public abstract int swapInt(int pe, long offset, int value);

    /**
     * Atomic compare and swap.
     *
     * @param pe       world number
     * @param offset   byte offset
     * @param expected stored over only this value
     * @param value    the new value
     * @return the old value
     */
    public abstract int compareSwapInt(int pe, long offset, int expected, int value);

    /** Atomic addition. @param pe world number @param offset byte offset @param value addend @return the old value */
    public abstract int fetchAddInt(int pe, long offset, int value);

    /** Atomic and. @param pe world number @param offset byte offset @param value mask @return the old value */
    public abstract int fetchAndInt(int pe, long offset, int value);

    /** Atomic or. @param pe world number @param offset byte offset @param value mask @return the old value */
    public abstract int fetchOrInt(int pe, long offset, int value);

    /** Atomic xor. @param pe world number @param offset byte offset @param value mask @return the old value */
    public abstract int fetchXorInt(int pe, long offset, int value);

    /** Atomic load. @param pe world number @param offset byte offset @return the value */
    public abstract long atomicGetLong(int pe, long offset);

    /** Atomic store. @param pe world number @param offset byte offset @param value the value */
    public abstract void atomicSetLong(int pe, long offset, long value);

    /** Atomic swap. @param pe world number @param offset byte offset @param value new value @return the old value */
    public abstract long swapLong(int pe, long offset, long value);

    /**
     * Atomic compare and swap.
     *
     * @param pe       world number
     * @param offset   byte offset
     * @param expected stored over only this value
     * @param value    the new value
     * @return the old value
     */
    public abstract long compareSwapLong(int pe, long offset, long expected, long value);

    /** Atomic addition. @param pe world number @param offset byte offset @param value addend @return the old value */
    public abstract long fetchAddLong(int pe, long offset, long value);

    /** Atomic and. @param pe world number @param offset byte offset @param value mask @return the old value */
    public abstract long fetchAndLong(int pe, long offset, long value);

    /** Atomic or. @param pe world number @param offset byte offset @param value mask @return the old value */
    public abstract long fetchOrLong(int pe, long offset, long value);

    /** Atomic xor. @param pe world number @param offset byte offset @param value mask @return the old value */
    public abstract long fetchXorLong(int pe, long offset, long value);

    // ---- ordering ----------------------------------------------------------------------------------------------

    /** Orders this PE's earlier stores before its later ones, per target. */
    public abstract void fence();

    /** Completes this PE's stores everywhere and wakes waiters that only plain stores have reached. */
    public abstract void quiet();

    // ---- cells and waiting -------------------------------------------------------------------------------------

    /** Release-stores a cell's value and wakes its waiters. @param pe holder @param cell offset @param value value */
    public abstract void cellSet(int pe, long cell, long value);

    /** Atomically adds to a cell without waking. @param pe holder @param cell offset @param value addend @return old */
    public abstract long cellAdd(int pe, long cell, long value);

    /** {@return a cell's value, acquire} @param pe holder @param cell offset */
    public abstract long cellGet(int pe, long cell);

    /** {@return this thread's waiter} */
    public abstract Waiter waiter();

    // ---- life cycle --------------------------------------------------------------------------------------------

    /** Publishes how far this PE's library has come. @param state the new state */
    public abstract void enter(PeState state);

    /**
     * Ends the whole job; never returns.
     *
     * @param status exit status of the job
     * @param reason why, for the launcher's report; null for a silent end
     */
    public abstract void abort(int status, String reason);

    /** Throws {@code JobAbortedException} when the job is being ended. */
    public abstract void checkAbort();
}

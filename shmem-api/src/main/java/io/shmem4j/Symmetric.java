// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Block;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;

/**
 * A symmetric object: the same type and length at the same heap offset on every PE.
 *
 * <p>It is a handle for {@code length} elements at a heap offset; {@code slice} makes handles for parts, as pointer
 * arithmetic does in C. Its {@code get} and {@code set} access this PE's own copy; routines of {@link Context} take a
 * PE and access that PE's copy. {@link #free}, {@link #close} and the end of the library free its memory, the garbage
 * collector never does.
 */
public abstract sealed class Symmetric implements AutoCloseable
    permits SymmetricBytes, SymmetricShorts, SymmetricInts, SymmetricLongs, SymmetricFloats, SymmetricDoubles {
    /**
     * Size of the longest object whose {@code get} and {@code set} check the index as an int. Compilers hoist such a
     * check out of loops whatever the program adds to the loop variable, as they do for arrays. They vectorise the
     * accesses if the limit's type, {@code limit & NEAR >> shift}, shows that no address overflows an int.
     */
    static final int NEAR = (1 << 30) - 1;

    final Block block;
    final long offset;
    final long length;
    /** The length, or -1 if the object is longer than {@link #NEAR}. */
    final int limit;
    /** Accesses to this PE's region; a field, so a loop over the object loads it once. */
    final Words own;
    private final int shift;
    /** Keeps the block reachable, for full checking, while the program has a handle; never read. */
    private final Object hold;

    Symmetric(Block block, long offset, long length, int shift) {
        this.block = block;
        this.offset = offset;
        this.length = length;
        this.limit = length <= NEAR >> shift ? (int) length : -1;
        this.own = block.library().own();
        this.shift = shift;
        this.hold = Check.FULL ? block.hold() : null;
        block.hasHandle = true;
    }

    /** {@return number of elements} */
    public final long length() {
        return length;
    }

    /** {@return number of bytes} */
    public final long byteSize() {
        return length << shift;
    }

    /** {@return bytes of an element} */
    public final int elementBytes() {
        return 1 << shift;
    }

    /** {@return the object's byte offset in the symmetric heap, equal on all PEs} PEs may send it to each other. */
    public final long heapOffset() {
        return address(0, 0) - block.library().heapStart();
    }

    /** {@return the block as elements of another size, aligned so that one begins where this object does} */
    final Block viewed(int size) {
        if (heapOffset() % size != 0) {
            throw new IllegalArgumentException(Fault.where() + ": the bytes begin at offset " + heapOffset()
                + " of the heap, elements need a multiple of " + size);
        }
        block.view(size);
        return block;
    }

    /** {@return the name in reports} */
    public final String name() {
        return block.name();
    }

    /**
     * Frees the object on all PEs, {@code shmem_free}. Collective over all PEs; starts with a barrier.
     *
     * @throws io.shmem4j.error.SymmetricMismatchException if the PEs free different objects
     * @throws IllegalArgumentException                    if this is a slice of an object
     */
    public final void free() {
        Heap.free(this);
    }

    /**
     * Frees the object without waiting, so a try block can end with an exception. Does nothing if the object has been
     * freed.
     *
     * <p>Collective over all PEs although it does not wait: all PEs close the same objects in the same order. The next
     * allocation or free releases the memory, or the end of the library. If only one PE has closed an object, that
     * allocation or free throws {@link io.shmem4j.error.SymmetricMismatchException} on all PEs.
     *
     * @throws IllegalArgumentException if this is a slice of an object
     */
    @Override
    public final void close() {
        Heap.close(this);
    }

    /** Names the whole allocation, for error messages, hang reports and dumps. */
    final void rename(String name) {
        block.rename(Fault.required(name, "name"));
    }

    /**
     * {@return this PE's own copy, exactly as long as the object}
     *
     * <p>Accesses through it are plain, and take no time on simulated machines.
     */
    public final MemorySegment local() {
        leaveToSegment();
        return copy();
    }

    /** Keeps the block for good: the program gets a segment, which it may use after it has dropped all handles. */
    final void leaveToSegment() {
        if (Check.FULL) {
            block.keep();
        }
    }

    /** {@return this PE's own copy, for the library's use} */
    final MemorySegment copy() {
        address(0, length);
        return JobMemory.slice(block.library().pe(), offset, length << shift);
    }

    /** {@return the offset of an argument's element in a PE's region} Refuses null. */
    static long at(Symmetric object, long index) {
        if (object == null) {
            throw Fault.missing("object");
        }
        return object.address(index);
    }

    /**
     * {@return the offset of an argument's elements in a PE's region} Refuses null, unless there are no elements.
     */
    static long at(Symmetric object, long index, long count) {
        return object == null ? Fault.nothing("object", count) : object.address(index, count);
    }

    /** Like {@link #at(Symmetric, long, long)}, for {@code blocks} blocks that start {@code stride} elements apart. */
    static long strided(Symmetric object, long index, long stride, long block, long blocks) {
        Fault.checkStride(stride, block);
        return at(object, index, Fault.span(stride, block, blocks));
    }

    /** {@return an element's offset in a PE's region} */
    final long address(long index) {
        if (index < 0 || index >= length || block.freed) {
            throw Misuse.index(this, index, 1);
        }
        return offset + (index << shift);
    }

    /** {@return the offset of some elements in a PE's region} */
    final long address(long index, long count) {
        if ((index | count) < 0 || index > length - count || block.freed) {
            throw Misuse.index(this, index, count);
        }
        return offset + (index << shift);
    }

    /**
     * {@return the object's offset in a PE's region; it must have some elements} A copy of {@link #address(long, long)}
     * for collectives: the start-up cache holds their methods compiled for a quick start, which would slow down single
     * accesses.
     */
    final long start(long count) {
        if (count < 0 || count > length || block.freed) {
            throw Misuse.index(this, 0, count);
        }
        return offset;
    }

    /** Like {@link #at(Symmetric, long, long)}, for bytes. */
    static long atBytes(Symmetric object, long first, long bytes) {
        if (object == null) {
            return Fault.nothing("object", bytes);
        }
        if ((first | bytes) < 0 || first > object.byteSize() - bytes) {
            throw Misuse.bytes(object, first, bytes);
        }
        return object.address(0, 0) + first;
    }

    @Override
    public final String toString() {
        return name() + "[" + length + "]";
    }
}

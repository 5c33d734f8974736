// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Block;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;

/**
 * A symmetric object: the same type and length at the same heap offset on every PE.
 *
 * <p>It is a handle for {@code length} elements that start at a heap offset; {@code slice} makes handles for parts, the
 * role of pointer arithmetic. Its {@code get} and {@code set} are on this PE's own copy; routines of {@link Context},
 * which take a PE, are on that PE's copy. {@link #free}, {@link #close} and the end of the library free its memory, the
 * garbage collector never does.
 */
public abstract sealed class Symmetric implements AutoCloseable
    permits SymmetricBytes, SymmetricShorts, SymmetricInts, SymmetricLongs, SymmetricFloats, SymmetricDoubles {
    /**
     * Bytes of the longest object whose elements {@code get} and {@code set} check by an int. The compilers hoist such
     * a check out of loops whatever the program adds to the loop's variable, as they do for arrays. They vectorise the
     * accesses if the limit's type, {@code limit & NEAR >> shift}, shows that no address overflows an int.
     */
    static final int NEAR = (1 << 30) - 1;

    final Block block;
    final long offset;
    final long length;
    /** The length, or -1 if the object is longer than {@link #NEAR}. */
    final int limit;
    /** Accesses to this PE's region; a field, so that a loop over the object loads it once. */
    final Words own;
    private final int shift;
    /** Keeps the block reachable for full checking while the program has a handle; never read. */
    private final Object hold;

    Symmetric(Block block, long offset, long length, int shift) {
        this.block = block;
        this.offset = offset;
        this.length = length;
        this.limit = length <= NEAR >> shift ? (int) length : -1;
        this.own = block.library().own();
        this.shift = shift;
        this.hold = Check.FULL ? block.hold() : null;
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

    /** {@return the object's byte offset in the symmetric heap, equal on all PEs, so a PE may send it to another} */
    public final long heapOffset() {
        return offset - block.library().heapStart();
    }

    /** {@return the name reports use} */
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
     * Gives the object back without waiting, so a try block can end with an exception. Does nothing if the object is
     * freed already.
     *
     * <p>Collective over all PEs although it does not wait: all PEs close the same objects in the same order. The next
     * allocation or free releases the memory, or the end of the library. If one PE alone has closed an object, that
     * allocation or free throws {@link io.shmem4j.error.SymmetricMismatchException} on all PEs.
     *
     * @throws IllegalArgumentException if this is a slice of an object
     */
    @Override
    public final void close() {
        Heap.close(this);
    }

    /** Gives the whole allocation a name for error messages, hang reports and dumps. */
    final void rename(String name) {
        block.rename(Fault.required(name, "name"));
    }

    /**
     * {@return this PE's own copy, exactly as long as the object}
     *
     * <p>Access through it is plain and free of charge on simulated machines.
     */
    public final MemorySegment local() {
        leaveToSegment();
        return copy();
    }

    /** The program gets a segment of the memory, which it may use when it has let go of all handles. */
    final void leaveToSegment() {
        if (Check.FULL) {
            block.keep();
        }
    }

    /** {@return this PE's own copy for the library's own use} */
    final MemorySegment copy() {
        address(0, length);
        return JobMemory.slice(block.library().pe(), offset, length << shift);
    }

    /** {@return offset in a PE's region of an element of an argument, which may be null by mistake} */
    static long at(Symmetric object, long index) {
        if (object == null) {
            throw Fault.missing("object");
        }
        return object.address(index);
    }

    /**
     * {@return offset in a PE's region of the first of some elements of an argument; without elements it may be null}
     */
    static long at(Symmetric object, long index, long count) {
        return object == null ? Fault.nothing("object", count) : object.address(index, count);
    }

    /** Like {@link #at(Symmetric, long, long)} for {@code blocks} blocks with starts {@code stride} elements apart. */
    static long strided(Symmetric object, long index, long stride, long block, long blocks) {
        Fault.checkStride(stride, block);
        return at(object, index, Fault.span(stride, block, blocks));
    }

    /** Reports to the race detector that the program loads elements of this PE's own copy. */
    final void loads(long index, long count) {
        RaceDetector.of(block.library().backend()).load(block.library().pe(), address(index, count),
            count << shift);
    }

    /** Reports to the race detector that the program stores elements of this PE's own copy. */
    final void stores(long index, long count) {
        RaceDetector.of(block.library().backend()).store(block.library().pe(), address(index, count),
            count << shift);
    }

    /** {@return offset in a PE's region of an element} */
    final long address(long index) {
        if (index < 0 || index >= length || block.freed) {
            throw Misuse.index(this, index, 1);
        }
        return offset + (index << shift);
    }

    /** {@return offset in a PE's region of the first of some elements} */
    final long address(long index, long count) {
        if ((index | count) < 0 || index > length - count || block.freed) {
            throw Misuse.index(this, index, count);
        }
        return offset + (index << shift);
    }

    /**
     * {@return offset in a PE's region of the object, which must have some elements} {@link #address(long, long)} does
     * the same, but is not for collectives: those are compiled before their calls are counted, single accesses must not
     * be.
     */
    final long start(long count) {
        if (count < 0 || count > length || block.freed) {
            throw Misuse.index(this, 0, count);
        }
        return offset;
    }

    /** Like {@link #at(Symmetric, long, long)} for some bytes. */
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

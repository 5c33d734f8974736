// SPDX-License-Identifier: Apache-2.0
//#types: get getAcquire value
package io.shmem4j;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.engine.Block;
import io.shmem4j.engine.Fault;
import io.shmem4j.spi.Words;
import java.util.Objects;

/**
 * Loads from and stores to a PE's copy of a symmetric object: the portable form of {@code shmem_ptr}.
 *
 * <p>On this PE's node every access is one plain load or store. An access to another node is a message, and
 * {@code get} waits for the answer. On a simulated machine accesses take time by cache lines. Fence, quiet, barriers
 * and signals order a view's stores like all stores.
 *
 * <p>All methods refuse a freed object, because its memory may belong to another one.
 */
public final class LongView {
    private final SymmetricLongs object;
    private final Block block;
    private final int pe;
    private final Words words;
    private final long start;
    private final int limit;

    LongView(int pe, SymmetricLongs object) {
        this.object = object;
        this.block = object.block;
        this.pe = pe;
        this.words = block.library().views().words(pe);
        this.start = object.address(0, object.length);
        this.limit = object.limit;
    }

    /** {@return the world number of the viewed PE} */
    public int pe() {
        return pe;
    }

    /** {@return number of elements} */
    public long length() {
        return object.length;
    }

    /**
     * {@return an element}
     *
     * @param index its index; loops over an int vectorise
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public long get(long index) {
        return words.getLong(start, place(index));
    }

    /**
     * Stores an element.
     *
     * @param index its index
     * @param value the value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void set(long index, long value) {
        words.setLong(start, place(index), value);
    }

    /**
     * {@return an element} If a PE has stored it by {@link #setRelease}, the caller also sees that PE's earlier stores.
     *
     * @param index its index
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public long getAcquire(long index) {
        return words.getLongAcquire(at(index, 1));
        //#real return Double.longBitsToDouble(words.getLongAcquire(at(index, 1)));
    }

    /**
     * Stores an element. A PE that reads it by {@link #getAcquire} also sees this PE's earlier stores.
     *
     * @param index its index
     * @param value the value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void setRelease(long index, long value) {
        long address = at(index, 1);
        block.library().backend().release(pe);
        words.setLongRelease(address, value);
        //#real words.setLongRelease(address, Double.doubleToRawLongBits(value));
    }

    /**
     * Copies into a part of an array.
     *
     * @param index  first element here
     * @param target the array
     * @param to     its first element
     * @param count  number of elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void get(long index, long[] target, int to, int count) {
        long from = at(index, count);
        if (count != 0) {
            Fault.checkArray(target, target == null ? -1 : target.length, to, count);
            words.read(from, target, to, JAVA_LONG, count);
        }
    }

    /**
     * Copies from a part of an array.
     *
     * @param index  first element here
     * @param source the array
     * @param from   its first element
     * @param count  number of elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void set(long index, long[] source, int from, int count) {
        long to = at(index, count);
        if (count != 0) {
            Fault.checkArray(source, source == null ? -1 : source.length, from, count);
            words.write(to, source, from, JAVA_LONG, count);
        }
    }

    /**
     * Copies elements of another view; ranges may overlap.
     *
     * @param index  first element here
     * @param source the other view
     * @param from   its first element
     * @param count  number of elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void copy(long index, LongView source, long from, long count) {
        Fault.required(source, "view");
        block.library().views().copy(pe, at(index, count), source.pe, source.at(from, count), count << 3);
    }

    /** {@return the bytes before the element, by a check that compilers hoist out of loops} */
    private long place(long index) {
        int near = (int) index;
        int limit = this.limit;
        if (near == index && limit >= 0 && !block.freed) {
            try {
                return (long) Objects.checkIndex(near, limit & Symmetric.NEAR >> 3) << 3;
            } catch (IndexOutOfBoundsException e) {
                throw Fault.view(pe, index, 1, object.length);
            }
        }
        return at(index, 1) - start;
    }

    private long at(long index, long count) {
        if ((index | count) < 0 || index > object.length - count) {
            throw Fault.view(pe, index, count, object.length);
        }
        return object.address(index, count);
    }
}

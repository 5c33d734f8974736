// SPDX-License-Identifier: Apache-2.0
//#types: get getAcquire seen value
package io.shmem4j;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Words;
import java.util.Objects;

/**
 * Loads from and stores to a PE's copy of a symmetric object: the portable form of {@code shmem_ptr}.
 *
 * <p>On this PE's node every access is one plain load or store. An access to another node is a message, and
 * {@code get} waits for the answer. On a simulated machine accesses take time by cache lines. Fence, quiet, barriers
 * and signals order a view's stores like all stores.
 *
 * <p>All methods refuse a freed object, because its memory may belong to another one. On this PE's node {@code get} and
 * {@code set} of elements do so at the highest level of checking only.
 */
public final class LongView {
    private final SymmetricLongs object;
    private final Library library;
    private final int pe;
    private final Words words;
    private final long length;
    private final int limit;

    LongView(int pe, SymmetricLongs object) {
        this.object = object;
        this.library = object.block.library();
        this.pe = pe;
        this.words = JobMemory.direct(pe)
            ? Words.of(JobMemory.slice(pe, object.address(0, object.length), object.byteSize())) : null;
        this.length = object.length;
        this.limit = object.limit;
    }

    /** {@return the world number of the viewed PE} */
    public int pe() {
        return pe;
    }

    /** {@return number of elements} */
    public long length() {
        return length;
    }

    /**
     * {@return an element}
     *
     * @param index its index; loops over an int vectorise
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed; on the own node only with
     *     {@code SHMEM_CHECK=2}
     */
    public long get(long index) {
        if (Check.RACES) {
            RaceDetector.of(library.backend()).load(pe, at(index, 1), Long.BYTES);
        }
        if (JobMemory.mediated() && words == null) {
            return library.backend().getLong(pe, at(index, 1));
            //#real return Double.longBitsToDouble(library.backend().getLong(pe, at(index, 1)));
        }
        if (Check.FULL) {
            at(index, 1);
        }
        return words.getLong(offset(index));
    }

    /**
     * Stores an element.
     *
     * @param index its index
     * @param value the value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed; on the own node only with
     *     {@code SHMEM_CHECK=2}
     */
    public void set(long index, long value) {
        if (Check.RACES) {
            RaceDetector.of(library.backend()).store(pe, at(index, 1), Long.BYTES);
        }
        if (JobMemory.mediated() && words == null) {
            library.backend().putLong(pe, at(index, 1), value);
            //#real library.backend().putLong(pe, at(index, 1), Double.doubleToRawLongBits(value));
            return;
        }
        if (Check.FULL) {
            at(index, 1);
        }
        words.setLong(offset(index), value);
    }

    /**
     * {@return an element} If a PE has stored it by {@link #setRelease}, the caller also sees that PE's earlier stores.
     *
     * @param index its index
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public long getAcquire(long index) {
        long seen = library.backend().getLong(pe, at(index, 1));
        //#real long seen = library.backend().getLong(pe, at(index, 1));
        if (Check.RACES) {
            RaceDetector.of(library.backend()).acquired(pe, at(index, 1), Long.BYTES, seen);
        }
        return seen;
        //#real return Double.longBitsToDouble(seen);
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
        if (JobMemory.mediated() && words == null) {
            library.backend().fence();
        }
        if (Check.RACES) {
            RaceDetector.of(library.backend()).releases(pe, at(index, 1), Long.BYTES,
                value);
                //#real Double.doubleToRawLongBits(value));
        }
        library.backend().putLong(pe, at(index, 1), value);
        //#real library.backend().putLong(pe, at(index, 1), Double.doubleToRawLongBits(value));
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
        if (Check.RACES) {
            RaceDetector.of(library.backend()).load(pe, from, (long) count << 3);
        }
        if (count != 0) {
            Fault.checkArray(target, target == null ? -1 : target.length, to, count);
            library.remote().read(pe, from, target, to, JAVA_LONG, count);
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
        if (Check.RACES) {
            RaceDetector.of(library.backend()).store(pe, to, (long) count << 3);
        }
        if (count != 0) {
            Fault.checkArray(source, source == null ? -1 : source.length, from, count);
            library.remote().write(pe, to, source, from, JAVA_LONG, count);
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
        if (Check.RACES) {
            RaceDetector.of(library.backend()).load(source.pe, source.at(from, count), count << 3);
            RaceDetector.of(library.backend()).store(pe, at(index, count), count << 3);
        }
        library.remote().copy(pe, at(index, count), source.pe, source.at(from, count), count << 3);
    }

    /** {@return the offset of an element in the copy, by a check that compilers hoist out of loops} */
    private long offset(long index) {
        int near = (int) index;
        int limit = this.limit;
        if (near == index && limit >= 0) {
            try {
                return (long) Objects.checkIndex(near, limit & Symmetric.NEAR >> 3) << 3;
            } catch (IndexOutOfBoundsException e) {
                throw Fault.view(pe, index, 1, length);
            }
        }
        return at(index, 1) - object.offset;
    }

    private long at(long index, long count) {
        if ((index | count) < 0 || index > object.length - count) {
            throw Fault.view(pe, index, count, length());
        }
        return object.address(index, count);
    }
}

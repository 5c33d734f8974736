// SPDX-License-Identifier: Apache-2.0
//#types: 3 get value getAcquire seen
package io.shmem4j;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.engine.Block;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
//#if wait
import io.shmem4j.engine.Hook;
//#end
import io.shmem4j.engine.Library;
import io.shmem4j.spi.RaceDetector;
//#if wait
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.WaitKind;
//#end
import io.shmem4j.spi.Words;
import java.util.Objects;

/** A symmetric array of {@code long}: each PE has a copy, at the same offset of its heap. */
public final class SymmetricLongs extends Symmetric {
    /** Elements that {@link #fill} stores in one loop over an int, which the compilers vectorise. */
    private static final int PIECE = 1 << 11;

    SymmetricLongs(Block block, long offset, long length) {
        super(block, offset, length, 3);
    }

    SymmetricLongs(Block block, long length) {
        this(block, block.offset, length);
    }

    /**
     * {@return a handle to some elements of this array}
     *
     * @param from  index of its first element
     * @param count its length
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public SymmetricLongs slice(long from, long count) {
        return new SymmetricLongs(block, address(from, count), count);
    }

    /**
     * {@return a handle to this array from an element on}
     *
     * @param from index of its first element
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public SymmetricLongs slice(long from) {
        return slice(from, length - from);
    }

    /**
     * Names the allocation for reports.
     *
     * @param name the name
     * @return this
     */
    public SymmetricLongs named(String name) {
        rename(name);
        return this;
    }

    /**
     * Declares races in this allocation to be intended, so the race detector does not report them.
     *
     * @return this
     */
    public SymmetricLongs relaxed() {
        block.relaxed = true;
        return this;
    }
//#if wait

    /**
     * Declares that processes outside the job store to this allocation, such as {@code io.shmem4j.attach.Job}, so a PE
     * that waits for one of its elements is in no deadlock even while no such process is attached. Waits in {@code
     * Shmem.run} and in explored or simulated jobs still are, because those jobs have no outside.
     *
     * @return this
     */
    public SymmetricLongs external() {
        block.external = true;
        return this;
    }
//#end

    /**
     * {@return an element of this PE's own copy}
     *
     * @param index its index
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public long get(long index) {
        return own.getLong(offset, place(index));
    }

    /**
     * Stores an element of this PE's own copy.
     *
     * @param index its index
     * @param value the value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void set(long index, long value) {
        own.setLong(offset, place(index), value);
    }

    /** {@return the bytes before the element, by a check that compilers hoist out of loops} */
    private long place(long index) {
        int near = (int) index;
        int limit = this.limit;
        if (near == index && limit >= 0 && !block.freed) {
            try {
                return (long) Objects.checkIndex(near, limit & NEAR >> 3) << 3;
            } catch (IndexOutOfBoundsException e) {
                throw Misuse.index(this, index, 1);
            }
        }
        return address(index) - offset;
    }

    /**
     * Fills this PE's own copy.
     *
     * @param value the value of every element
     */
    public void fill(long value) {
        long start = address(0, length);
        for (long filled = 0; filled < length; filled += PIECE) {
            fill(own, start + (filled << 3), (int) Math.min(length - filled, PIECE), value);
        }
    }

    private static void fill(Words words, long start, int count, long value) {
        for (int i = 0; i < count; i++) {
            words.setLong(start + ((long) i << 3), value);
        }
    }

    /**
     * Copies an array into this PE's own copy.
     *
     * @param index  first element here
     * @param source the array
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void set(long index, long[] source) {
        Fault.required(source, "array");
        set(index, source, 0, source.length);
    }

    /**
     * Copies a part of an array into this PE's own copy.
     *
     * @param index       first element here
     * @param source      the array
     * @param sourceIndex its first element
     * @param count       number of elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void set(long index, long[] source, int sourceIndex, int count) {
        Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
        own.write(address(index, count), source, sourceIndex, JAVA_LONG, count);
    }

    /**
     * Copies as many elements of this PE's own copy into an array as the array has.
     *
     * @param index  first element here
     * @param target the array
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void get(long index, long[] target) {
        Fault.required(target, "array");
        get(index, target, 0, target.length);
    }

    /**
     * Copies elements of this PE's own copy into a part of an array.
     *
     * @param index       first element here
     * @param target      the array
     * @param targetIndex its first element
     * @param count       number of elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void get(long index, long[] target, int targetIndex, int count) {
        Fault.checkArray(target, target == null ? -1 : target.length, targetIndex, count);
        own.read(address(index, count), target, targetIndex, JAVA_LONG, count);
    }

    /** {@return this PE's own copy as an array} */
    public long[] toArray() {
        long[] all = new long[Math.toIntExact(length)];
        get(0, all);
        return all;
    }

    /**
     * {@return an element of this PE's own copy} If another PE wrote it with {@code setRelease}, an atomic or a signal,
     * later loads see everything that this PE stored before.
     *
     * @param index its index
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public long getAcquire(long index) {
        return own.getLongAcquire(address(index));
        //#real return Double.longBitsToDouble(own.getLongAcquire(address(index)));
    }

    /**
     * Stores an element of this PE's own copy. A PE that reads it with {@code getAcquire} sees everything that this PE
     * stored before.
     *
     * @param index its index
     * @param value the value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public void setRelease(long index, long value) {
        long address = address(index);
        block.library().backend().release(block.library().pe());
        own.setLongRelease(address, value);
        //#real own.setLongRelease(address, Double.doubleToRawLongBits(value));
    }

    //#if long
    /** {@return the same memory as {@code double}s, like a pointer cast in C} */
    public SymmetricDoubles asDoubles() {
        return new SymmetricDoubles(viewed(8), offset, length);
    }

    /**
     * {@return an element as a signal}
     *
     * @param index its index
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public Signal signal(long index) {
        return new Signal(slice(index, 1));
    }

    /**
     * {@return an element as a lock} It must be 0 on all PEs.
     *
     * @param index its index
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    public ShmemLock lock(long index) {
        return new ShmemLock(slice(index, 1));
    }
    //#end

    //#if byte
    // /** {@return the whole {@code short}s in the same memory, like a pointer cast in C} */
    // public SymmetricShorts asShorts() {
    //     return new SymmetricShorts(viewed(2), offset, length >> 1);
    // }
    //
    // /** {@return the whole {@code int}s in the same memory, like a pointer cast in C} */
    // public SymmetricInts asInts() {
    //     return new SymmetricInts(viewed(4), offset, length >> 2);
    // }
    //
    // /** {@return the whole {@code long}s in the same memory, like a pointer cast in C} */
    // public SymmetricLongs asLongs() {
    //     return new SymmetricLongs(viewed(8), offset, length >> 3);
    // }
    //
    // /** {@return the whole {@code float}s in the same memory, like a pointer cast in C} */
    // public SymmetricFloats asFloats() {
    //     return new SymmetricFloats(viewed(4), offset, length >> 2);
    // }
    //
    // /** {@return the whole {@code double}s in the same memory, like a pointer cast in C} */
    // public SymmetricDoubles asDoubles() {
    //     return new SymmetricDoubles(viewed(8), offset, length >> 3);
    // }
    //#end

    //#if int
    // /** {@return the same memory as {@code float}s, like a pointer cast in C} */
    // public SymmetricFloats asFloats() {
    //     return new SymmetricFloats(viewed(4), offset, length);
    // }
    //#end

    //#if float
    // /** {@return the same memory as {@code int}s, like a pointer cast in C} */
    // public SymmetricInts asInts() {
    //     return new SymmetricInts(viewed(4), offset, length);
    // }
    //#end

    //#if double
    // /** {@return the same memory as {@code long}s, like a pointer cast in C} */
    // public SymmetricLongs asLongs() {
    //     return new SymmetricLongs(viewed(8), offset, length);
    // }
    //#end

    //#if wait
    /**
     * Waits until an element of this PE's own copy satisfies a comparison, {@code shmem_long_wait_until}. Other PEs
     * change it with atomics or signals. See {@link #watch(long)} for waits that a time limit or the death of a PE
     * ends.
     *
     * @param index its index
     * @param cmp   the comparison
     * @param value the right side of the comparison
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    //#if short
    // @Deprecated(since = "1.5")
    //#end
    public void waitUntil(long index, Cmp cmp, long value) {
        Fault.required(cmp, "cmp");
        Variables.waitFor(this, address(index), cmp, value);
    }

    /**
     * {@return whether an element of this PE's own copy satisfies a comparison, {@code shmem_long_test}}
     *
     * @param index its index
     * @param cmp   the comparison
     * @param value the right side of the comparison
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    //#if short
    // @Deprecated(since = "1.5")
    //#end
    public boolean test(long index, Cmp cmp, long value) {
        Fault.required(cmp, "cmp");
        return Hook.ON ? hookedTest(index, cmp, value) : cmp.holds(getAcquire(index), value);
    }

    /** A separate method, so that {@code test} stays small enough to be inlined everywhere. */
    private boolean hookedTest(long index, Cmp cmp, long wanted) {
        long token = Hook.enter(block.library(), Routine.TEST, -1, Long.BYTES);
        Library library = block.library();
        long seen = library.backend().getLong(library.pe(), address(index));
        boolean holds = cmp.holds(seen, wanted);
        if (Check.RACES && holds) {
            RaceDetector.of(library.backend()).waited(address(index), Long.BYTES, seen,
                other -> cmp.holds(other, wanted));
        }
        Hook.leave(block.library(), Routine.TEST, -1, Long.BYTES, token);
        return holds;
    }

    /**
     * {@return an element of this PE's own copy, to wait for with a time limit or for as long as a PE lives}
     *
     * @param index its index
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count exceeds the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    //#if short
    // @Deprecated(since = "1.5")
    //#end
    public LongWatch watch(long index) {
        return watch(index, 1);
    }

    /**
     * {@return elements of this PE's own copy, to wait for or test together: the {@code all}, {@code any} and
     * {@code some} families}
     *
     * @param index first element
     * @param count how many
     */
    //#if short
    // @Deprecated(since = "1.5")
    //#end
    public LongWatch watch(long index, int count) {
        return new LongWatch(slice(index, count), WaitKind.VARIABLE);
    }
    //#end
}

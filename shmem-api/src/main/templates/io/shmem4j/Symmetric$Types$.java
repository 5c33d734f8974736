// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

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

/** A symmetric array of {@code $type$}: each PE has a copy, at the same offset of its heap. */
public final class Symmetric$Types$ extends Symmetric {
//#param index its index
    /** Elements that {@link #fill} stores in one loop over an int, which the compilers vectorise. */
    private static final int PIECE = 1 << 11;

    Symmetric$Types$(Block block, long offset, long length) {
        super(block, offset, length, $shift$);
    }

    Symmetric$Types$(Block block, long length) {
        this(block, block.offset, length);
    }

    /**
     * {@return a handle to some elements of this array}
     *
     * @params
     * @param from index of its first element
     * @param count its length
     * @throws index, freed
     */
    public Symmetric$Types$ slice(long from, long count) {
        return new Symmetric$Types$(block, address(from, count), count);
    }

    /**
     * {@return a handle to this array from an element on}
     *
     * @params
     * @param from index of its first element
     * @throws index, freed
     */
    public Symmetric$Types$ slice(long from) {
        return slice(from, length - from);
    }

    /**
     * Names the allocation for reports.
     *
     * @params
     * @param name the name
     * @return this
     */
    public Symmetric$Types$ named(String name) {
        rename(name);
        return this;
    }

    /**
     * Declares races in this allocation to be intended, so the race detector does not report them.
     *
     * @return this
     */
    public Symmetric$Types$ relaxed() {
        block.relaxed = true;
        return this;
    }

    /**
     * {@return an element of this PE's own copy}
     *
     * @params
     * @throws index, freed
     */
    public $type$ get(long index) {
        if (Check.RACES) {
            loads(index, 1);
        }
        return own.get$Type$(offset, place(index));
    }

    /**
     * Stores an element of this PE's own copy.
     *
     * @params
     * @throws index, freed
     */
    public void set(long index, $type$ value) {
        if (Check.RACES) {
            stores(index, 1);
        }
        own.set$Type$(offset, place(index), value);
    }

    /** {@return the bytes before the element, by a check that compilers hoist out of loops} */
    private long place(long index) {
        int near = (int) index;
        int limit = this.limit;
        if (near == index && limit >= 0 && !block.freed) {
            try {
                return (long) Objects.checkIndex(near, limit & NEAR >> $shift$) << $shift$;
            } catch (IndexOutOfBoundsException e) {
                throw Misuse.index(this, index, 1);
            }
        }
        return address(index) - offset;
    }

    /**
     * Fills this PE's own copy.
     *
     * @params
     * @param value the value of every element
     */
    public void fill($type$ value) {
        long start = address(0, length);
        if (Check.RACES) {
            stores(0, length);
        }
        for (long filled = 0; filled < length; filled += PIECE) {
            fill(own, start + (filled << $shift$), (int) Math.min(length - filled, PIECE), value);
        }
    }

    private static void fill(Words words, long start, int count, $type$ value) {
        for (int i = 0; i < count; i++) {
            words.set$Type$(start + ((long) i << $shift$), value);
        }
    }

    /**
     * Copies an array into this PE's own copy.
     *
     * @params
     * @param index first element here
     * @param source the array
     * @throws index, freed
     */
    public void set(long index, $type$[] source) {
        Fault.required(source, "array");
        set(index, source, 0, source.length);
    }

    /**
     * Copies a part of an array into this PE's own copy.
     *
     * @params
     * @param index first element here
     * @param source the array
     * @throws index, freed
     */
    public void set(long index, $type$[] source, int sourceIndex, int count) {
        Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
        if (Check.RACES) {
            stores(index, count);
        }
        own.write(address(index, count), source, sourceIndex, $LAYOUT$, count);
    }

    /**
     * Copies as many elements of this PE's own copy into an array as the array has.
     *
     * @params
     * @param index first element here
     * @param target the array
     * @throws index, freed
     */
    public void get(long index, $type$[] target) {
        Fault.required(target, "array");
        get(index, target, 0, target.length);
    }

    /**
     * Copies elements of this PE's own copy into a part of an array.
     *
     * @params
     * @param index first element here
     * @param target the array
     * @param targetIndex its first element
     * @throws index, freed
     */
    public void get(long index, $type$[] target, int targetIndex, int count) {
        Fault.checkArray(target, target == null ? -1 : target.length, targetIndex, count);
        if (Check.RACES) {
            loads(index, count);
        }
        own.read(address(index, count), target, targetIndex, $LAYOUT$, count);
    }

    /** {@return this PE's own copy as an array} */
    public $type$[] toArray() {
        if (Check.RACES) {
            loads(0, length);
        }
        return local().toArray($LAYOUT$);
    }

    /**
     * {@return an element of this PE's own copy} If another PE wrote it with {@code setRelease}, an atomic or a signal,
     * later loads see everything that this PE stored before.
     *
     * @params
     * @throws index, freed
     */
    public $type$ getAcquire(long index) {
        Library library = block.library();
        $word$ seen = library.backend().get$Word$(library.pe(), address(index));
        if (Check.RACES) {
            RaceDetector.of(library.backend()).acquired(library.pe(), address(index), $bytes$, seen);
        }
        return $fromWord$(seen);
    }

    /**
     * Stores an element of this PE's own copy. A PE that reads it with {@code getAcquire} sees everything that this PE
     * stored before.
     *
     * @params
     * @throws index, freed
     */
    public void setRelease(long index, $type$ value) {
        Library library = block.library();
        if (Check.RACES) {
            RaceDetector.of(library.backend()).releases(library.pe(), address(index), $bytes$, $toWord$(value));
        }
        library.backend().put$Word$(library.pe(), address(index), $toWord$(value));
    }
//#each Wholes/power/width
//#row byte: Shorts | 1 | 2
//#row byte: Ints | 2 | 4
//#row byte: Longs | 3 | 8
//#row byte: Floats | 2 | 4
//#row byte: Doubles | 3 | 8
//#row int: Floats | 0 | 4
//#row float: Ints | 0 | 4
//#row long: Doubles | 0 | 8
//#row double: Longs | 0 | 8

    /**
     * {@return the same memory as elements of $width$ bytes, like a pointer cast in C; bytes after the last whole
     * element are left out}
     */
    public Symmetric$Wholes$ as$Wholes$() {
        if (heapOffset() % $width$ != 0) {
            throw new IllegalArgumentException(Fault.where() + ": the bytes begin at offset " + heapOffset()
                + " of the heap, elements need a multiple of $width$");
        }
        block.view($width$);
        return new Symmetric$Wholes$(block, offset, length >> $power$);
    }
//#next
//#if long

    /**
     * {@return an element as a signal}
     *
     * @params
     * @throws index, freed
     */
    public Signal signal(long index) {
        return new Signal(slice(index, 1));
    }

    /**
     * {@return an element as a lock} It must be 0 on all PEs.
     *
     * @params
     * @throws index, freed
     */
    public ShmemLock lock(long index) {
        return new ShmemLock(slice(index, 1));
    }
//#end
//#if wait

//#param value the right side of the comparison
    /**
     * Waits until an element of this PE's own copy satisfies a comparison, {@code shmem_$type$_wait_until}. Other PEs
     * change it with atomics or signals. See {@link #watch(long)} for waits that a time limit or the death of a PE
     * ends.
     *
     * @params
     * @throws index, freed
     */
//#if short
    @Deprecated(since = "1.5")
//#end
    public void waitUntil(long index, Cmp cmp, $type$ value) {
        Fault.required(cmp, "cmp");
        Variables.waitFor(this, address(index), cmp, value);
    }

    /**
     * {@return whether an element of this PE's own copy satisfies a comparison, {@code shmem_$type$_test}}
     *
     * @params
     * @throws index, freed
     */
//#if short
    @Deprecated(since = "1.5")
//#end
    public boolean test(long index, Cmp cmp, $type$ value) {
        Fault.required(cmp, "cmp");
        return Hook.ON ? hookedTest(index, cmp, value) : cmp.holds(getAcquire(index), value);
    }

    /** A separate method, so that {@code test} stays small enough to be inlined everywhere. */
    private boolean hookedTest(long index, Cmp cmp, long value) {
        long token = Hook.enter(block.library(), Routine.TEST, -1, $bytes$);
        Library library = block.library();
        $type$ seen = library.backend().get$Word$(library.pe(), address(index));
        boolean holds = cmp.holds(seen, value);
        if (Check.RACES && holds) {
            RaceDetector.of(library.backend()).waited(address(index), $bytes$, seen, other -> cmp.holds(other, value));
        }
        Hook.leave(block.library(), Routine.TEST, -1, $bytes$, token);
        return holds;
    }

    /**
     * {@return an element of this PE's own copy, to wait for with a time limit or for as long as a PE lives}
     *
     * @params
     * @throws index, freed
     */
//#if short
    @Deprecated(since = "1.5")
//#end
    public $Type$Watch watch(long index) {
        return watch(index, 1);
    }

    /**
     * {@return elements of this PE's own copy, to wait for or test together: the {@code all}, {@code any} and
     * {@code some} families}
     *
     * @params
     * @param index first element
     * @param count how many
     */
//#if short
    @Deprecated(since = "1.5")
//#end
    public $Type$Watch watch(long index, int count) {
        return new $Type$Watch(slice(index, count), WaitKind.VARIABLE);
    }
//#end
}

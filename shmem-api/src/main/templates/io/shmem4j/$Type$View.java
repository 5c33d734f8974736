// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

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
public final class $Type$View {
//#param index its index
    private final Symmetric$Types$ object;
    private final Library library;
    private final int pe;
    private final Words words;
    private final long length;
    private final int limit;

    $Type$View(int pe, Symmetric$Types$ object) {
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
     * @params
     * @param index its index; loops over an int vectorise
     * @throws index
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed; on the own node only with
     *     {@code SHMEM_CHECK=2}
     */
    public $type$ get(long index) {
        if (Check.RACES) {
            RaceDetector.of(library.backend()).load(pe, at(index, 1), $bytes$);
        }
        if (JobMemory.mediated() && words == null) {
            return $fromWord$(library.backend().get$Word$(pe, at(index, 1)));
        }
        if (Check.FULL) {
            at(index, 1);
        }
        return words.get$Type$(offset(index));
    }

    /**
     * Stores an element.
     *
     * @params
     * @throws index
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed; on the own node only with
     *     {@code SHMEM_CHECK=2}
     */
    public void set(long index, $type$ value) {
        if (Check.RACES) {
            RaceDetector.of(library.backend()).store(pe, at(index, 1), $bytes$);
        }
        if (JobMemory.mediated() && words == null) {
            library.backend().put$Word$(pe, at(index, 1), $toWord$(value));
            return;
        }
        if (Check.FULL) {
            at(index, 1);
        }
        words.set$Type$(offset(index), value);
    }

    /**
     * {@return an element} If a PE has stored it by {@link #setRelease}, the caller also sees that PE's earlier stores.
     *
     * @params
     * @throws index, freed
     */
    public $type$ getAcquire(long index) {
        $word$ seen = library.backend().get$Word$(pe, at(index, 1));
        if (Check.RACES) {
            RaceDetector.of(library.backend()).acquired(pe, at(index, 1), $bytes$, seen);
        }
        return $fromWord$(seen);
    }

    /**
     * Stores an element. A PE that reads it by {@link #getAcquire} also sees this PE's earlier stores.
     *
     * @params
     * @throws index, freed
     */
    public void setRelease(long index, $type$ value) {
        if (JobMemory.mediated() && words == null) {
            library.backend().fence();
        }
        if (Check.RACES) {
            RaceDetector.of(library.backend()).releases(pe, at(index, 1), $bytes$, $toWord$(value));
        }
        library.backend().put$Word$(pe, at(index, 1), $toWord$(value));
    }

//#param index first element here
//#param from its first element
//#param to its first element
    /**
     * Copies into a part of an array.
     *
     * @params
     * @param target the array
     * @throws index, freed
     */
    public void get(long index, $type$[] target, int to, int count) {
        long from = at(index, count);
        if (Check.RACES) {
            RaceDetector.of(library.backend()).load(pe, from, (long) count << $shift$);
        }
        if (count != 0) {
            Fault.checkArray(target, target == null ? -1 : target.length, to, count);
            library.remote().read(pe, from, target, to, $LAYOUT$, count);
        }
    }

    /**
     * Copies from a part of an array.
     *
     * @params
     * @param source the array
     * @throws index, freed
     */
    public void set(long index, $type$[] source, int from, int count) {
        long to = at(index, count);
        if (Check.RACES) {
            RaceDetector.of(library.backend()).store(pe, to, (long) count << $shift$);
        }
        if (count != 0) {
            Fault.checkArray(source, source == null ? -1 : source.length, from, count);
            library.remote().write(pe, to, source, from, $LAYOUT$, count);
        }
    }

    /**
     * Copies elements of another view; ranges may overlap.
     *
     * @params
     * @param source the other view
     * @throws index, freed
     */
    public void copy(long index, $Type$View source, long from, long count) {
        Fault.required(source, "view");
        if (Check.RACES) {
            RaceDetector.of(library.backend()).load(source.pe, source.at(from, count), count << $shift$);
            RaceDetector.of(library.backend()).store(pe, at(index, count), count << $shift$);
        }
        library.remote().copy(pe, at(index, count), source.pe, source.at(from, count), count << $shift$);
    }

    /** {@return the offset of an element in the copy, by a check that compilers hoist out of loops} */
    private long offset(long index) {
        int near = (int) index;
        int limit = this.limit;
        if (near == index && limit >= 0) {
            try {
                return (long) Objects.checkIndex(near, limit & Symmetric.NEAR >> $shift$) << $shift$;
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

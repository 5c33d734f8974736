// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;

/**
 * A PE's copy of a symmetric object by load and store: the portable form of {@code shmem_ptr}.
 *
 * <p>On real memory every access is one plain load or store; on a simulated machine it is charged by cache line. Order
 * it with fence, quiet, barriers and signals like any other store.
 */
public final class $Type$View {
    private final Library library;
    private final int pe;
    private final long offset;
    private final MemorySegment segment;

    $Type$View(Library library, int pe, long offset, long length) {
        this.library = library;
        this.pe = pe;
        this.offset = offset;
        this.segment = JobMemory.slice(pe, offset, length << $shift$);
    }

    /** {@return world number of the PE whose copy this is} */
    public int pe() {
        return pe;
    }

    /** {@return number of elements} */
    public long length() {
        return segment.byteSize() >> $shift$;
    }

    /**
     * {@return an element}
     *
     * @param index its index; an int, because loops over int indices vectorise
     */
    public $type$ get(int index) {
        if (JobMemory.charged()) {
            library.backend().get$Word$(pe, at(index, 1));
        }
        return segment.getAtIndex($LAYOUT$, index);
    }

    /**
     * Stores an element.
     *
     * @param index its index
     * @param value the value
     */
    public void set(int index, $type$ value) {
        if (JobMemory.charged()) {
            library.backend().put$Word$(pe, at(index, 1), $toWord$(value));
        } else {
            segment.setAtIndex($LAYOUT$, index, value);
        }
    }

    /**
     * {@return an element beyond the range of int}
     *
     * @param index its index
     */
    public $type$ getLong(long index) {
        if (JobMemory.charged()) {
            library.backend().get$Word$(pe, at(index, 1));
        }
        return segment.getAtIndex($LAYOUT$, index);
    }

    /**
     * Stores an element beyond the range of int.
     *
     * @param index its index
     * @param value the value
     */
    public void setLong(long index, $type$ value) {
        if (JobMemory.charged()) {
            library.backend().put$Word$(pe, at(index, 1), $toWord$(value));
        } else {
            segment.setAtIndex($LAYOUT$, index, value);
        }
    }

    /**
     * {@return an element another PE stored with {@link #setRelease}, with everything it had stored before}
     *
     * @param index its index
     */
    public $type$ getAcquire(int index) {
        return $fromWord$(library.backend().get$Word$(pe, at(index, 1)));
    }

    /**
     * Stores an element after everything stored before it.
     *
     * @param index its index
     * @param value the value
     */
    public void setRelease(int index, $type$ value) {
        if (JobMemory.charged()) {
            library.backend().fence();
        }
        library.backend().put$Word$(pe, at(index, 1), $toWord$(value));
    }

    /**
     * Copies into an array.
     *
     * @param index  first element here
     * @param target the array
     * @param to     its first element
     * @param count  elements
     */
    public void read(long index, $type$[] target, int to, int count) {
        if (JobMemory.charged()) {
            library.backend().pointer(pe);
        }
        library.backend().read(pe, at(index, count), target, to, $LAYOUT$, count);
    }

    /**
     * Copies from an array.
     *
     * @param index  first element here
     * @param source the array
     * @param from   its first element
     * @param count  elements
     */
    public void write(long index, $type$[] source, int from, int count) {
        if (JobMemory.charged()) {
            library.backend().pointer(pe);
        }
        library.backend().write(pe, at(index, count), source, from, $LAYOUT$, count);
    }

    /**
     * Copies elements of another view; overlapping ranges are copied as if through a buffer.
     *
     * @param index  first element here
     * @param source the other view
     * @param from   its first element
     * @param count  elements
     */
    public void copy(long index, $Type$View source, long from, long count) {
        if (JobMemory.charged()) {
            library.backend().pointer(pe);
            library.backend().pointer(source.pe);
        }
        library.backend().copy(pe, at(index, count), source.pe, source.at(from, count), count << $shift$);
    }

    private long at(long index, long count) {
        if ((index | count) < 0 || index > length() - count) {
            throw Fault.view(pe, index, count, length());
        }
        return offset + (index << $shift$);
    }
}

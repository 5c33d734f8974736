// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

import java.lang.foreign.MemorySegment;

/**
 * Remote access to {@code $type$}s: a link in the chain of classes that make up {@link Context}.
 *
 * <p>The chain has a class for each type so that all methods are final members of one object and inline without
 * profiles. PE numbers are those of the context's team. Counts and strides are in elements.
 */
public abstract sealed class $Types$Context extends $Before$ permits $Types$SignalContext {
    $Types$Context(Library library, int start, int stride, int size) {
        super(library, start, stride, size);
    }

    /**
     * Stores one element, {@code shmem_$type$_p}.
     *
     * @param dest  the symmetric object
     * @param index the element
     * @param value the value
     * @param pe    the target
     */
    public final void p(Symmetric$Types$ dest, long index, $type$ value, int pe) {
        backend.put$Word$(world(pe), dest.address(index), $toWord$(value));
    }

    /**
     * Loads one element, {@code shmem_$type$_g}.
     *
     * @param source the symmetric object
     * @param index  the element
     * @param pe     whose copy
     * @return the value
     */
    public final $type$ g(Symmetric$Types$ source, long index, int pe) {
        return $fromWord$(backend.get$Word$(world(pe), source.address(index)));
    }

    /**
     * Copies elements to a PE, from a Java array, {@code shmem_$type$_put}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          the target
     */
    public final void put(Symmetric$Types$ dest, long destIndex, $type$[] source, int sourceIndex, int count, int pe) {
        int target = world(pe);
        long address = dest.address(destIndex, count);
        if (count != 0) {
            Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
            backend.write(target, address, source, sourceIndex, $LAYOUT$, count);
        }
    }

    /**
     * Copies elements to a PE, from a segment, whose indices count elements too, {@code shmem_$type$_put}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          the target
     */
    public final void put(Symmetric$Types$ dest, long destIndex, MemorySegment source, long sourceIndex, long count, int pe) {
        int target = world(pe);
        long address = dest.address(destIndex, count);
        if (count != 0) {
            long from = Fault.checkSegment(source, sourceIndex, count, $shift$);
            backend.write(target, address, source, from, count << $shift$);
        }
    }

    /**
     * Copies elements to a PE, from this PE's copy of a symmetric object, {@code shmem_$type$_put}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          the target
     */
    public final void put(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count, int pe) {
        int target = world(pe);
        long address = dest.address(destIndex, count);
        if (count != 0) {
            backend.copy(target, address, me, source.address(sourceIndex, count), count << $shift$);
        }
    }

    /**
     * Starts copying elements to a PE; the source is in use until {@link #quiet}, from a Java array, {@code shmem_$type$_put_nbi}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          the target
     */
    public final void putNbi(Symmetric$Types$ dest, long destIndex, $type$[] source, int sourceIndex, int count, int pe) {
        int target = world(pe);
        long address = dest.address(destIndex, count);
        if (count != 0) {
            Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
            backend.write(target, address, source, sourceIndex, $LAYOUT$, count);
        }
    }

    /**
     * Starts copying elements to a PE; the source is in use until {@link #quiet}, from a segment, whose indices count elements too, {@code shmem_$type$_put_nbi}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          the target
     */
    public final void putNbi(Symmetric$Types$ dest, long destIndex, MemorySegment source, long sourceIndex, long count, int pe) {
        int target = world(pe);
        long address = dest.address(destIndex, count);
        if (count != 0) {
            long from = Fault.checkSegment(source, sourceIndex, count, $shift$);
            backend.write(target, address, source, from, count << $shift$);
        }
    }

    /**
     * Starts copying elements to a PE; the source is in use until {@link #quiet}, from this PE's copy of a symmetric object, {@code shmem_$type$_put_nbi}.
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      what to copy
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          the target
     */
    public final void putNbi(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count, int pe) {
        int target = world(pe);
        long address = dest.address(destIndex, count);
        if (count != 0) {
            backend.copy(target, address, me, source.address(sourceIndex, count), count << $shift$);
        }
    }

    /**
     * Copies elements from a PE, into a Java array, {@code shmem_$type$_get}.
     *
     * @param dest        where to
     * @param destIndex   its first element
     * @param source      the symmetric object
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          whose copy
     */
    public final void get($type$[] dest, int destIndex, Symmetric$Types$ source, long sourceIndex, int count, int pe) {
        int from = world(pe);
        long address = source.address(sourceIndex, count);
        if (count != 0) {
            Fault.checkArray(dest, dest == null ? -1 : dest.length, destIndex, count);
            backend.read(from, address, dest, destIndex, $LAYOUT$, count);
        }
    }

    /**
     * Copies elements from a PE, into a segment, whose indices count elements too, {@code shmem_$type$_get}.
     *
     * @param dest        where to
     * @param destIndex   its first element
     * @param source      the symmetric object
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          whose copy
     */
    public final void get(MemorySegment dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count, int pe) {
        int from = world(pe);
        long address = source.address(sourceIndex, count);
        if (count != 0) {
            long to = Fault.checkSegment(dest, destIndex, count, $shift$);
            backend.read(from, address, dest, to, count << $shift$);
        }
    }

    /**
     * Copies elements from a PE, into this PE's copy of a symmetric object, {@code shmem_$type$_get}.
     *
     * @param dest        where to
     * @param destIndex   its first element
     * @param source      the symmetric object
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          whose copy
     */
    public final void get(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count, int pe) {
        int from = world(pe);
        long address = source.address(sourceIndex, count);
        if (count != 0) {
            backend.copy(me, dest.address(destIndex, count), from, address, count << $shift$);
        }
    }

    /**
     * Starts copying elements from a PE; the target is filled after {@link #quiet}, into a Java array, {@code shmem_$type$_get_nbi}.
     *
     * @param dest        where to
     * @param destIndex   its first element
     * @param source      the symmetric object
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          whose copy
     */
    public final void getNbi($type$[] dest, int destIndex, Symmetric$Types$ source, long sourceIndex, int count, int pe) {
        int from = world(pe);
        long address = source.address(sourceIndex, count);
        if (count != 0) {
            Fault.checkArray(dest, dest == null ? -1 : dest.length, destIndex, count);
            backend.read(from, address, dest, destIndex, $LAYOUT$, count);
        }
    }

    /**
     * Starts copying elements from a PE; the target is filled after {@link #quiet}, into a segment, whose indices count elements too, {@code shmem_$type$_get_nbi}.
     *
     * @param dest        where to
     * @param destIndex   its first element
     * @param source      the symmetric object
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          whose copy
     */
    public final void getNbi(MemorySegment dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count, int pe) {
        int from = world(pe);
        long address = source.address(sourceIndex, count);
        if (count != 0) {
            long to = Fault.checkSegment(dest, destIndex, count, $shift$);
            backend.read(from, address, dest, to, count << $shift$);
        }
    }

    /**
     * Starts copying elements from a PE; the target is filled after {@link #quiet}, into this PE's copy of a symmetric object, {@code shmem_$type$_get_nbi}.
     *
     * @param dest        where to
     * @param destIndex   its first element
     * @param source      the symmetric object
     * @param sourceIndex its first element
     * @param count       elements
     * @param pe          whose copy
     */
    public final void getNbi(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count, int pe) {
        int from = world(pe);
        long address = source.address(sourceIndex, count);
        if (count != 0) {
            backend.copy(me, dest.address(destIndex, count), from, address, count << $shift$);
        }
    }
}

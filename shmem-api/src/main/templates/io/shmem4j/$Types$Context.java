// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

import io.shmem4j.spi.Routine;
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
        if (Hook.ON) {
            hookedP(dest, index, value, pe);
            return;
        }
        backend.put$Word$(world(pe), Symmetric.at(dest, index), $toWord$(value));
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
        if (Hook.ON) {
            return hookedG(source, index, pe);
        }
        return $fromWord$(backend.get$Word$(world(pe), Symmetric.at(source, index)));
    }

    /** Apart from {@code p}, so that it stays small enough to be inlined everywhere. */
    private void hookedP(Symmetric$Types$ dest, long index, $type$ value, int pe) {
        int target = world(pe);
        long address = Symmetric.at(dest, index);
        long token = enter(Routine.P, target, $bytes$);
        backend.put$Word$(target, address, $toWord$(value));
        leave(Routine.P, target, $bytes$, token);
    }

    private $type$ hookedG(Symmetric$Types$ source, long index, int pe) {
        int from = world(pe);
        long address = Symmetric.at(source, index);
        long token = enter(Routine.G, from, $bytes$);
        $type$ value = $fromWord$(backend.get$Word$(from, address));
        leave(Routine.G, from, $bytes$, token);
        return value;
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
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT, target, (long) count << $shift$) : 0;
        if (count != 0) {
            Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
            backend.write(target, address, source, sourceIndex, $LAYOUT$, count);
        }
        if (Hook.ON) {
            leave(Routine.PUT, target, (long) count << $shift$, token);
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
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT, target, count << $shift$) : 0;
        if (count != 0) {
            long from = Fault.checkSegment(source, sourceIndex, count, $shift$);
            backend.write(target, address, source, from, count << $shift$);
        }
        if (Hook.ON) {
            leave(Routine.PUT, target, count << $shift$, token);
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
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT, target, count << $shift$) : 0;
        if (count != 0) {
            long from = Symmetric.at(source, sourceIndex, count);
            if (Check.FULL && target == me) {
                Check.localOverlap(dest, address, source, from, count << $shift$);
            }
            backend.copy(target, address, me, from, count << $shift$);
        }
        if (Hook.ON) {
            leave(Routine.PUT, target, count << $shift$, token);
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
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT_NBI, target, (long) count << $shift$) : 0;
        if (count != 0) {
            Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
            backend.write(target, address, source, sourceIndex, $LAYOUT$, count);
            if (Check.FULL) {
                inFlight().put(target, MemorySegment.ofArray(source), (long) sourceIndex << $shift$, (long) count << $shift$);
            }
        }
        if (Hook.ON) {
            leave(Routine.PUT_NBI, target, (long) count << $shift$, token);
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
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT_NBI, target, count << $shift$) : 0;
        if (count != 0) {
            long from = Fault.checkSegment(source, sourceIndex, count, $shift$);
            backend.write(target, address, source, from, count << $shift$);
            if (Check.FULL) {
                inFlight().put(target, source, from, count << $shift$);
            }
        }
        if (Hook.ON) {
            leave(Routine.PUT_NBI, target, count << $shift$, token);
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
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? enter(Routine.PUT_NBI, target, count << $shift$) : 0;
        if (count != 0) {
            long from = Symmetric.at(source, sourceIndex, count);
            if (Check.FULL && target == me) {
                Check.localOverlap(dest, address, source, from, count << $shift$);
            }
            backend.copy(target, address, me, from, count << $shift$);
            if (Check.FULL) {
                inFlight().put(target, source.local(), sourceIndex << $shift$, count << $shift$);
            }
        }
        if (Hook.ON) {
            leave(Routine.PUT_NBI, target, count << $shift$, token);
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
        long address = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? enter(Routine.GET, from, (long) count << $shift$) : 0;
        if (count != 0) {
            Fault.checkArray(dest, dest == null ? -1 : dest.length, destIndex, count);
            backend.read(from, address, dest, destIndex, $LAYOUT$, count);
        }
        if (Hook.ON) {
            leave(Routine.GET, from, (long) count << $shift$, token);
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
        long address = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? enter(Routine.GET, from, count << $shift$) : 0;
        if (count != 0) {
            long to = Fault.checkTarget(dest, destIndex, count, $shift$);
            backend.read(from, address, dest, to, count << $shift$);
        }
        if (Hook.ON) {
            leave(Routine.GET, from, count << $shift$, token);
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
        long address = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? enter(Routine.GET, from, count << $shift$) : 0;
        if (count != 0) {
            long to = Symmetric.at(dest, destIndex, count);
            if (Check.FULL && from == me) {
                Check.localOverlap(dest, to, source, address, count << $shift$);
            }
            backend.copy(me, to, from, address, count << $shift$);
        }
        if (Hook.ON) {
            leave(Routine.GET, from, count << $shift$, token);
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
        long address = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? enter(Routine.GET_NBI, from, (long) count << $shift$) : 0;
        if (count != 0) {
            Fault.checkArray(dest, dest == null ? -1 : dest.length, destIndex, count);
            if (Check.FULL) {
                inFlight().get(from, address, MemorySegment.ofArray(dest), (long) destIndex << $shift$, (long) count << $shift$);
            } else {
                backend.read(from, address, dest, destIndex, $LAYOUT$, count);
            }
        }
        if (Hook.ON) {
            leave(Routine.GET_NBI, from, (long) count << $shift$, token);
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
        long address = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? enter(Routine.GET_NBI, from, count << $shift$) : 0;
        if (count != 0) {
            long to = Fault.checkTarget(dest, destIndex, count, $shift$);
            if (Check.FULL) {
                inFlight().get(from, address, dest, to, count << $shift$);
            } else {
                backend.read(from, address, dest, to, count << $shift$);
            }
        }
        if (Hook.ON) {
            leave(Routine.GET_NBI, from, count << $shift$, token);
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
        long address = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? enter(Routine.GET_NBI, from, count << $shift$) : 0;
        if (count != 0) {
            long to = Symmetric.at(dest, destIndex, count);
            if (Check.FULL && from == me) {
                Check.localOverlap(dest, to, source, address, count << $shift$);
            }
            if (Check.FULL) {
                inFlight().get(from, address, dest.local(), destIndex << $shift$, count << $shift$);
            } else {
                backend.copy(me, to, from, address, count << $shift$);
            }
        }
        if (Hook.ON) {
            leave(Routine.GET_NBI, from, count << $shift$, token);
        }
    }
}

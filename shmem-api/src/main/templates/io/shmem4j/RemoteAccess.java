// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Remote memory access: store, load, put and get for every element type, {@code shmem_*_p}, {@code g}, {@code put},
 * {@code get} and their non-blocking forms.
 *
 * <p>PE numbers are those of the context's team. Indices and counts are in elements, those of memory segments too.
 * A blocking put returns when its source may be changed, a blocking get when its target holds the data. The
 * non-blocking forms only start the transfer: until {@link Context#quiet} the source of a put must not change, and the
 * target of a get holds nothing defined.
 */
public sealed interface RemoteAccess permits Context {
//#types
    /**
     * Stores one element, {@code shmem_$type$_p}.
     *
     * @param dest  the symmetric object
     * @param index the element
     * @param value the value
     * @param pe    the target
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void p(Symmetric$Types$ dest, long index, $type$ value, int pe) {
        Context c = (Context) this;
        if (Hook.ON) {
            hookedP(c, dest, index, value, pe);
            return;
        }
        c.backend.put$Word$(c.world(pe), Symmetric.at(dest, index), $toWord$(value));
    }

    /**
     * Loads one element, {@code shmem_$type$_g}.
     *
     * @param source the symmetric object
     * @param index  the element
     * @param pe     whose copy
     * @return the value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default $type$ g(Symmetric$Types$ source, long index, int pe) {
        Context c = (Context) this;
        if (Hook.ON) {
            return hookedG(c, source, index, pe);
        }
        return $fromWord$(c.backend.get$Word$(c.world(pe), Symmetric.at(source, index)));
    }

    /** Apart from {@code p}, so that it stays small enough to be inlined everywhere. */
    private static void hookedP(Context c, Symmetric$Types$ dest, long index, $type$ value, int pe) {
        int target = c.world(pe);
        long address = Symmetric.at(dest, index);
        long token = c.enter(Routine.P, target, $bytes$);
        c.backend.put$Word$(target, address, $toWord$(value));
        c.leave(Routine.P, target, $bytes$, token);
    }

    private static $type$ hookedG(Context c, Symmetric$Types$ source, long index, int pe) {
        int from = c.world(pe);
        long address = Symmetric.at(source, index);
        long token = c.enter(Routine.G, from, $bytes$);
        $type$ value = $fromWord$(c.backend.get$Word$(from, address));
        c.leave(Routine.G, from, $bytes$, token);
        return value;
    }

//#each put/PUT/c put/PUT/put putNbi/PUT_NBI/put_nbi
    /**
//#when put
     * Copies elements of a Java array to a PE, {@code shmem_$type$_put}.
//#end
//#when putNbi
     * Starts to copy elements of a Java array to a PE, {@code shmem_$type$_put_nbi}. The array must not change until
     * {@link Context#quiet}.
//#end
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      the array
     * @param sourceIndex its first element
     * @param count       number of elements
     * @param pe          the target
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void $put$(Symmetric$Types$ dest, long destIndex, $type$[] source, int sourceIndex, int count, int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? c.enter(Routine.$PUT$, target, (long) count << $shift$) : 0;
        if (count != 0) {
            Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
            c.backend.write(target, address, source, sourceIndex, ValueLayout.$LAYOUT$, count);
//#when putNbi
            if (Check.FULL) {
                c.inFlight().put(target, MemorySegment.ofArray(source), (long) sourceIndex << $shift$,
                    (long) count << $shift$);
            }
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.$PUT$, target, (long) count << $shift$, token);
        }
    }

    /**
//#when put
     * Copies elements of a memory segment to a PE, {@code shmem_$type$_put}.
//#end
//#when putNbi
     * Starts to copy elements of a memory segment to a PE, {@code shmem_$type$_put_nbi}. The segment must not change
     * until {@link Context#quiet}.
//#end
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      the segment
     * @param sourceIndex its first element
     * @param count       number of elements
     * @param pe          the target
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void $put$(Symmetric$Types$ dest, long destIndex, MemorySegment source, long sourceIndex, long count,
        int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? c.enter(Routine.$PUT$, target, count << $shift$) : 0;
        if (count != 0) {
            long from = Fault.checkSegment(source, sourceIndex, count, $shift$);
//#when put
            c.backend.write(target, address, source, from, count << $shift$);
//#end
//#when putNbi
            c.backend.writeLater(target, address, source, from, count << $shift$);
            if (Check.FULL) {
                c.inFlight().put(target, source, from, count << $shift$);
            }
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.$PUT$, target, count << $shift$, token);
        }
    }

    /**
//#when put
     * Copies elements of this PE's copy of a symmetric object to a PE, {@code shmem_$type$_put}.
//#end
//#when putNbi
     * Starts to copy elements of this PE's copy of a symmetric object to a PE, {@code shmem_$type$_put_nbi}. The source
     * must not change until {@link Context#quiet}.
//#end
     *
     * @param dest        the symmetric object
     * @param destIndex   its first element
     * @param source      the symmetric object to copy from
     * @param sourceIndex its first element
     * @param count       number of elements
     * @param pe          the target
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void $put$(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count,
        int pe) {
        Context c = (Context) this;
        int target = c.world(pe);
        long address = Symmetric.at(dest, destIndex, count);
        long token = Hook.ON ? c.enter(Routine.$PUT$, target, count << $shift$) : 0;
        if (count != 0) {
            long from = Symmetric.at(source, sourceIndex, count);
            if (Check.FULL && target == c.me) {
                Misuse.localOverlap(dest, address, source, from, count << $shift$);
            }
//#when put
            c.backend.copy(target, address, c.me, from, count << $shift$);
//#end
//#when putNbi
            c.backend.copyLater(target, address, c.me, from, count << $shift$);
            if (Check.FULL) {
                c.inFlight().put(target, source.copy(), sourceIndex << $shift$, count << $shift$);
            }
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.$PUT$, target, count << $shift$, token);
        }
    }

//#next
//#each get/GET/c get/GET/get getNbi/GET_NBI/get_nbi
    /**
//#when get
     * Copies elements from a PE to a Java array, {@code shmem_$type$_get}.
//#end
//#when getNbi
     * Starts to copy elements from a PE to a Java array, {@code shmem_$type$_get_nbi}. The array holds them after
     * {@link Context#quiet}.
//#end
     *
     * @param dest        the array
     * @param destIndex   its first element
     * @param source      the symmetric object
     * @param sourceIndex its first element
     * @param count       number of elements
     * @param pe          whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void $get$($type$[] dest, int destIndex, Symmetric$Types$ source, long sourceIndex, int count, int pe) {
        Context c = (Context) this;
        int from = c.world(pe);
        long address = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? c.enter(Routine.$GET$, from, (long) count << $shift$) : 0;
        if (count != 0) {
            Fault.checkArray(dest, dest == null ? -1 : dest.length, destIndex, count);
//#when getNbi
            if (Check.FULL) {
                c.inFlight().get(from, address, MemorySegment.ofArray(dest), (long) destIndex << $shift$,
                    (long) count << $shift$);
            } else {
                c.backend.readLater(from, address, dest, destIndex, ValueLayout.$LAYOUT$, count);
            }
//#end
//#when get
            c.backend.read(from, address, dest, destIndex, ValueLayout.$LAYOUT$, count);
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.$GET$, from, (long) count << $shift$, token);
        }
    }

    /**
//#when get
     * Copies elements from a PE to a memory segment, {@code shmem_$type$_get}.
//#end
//#when getNbi
     * Starts to copy elements from a PE to a memory segment, {@code shmem_$type$_get_nbi}. The segment holds them after
     * {@link Context#quiet}.
//#end
     *
     * @param dest        the segment
     * @param destIndex   its first element
     * @param source      the symmetric object
     * @param sourceIndex its first element
     * @param count       number of elements
     * @param pe          whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void $get$(MemorySegment dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count,
        int pe) {
        Context c = (Context) this;
        int from = c.world(pe);
        long address = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? c.enter(Routine.$GET$, from, count << $shift$) : 0;
        if (count != 0) {
            long to = Fault.checkTarget(dest, destIndex, count, $shift$);
//#when getNbi
            if (Check.FULL) {
                c.inFlight().get(from, address, dest, to, count << $shift$);
            } else {
                c.backend.readLater(from, address, dest, to, count << $shift$);
            }
//#end
//#when get
            c.backend.read(from, address, dest, to, count << $shift$);
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.$GET$, from, count << $shift$, token);
        }
    }

    /**
//#when get
     * Copies elements from a PE to this PE's copy of a symmetric object, {@code shmem_$type$_get}.
//#end
//#when getNbi
     * Starts to copy elements from a PE to this PE's copy of a symmetric object, {@code shmem_$type$_get_nbi}. The copy
     * holds them after {@link Context#quiet}.
//#end
     *
     * @param dest        the symmetric object to copy to
     * @param destIndex   its first element
     * @param source      the symmetric object
     * @param sourceIndex its first element
     * @param count       number of elements
     * @param pe          whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void $get$(Symmetric$Types$ dest, long destIndex, Symmetric$Types$ source, long sourceIndex, long count,
        int pe) {
        Context c = (Context) this;
        int from = c.world(pe);
        long address = Symmetric.at(source, sourceIndex, count);
        long token = Hook.ON ? c.enter(Routine.$GET$, from, count << $shift$) : 0;
        if (count != 0) {
            long to = Symmetric.at(dest, destIndex, count);
            if (Check.FULL && from == c.me) {
                Misuse.localOverlap(dest, to, source, address, count << $shift$);
            }
//#when getNbi
            if (Check.FULL) {
                c.inFlight().get(from, address, dest.copy(), destIndex << $shift$, count << $shift$);
            } else {
                c.backend.copyLater(c.me, to, from, address, count << $shift$);
            }
//#end
//#when get
            c.backend.copy(c.me, to, from, address, count << $shift$);
//#end
        }
        if (Hook.ON) {
            c.leave(Routine.$GET$, from, count << $shift$, token);
        }
    }

//#next
//#done
}

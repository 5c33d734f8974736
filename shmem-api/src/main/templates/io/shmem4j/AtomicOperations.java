// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Backend.Update;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * Atomic memory operations on elements of symmetric objects, {@code shmem_*_atomic_*}: fetch, set and swap on ints,
 * longs, floats and doubles; compare-and-swap, arithmetic and bitwise operations on ints and longs.
 *
 * <p>They are atomic with respect to each other and to waits and tests of the target on the same type, and sequentially
 * consistent. The non-blocking forms write their result to an array, which holds it after {@link Context#quiet}.
 */
public sealed interface AtomicOperations permits Context {
//#types swap
    /**
     * Loads an element, {@code shmem_$type$_atomic_fetch}.
     *
     * @param target the symmetric object
     * @param index  the element
     * @param pe     whose copy
     * @return its value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default $type$ atomicFetch(Symmetric$Types$ target, long index, int pe) {
        Context c = (Context) this;
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_FETCH, to, $bytes$, $type$.class) : 0;
        $type$ old = $fromWord$(c.backend.atomicGet$Word$(to, address));
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_FETCH, to, $bytes$, token);
        }
        return old;
    }

    /**
     * Starts to load an element, {@code shmem_$type$_atomic_fetch_nbi}.
     *
     * @param result holds its value after {@link Context#quiet}
     * @param at     element of the result
     * @param target the symmetric object
     * @param index  the element
     * @param pe     whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void atomicFetchNbi($type$[] result, int at, Symmetric$Types$ target, long index, int pe) {
        Context c = (Context) this;
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_FETCH_NBI, to, $bytes$, $type$.class) : 0;
        if (Check.FULL || JobMemory.here(to)) {
            result[at] = $fromWord$(c.backend.atomicGet$Word$(to, address));
        } else {
            c.backend.fetchLater(Update.ADD, to, address, $bytes$, 0, 0,
                MemorySegment.ofArray(result), (long) at << $shift$);
        }
        if (Check.FULL || Check.RACES) {
            c.later(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_FETCH_NBI, to, $bytes$, token);
        }
    }

    /**
     * Stores an element, {@code shmem_$type$_atomic_set}.
     *
     * @param target the symmetric object
     * @param index  the element
     * @param value  its new value
     * @param pe     whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void atomicSet(Symmetric$Types$ target, long index, $type$ value, int pe) {
        Context c = (Context) this;
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_SET, to, $bytes$, $type$.class) : 0;
        c.backend.atomicSet$Word$(to, address, $toWord$(value));
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_SET, to, $bytes$, token);
        }
    }

    /**
     * Replaces an element, {@code shmem_$type$_atomic_swap}.
     *
     * @param target the symmetric object
     * @param index  the element
     * @param value  its new value
     * @param pe     whose copy
     * @return its old value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default $type$ swap(Symmetric$Types$ target, long index, $type$ value, int pe) {
        Context c = (Context) this;
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_SWAP, to, $bytes$, $type$.class) : 0;
        $type$ old = $fromWord$(c.backend.swap$Word$(to, address, $toWord$(value)));
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_SWAP, to, $bytes$, token);
        }
        return old;
    }

    /**
     * Starts to replace an element, {@code shmem_$type$_atomic_swap_nbi}.
     *
     * @param result holds its old value after {@link Context#quiet}
     * @param at     element of the result
     * @param target the symmetric object
     * @param index  the element
     * @param value  its new value
     * @param pe     whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void swapNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Context c = (Context) this;
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_SWAP_NBI, to, $bytes$, $type$.class) : 0;
        if (Check.FULL || JobMemory.here(to)) {
            result[at] = $fromWord$(c.backend.swap$Word$(to, address, $toWord$(value)));
        } else {
            c.backend.fetchLater(Update.SWAP, to, address, $bytes$, $toWord$(value), 0,
                MemorySegment.ofArray(result), (long) at << $shift$);
        }
        if (Check.FULL || Check.RACES) {
            c.later(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_SWAP_NBI, to, $bytes$, token);
        }
    }

//#if atomic
    /**
     * Replaces an element if it has an expected value, {@code shmem_$type$_atomic_compare_swap}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param expected the value it must have
     * @param value    its new value
     * @param pe       whose copy
     * @return its old value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default $type$ compareSwap(Symmetric$Types$ target, long index, $type$ expected, $type$ value, int pe) {
        Context c = (Context) this;
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_COMPARE_SWAP, to, $bytes$, $type$.class) : 0;
        $type$ old = c.backend.compareSwap$Word$(to, address, expected, value);
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_COMPARE_SWAP, to, $bytes$, token);
        }
        return old;
    }

    /**
     * Starts to replace an element if it has an expected value, {@code shmem_$type$_atomic_compare_swap_nbi}.
     *
     * @param result   holds its old value after {@link Context#quiet}
     * @param at       element of the result
     * @param target   the symmetric object
     * @param index    the element
     * @param expected the value it must have
     * @param value    its new value
     * @param pe       whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void compareSwapNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ expected,
        $type$ value, int pe) {
        Context c = (Context) this;
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_COMPARE_SWAP_NBI, to, $bytes$, $type$.class) : 0;
        if (Check.FULL || JobMemory.here(to)) {
            result[at] = c.backend.compareSwap$Word$(to, address, expected, value);
        } else {
            c.backend.fetchLater(Update.COMPARE_SWAP, to, address, $bytes$, value, expected,
                MemorySegment.ofArray(result), (long) at << $shift$);
        }
        if (Check.FULL || Check.RACES) {
            c.later(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_COMPARE_SWAP_NBI, to, $bytes$, token);
        }
    }

    /**
     * Adds one to an element, {@code shmem_$type$_atomic_fetch_inc}.
     *
     * @param target the symmetric object
     * @param index  the element
     * @param pe     whose copy
     * @return its old value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default $type$ fetchInc(Symmetric$Types$ target, long index, int pe) {
        Context c = (Context) this;
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_FETCH_INC, to, $bytes$, $type$.class) : 0;
        $type$ old = c.backend.fetchAdd$Word$(to, address, 1);
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_FETCH_INC, to, $bytes$, token);
        }
        return old;
    }

    /**
     * Starts to add one to an element, {@code shmem_$type$_atomic_fetch_inc_nbi}.
     *
     * @param result holds its old value after {@link Context#quiet}
     * @param at     element of the result
     * @param target the symmetric object
     * @param index  the element
     * @param pe     whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void fetchIncNbi($type$[] result, int at, Symmetric$Types$ target, long index, int pe) {
        Context c = (Context) this;
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_FETCH_INC_NBI, to, $bytes$, $type$.class) : 0;
        if (Check.FULL || JobMemory.here(to)) {
            result[at] = c.backend.fetchAdd$Word$(to, address, 1);
        } else {
            c.backend.fetchLater(Update.ADD, to, address, $bytes$, 1, 0,
                MemorySegment.ofArray(result), (long) at << $shift$);
        }
        if (Check.FULL || Check.RACES) {
            c.later(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_FETCH_INC_NBI, to, $bytes$, token);
        }
    }

    /**
     * Adds one to an element, {@code shmem_$type$_atomic_inc}.
     *
     * @param target the symmetric object
     * @param index  the element
     * @param pe     whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void inc(Symmetric$Types$ target, long index, int pe) {
        Context c = (Context) this;
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_INC, to, $bytes$, $type$.class) : 0;
        c.backend.fetchAdd$Word$(to, address, 1);
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_INC, to, $bytes$, token);
        }
    }

//#each op/Op/OP add/Add/ADD and/And/AND or/Or/OR xor/Xor/XOR
    /**
//#when add
     * Adds a value to an element, {@code shmem_$type$_atomic_fetch_add}.
//#end
//#when and or xor
     * Replaces an element by its bitwise $op$ with a mask, {@code shmem_$type$_atomic_fetch_$op$}.
//#end
     *
     * @param target the symmetric object
     * @param index  the element
//#when add
     * @param value  the addend
//#end
//#when and or xor
     * @param value  the mask
//#end
     * @param pe     whose copy
     * @return its old value
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default $type$ fetch$Op$(Symmetric$Types$ target, long index, $type$ value, int pe) {
        Context c = (Context) this;
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_FETCH_$OP$, to, $bytes$, $type$.class) : 0;
        $type$ old = c.backend.fetch$Op$$Word$(to, address, value);
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_FETCH_$OP$, to, $bytes$, token);
        }
        return old;
    }

    /**
//#when add
     * Starts to add a value to an element, {@code shmem_$type$_atomic_fetch_add_nbi}.
//#end
//#when and or xor
     * Starts to replace an element by its bitwise $op$ with a mask, {@code shmem_$type$_atomic_fetch_$op$_nbi}.
//#end
     *
     * @param result holds its old value after {@link Context#quiet}
     * @param at     element of the result
     * @param target the symmetric object
     * @param index  the element
//#when add
     * @param value  the addend
//#end
//#when and or xor
     * @param value  the mask
//#end
     * @param pe     whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void fetch$Op$Nbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Context c = (Context) this;
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_FETCH_$OP$_NBI, to, $bytes$, $type$.class) : 0;
        if (Check.FULL || JobMemory.here(to)) {
            result[at] = c.backend.fetch$Op$$Word$(to, address, value);
        } else {
            c.backend.fetchLater(Update.$OP$, to, address, $bytes$, value, 0,
                MemorySegment.ofArray(result), (long) at << $shift$);
        }
        if (Check.FULL || Check.RACES) {
            c.later(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_FETCH_$OP$_NBI, to, $bytes$, token);
        }
    }

    /**
//#when add
     * Adds a value to an element, {@code shmem_$type$_atomic_add}.
//#end
//#when and or xor
     * Replaces an element by its bitwise $op$ with a mask, {@code shmem_$type$_atomic_$op$}.
//#end
     *
     * @param target the symmetric object
     * @param index  the element
//#when add
     * @param value  the addend
//#end
//#when and or xor
     * @param value  the mask
//#end
     * @param pe     whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     */
    default void $op$(Symmetric$Types$ target, long index, $type$ value, int pe) {
        Context c = (Context) this;
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_$OP$, to, $bytes$, $type$.class) : 0;
        c.backend.fetch$Op$$Word$(to, address, value);
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_$OP$, to, $bytes$, token);
        }
    }

//#next
//#end
//#done
}

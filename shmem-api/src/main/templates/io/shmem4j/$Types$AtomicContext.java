//#types swap
// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * Atomics on {@code $type$}s: a link in the chain of classes that make up {@link Context}.
 *
 * <p>They are atomic against each other and against waits and tests of the target, on the same type. They are
 * sequentially consistent and complete when they return, the {@code nbi} forms too; their result is defined after
 * {@link #quiet}.
 */
public abstract sealed class $Types$AtomicContext extends $Types$BlockContext permits $AfterAtomic$ {
    $Types$AtomicContext(Library library, int start, int stride, int size) {
        super(library, start, stride, size);
    }

    /**
     * Loads, {@code shmem_$type$_atomic_fetch}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ atomicFetch(Symmetric$Types$ target, long index, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH, to, $bytes$) : 0;
        $type$ old = $fromWord$(backend.atomicGet$Word$(to, address));
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH, to, $bytes$, token);
        }
        return old;
    }

    /**
     * The non-blocking form of {@code atomicFetch}, {@code shmem_$type$_atomic_fetch_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param pe       whose copy
     */
    public final void atomicFetchNbi($type$[] result, int at, Symmetric$Types$ target, long index, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_NBI, to, $bytes$) : 0;
        result[at] = $fromWord$(backend.atomicGet$Word$(to, address));
        if (Check.FULL) {
            inFlight().result(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_NBI, to, $bytes$, token);
        }
    }

    /**
     * Stores, {@code shmem_$type$_atomic_set}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the value
     * @param pe       whose copy
     */
    public final void atomicSet(Symmetric$Types$ target, long index, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_SET, to, $bytes$) : 0;
        backend.atomicSet$Word$(to, address, $toWord$(value));
        if (Hook.ON) {
            leave(Routine.ATOMIC_SET, to, $bytes$, token);
        }
    }

    /**
     * Swaps, {@code shmem_$type$_atomic_swap}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the new value
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ swap(Symmetric$Types$ target, long index, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_SWAP, to, $bytes$) : 0;
        $type$ old = $fromWord$(backend.swap$Word$(to, address, $toWord$(value)));
        if (Hook.ON) {
            leave(Routine.ATOMIC_SWAP, to, $bytes$, token);
        }
        return old;
    }

    /**
     * The non-blocking form of {@code swap}, {@code shmem_$type$_atomic_swap_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the new value
     * @param pe       whose copy
     */
    public final void swapNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_SWAP_NBI, to, $bytes$) : 0;
        result[at] = $fromWord$(backend.swap$Word$(to, address, $toWord$(value)));
        if (Check.FULL) {
            inFlight().result(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            leave(Routine.ATOMIC_SWAP_NBI, to, $bytes$, token);
        }
    }
//#if atomic
    /**
     * Stores a value if the element holds the expected one, {@code shmem_$type$_atomic_compare_swap}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param expected what it must hold
     * @param value    the new value
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ compareSwap(Symmetric$Types$ target, long index, $type$ expected, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_COMPARE_SWAP, to, $bytes$) : 0;
        $type$ old = backend.compareSwap$Word$(to, address, expected, value);
        if (Hook.ON) {
            leave(Routine.ATOMIC_COMPARE_SWAP, to, $bytes$, token);
        }
        return old;
    }

    /**
     * The non-blocking form of {@code compareSwap}, {@code shmem_$type$_atomic_compare_swap_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param expected what it must hold
     * @param value    the new value
     * @param pe       whose copy
     */
    public final void compareSwapNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ expected, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_COMPARE_SWAP_NBI, to, $bytes$) : 0;
        result[at] = backend.compareSwap$Word$(to, address, expected, value);
        if (Check.FULL) {
            inFlight().result(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            leave(Routine.ATOMIC_COMPARE_SWAP_NBI, to, $bytes$, token);
        }
    }

    /**
     * Adds one, {@code shmem_$type$_atomic_fetch_inc}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ fetchInc(Symmetric$Types$ target, long index, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_INC, to, $bytes$) : 0;
        $type$ old = backend.fetchAdd$Word$(to, address, 1);
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_INC, to, $bytes$, token);
        }
        return old;
    }

    /**
     * The non-blocking form of {@code fetchInc}, {@code shmem_$type$_atomic_fetch_inc_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param pe       whose copy
     */
    public final void fetchIncNbi($type$[] result, int at, Symmetric$Types$ target, long index, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_INC_NBI, to, $bytes$) : 0;
        result[at] = backend.fetchAdd$Word$(to, address, 1);
        if (Check.FULL) {
            inFlight().result(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_INC_NBI, to, $bytes$, token);
        }
    }

    /**
     * Adds one, {@code shmem_$type$_atomic_inc}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param pe       whose copy
     */
    public final void inc(Symmetric$Types$ target, long index, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_INC, to, $bytes$) : 0;
        backend.fetchAdd$Word$(to, address, 1);
        if (Hook.ON) {
            leave(Routine.ATOMIC_INC, to, $bytes$, token);
        }
    }

    /**
     * Adds, {@code shmem_$type$_atomic_fetch_add}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the addend
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ fetchAdd(Symmetric$Types$ target, long index, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_ADD, to, $bytes$) : 0;
        $type$ old = backend.fetchAdd$Word$(to, address, value);
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_ADD, to, $bytes$, token);
        }
        return old;
    }

    /**
     * The non-blocking form of {@code fetchAdd}, {@code shmem_$type$_atomic_fetch_add_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the addend
     * @param pe       whose copy
     */
    public final void fetchAddNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_ADD_NBI, to, $bytes$) : 0;
        result[at] = backend.fetchAdd$Word$(to, address, value);
        if (Check.FULL) {
            inFlight().result(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_ADD_NBI, to, $bytes$, token);
        }
    }

    /**
     * Adds, {@code shmem_$type$_atomic_add}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the addend
     * @param pe       whose copy
     */
    public final void add(Symmetric$Types$ target, long index, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_ADD, to, $bytes$) : 0;
        backend.fetchAdd$Word$(to, address, value);
        if (Hook.ON) {
            leave(Routine.ATOMIC_ADD, to, $bytes$, token);
        }
    }

    /**
     * Applies and, {@code shmem_$type$_atomic_fetch_and}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ fetchAnd(Symmetric$Types$ target, long index, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_AND, to, $bytes$) : 0;
        $type$ old = backend.fetchAnd$Word$(to, address, value);
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_AND, to, $bytes$, token);
        }
        return old;
    }

    /**
     * The non-blocking form of {@code fetchAnd}, {@code shmem_$type$_atomic_fetch_and_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void fetchAndNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_AND_NBI, to, $bytes$) : 0;
        result[at] = backend.fetchAnd$Word$(to, address, value);
        if (Check.FULL) {
            inFlight().result(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_AND_NBI, to, $bytes$, token);
        }
    }

    /**
     * Applies and, {@code shmem_$type$_atomic_and}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void and(Symmetric$Types$ target, long index, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_AND, to, $bytes$) : 0;
        backend.fetchAnd$Word$(to, address, value);
        if (Hook.ON) {
            leave(Routine.ATOMIC_AND, to, $bytes$, token);
        }
    }

    /**
     * Applies or, {@code shmem_$type$_atomic_fetch_or}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ fetchOr(Symmetric$Types$ target, long index, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_OR, to, $bytes$) : 0;
        $type$ old = backend.fetchOr$Word$(to, address, value);
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_OR, to, $bytes$, token);
        }
        return old;
    }

    /**
     * The non-blocking form of {@code fetchOr}, {@code shmem_$type$_atomic_fetch_or_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void fetchOrNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_OR_NBI, to, $bytes$) : 0;
        result[at] = backend.fetchOr$Word$(to, address, value);
        if (Check.FULL) {
            inFlight().result(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_OR_NBI, to, $bytes$, token);
        }
    }

    /**
     * Applies or, {@code shmem_$type$_atomic_or}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void or(Symmetric$Types$ target, long index, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_OR, to, $bytes$) : 0;
        backend.fetchOr$Word$(to, address, value);
        if (Hook.ON) {
            leave(Routine.ATOMIC_OR, to, $bytes$, token);
        }
    }

    /**
     * Applies xor, {@code shmem_$type$_atomic_fetch_xor}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     * @return the value before
     */
    public final $type$ fetchXor(Symmetric$Types$ target, long index, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_XOR, to, $bytes$) : 0;
        $type$ old = backend.fetchXor$Word$(to, address, value);
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_XOR, to, $bytes$, token);
        }
        return old;
    }

    /**
     * The non-blocking form of {@code fetchXor}, {@code shmem_$type$_atomic_fetch_xor_nbi}.
     *
     * @param result   gets the value before; in use until {@link #quiet}
     * @param at       its element
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void fetchXorNbi($type$[] result, int at, Symmetric$Types$ target, long index, $type$ value, int pe) {
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_FETCH_XOR_NBI, to, $bytes$) : 0;
        result[at] = backend.fetchXor$Word$(to, address, value);
        if (Check.FULL) {
            inFlight().result(to, MemorySegment.ofArray(result), (long) at << $shift$, $bytes$);
        }
        if (Hook.ON) {
            leave(Routine.ATOMIC_FETCH_XOR_NBI, to, $bytes$, token);
        }
    }

    /**
     * Applies xor, {@code shmem_$type$_atomic_xor}.
     *
     * @param target   the symmetric object
     * @param index    the element
     * @param value    the mask
     * @param pe       whose copy
     */
    public final void xor(Symmetric$Types$ target, long index, $type$ value, int pe) {
        int to = world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? enter(Routine.ATOMIC_XOR, to, $bytes$) : 0;
        backend.fetchXor$Word$(to, address, value);
        if (Hook.ON) {
            leave(Routine.ATOMIC_XOR, to, $bytes$, token);
        }
    }
//#end
}

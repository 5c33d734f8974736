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
 * <p>They are sequentially consistent, and atomic with respect to each other and to waits for and tests of the target
 * as the same type. The non-blocking forms write their result to an array, which holds it after {@link Context#quiet}.
 */
public sealed interface AtomicOperations permits Context {
//#types swap: $call$ expected old value
//#each call/c/CALL/does/given/operand/access/UPDATE/operands
//#row atomic: atomicFetch | fetch | FETCH | Loads an element | | | atomicGetLong(to, address) | ADD | 0, 0
//#row real: atomicFetch | fetch | FETCH | Loads an element | | | atomicGetLong(to, address) | ADD | 0, 0
//#row atomic: swap | swap | SWAP | Replaces an element | , long value | its new value
//#     | swapLong(to, address, value) | SWAP | value, 0
//#row real: swap | swap | SWAP | Replaces an element | , double value | its new value
//#     | swapLong(to, address, Double.doubleToRawLongBits(value)) | SWAP | Double.doubleToRawLongBits(value), 0
//#row atomic: compareSwap | compare_swap | COMPARE_SWAP | Replaces an element if it has an expected value
//#     | , long expected, long value | its new value
//#     | compareSwapLong(to, address, expected, value) | COMPARE_SWAP | value, expected
//#row atomic: fetchInc | fetch_inc | FETCH_INC | Adds one to an element | |
//#     | fetchAddLong(to, address, 1) | ADD | 1, 0
//#row atomic: fetchAdd | fetch_add | FETCH_ADD | Adds a value to an element | , long value | the addend
//#     | fetchAddLong(to, address, value) | ADD | value, 0
//#row atomic: fetchAnd | fetch_and | FETCH_AND | Replaces an element by its bitwise and with a mask | , long value
//#     | the mask | fetchBitsLong(Update.AND, to, address, value) | AND | value, 0
//#row atomic: fetchOr | fetch_or | FETCH_OR | Replaces an element by its bitwise or with a mask | , long value
//#     | the mask | fetchBitsLong(Update.OR, to, address, value) | OR | value, 0
//#row atomic: fetchXor | fetch_xor | FETCH_XOR | Replaces an element by its bitwise xor with a mask | , long value
//#     | the mask | fetchBitsLong(Update.XOR, to, address, value) | XOR | value, 0
//#param value $operand$
//#param expected the value it must have
    /** $does$, {@code shmem_long_atomic_$c$}. @params @return its old value @throws index, pe, freed */
    default long $call$(SymmetricLongs target, long index$given$, int pe) {
        Context c = (Context) this;
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_$CALL$, to, Long.BYTES, long.class) : 0;
        long old = c.backend.$access$;
        //#real double old = Double.longBitsToDouble(c.backend.$access$);
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_$CALL$, to, Long.BYTES, token);
        }
        return old;
    }

    /**
     * $does$, {@code shmem_long_atomic_$c$_nbi}; only starts the operation.
     *
     * @params
     * @param result holds its old value after {@link Context#quiet}
     * @param at element of the result
     * @throws index, pe, freed
     */
    default void $call$Nbi(long[] result, int at, SymmetricLongs target, long index$given$, int pe) {
        Context c = (Context) this;
        Fault.checkArray(result, result == null ? -1 : result.length, at, 1);
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_$CALL$_NBI, to, Long.BYTES, long.class) : 0;
        if (Check.FULL || JobMemory.here(to)) {
            result[at] = c.backend.$access$;
            //#real result[at] = Double.longBitsToDouble(c.backend.$access$);
        } else {
            c.backend.fetchLater(Update.$UPDATE$, to, address, Long.BYTES, $operands$,
                MemorySegment.ofArray(result), (long) at << 3);
        }
        if (Check.FULL || Check.RACES) {
            c.delayResult(to, MemorySegment.ofArray(result), (long) at << 3, Long.BYTES);
        }
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_$CALL$_NBI, to, Long.BYTES, token);
        }
    }

//#next
//#each call/c/CALL/does/given/operand/access
//#row atomic: atomicSet | set | SET | Stores an element | , long value | its new value
//#     | atomicSetLong(to, address, value)
//#row real: atomicSet | set | SET | Stores an element | , double value | its new value
//#     | atomicSetLong(to, address, Double.doubleToRawLongBits(value))
//#row atomic: inc | inc | INC | Adds one to an element | | | addLong(to, address, 1)
//#row atomic: add | add | ADD | Adds a value to an element | , long value | the addend
//#     | addLong(to, address, value)
//#row atomic: and | and | AND | Replaces an element by its bitwise and with a mask | , long value | the mask
//#     | bitsLong(Update.AND, to, address, value)
//#row atomic: or | or | OR | Replaces an element by its bitwise or with a mask | , long value | the mask
//#     | bitsLong(Update.OR, to, address, value)
//#row atomic: xor | xor | XOR | Replaces an element by its bitwise xor with a mask | , long value | the mask
//#     | bitsLong(Update.XOR, to, address, value)
//#param value $operand$
    /** $does$, {@code shmem_long_atomic_$c$}. @params @throws index, pe, freed */
    default void $call$(SymmetricLongs target, long index$given$, int pe) {
        Context c = (Context) this;
        int to = c.world(pe);
        long address = Symmetric.at(target, index);
        long token = Hook.ON ? c.enter(Routine.ATOMIC_$CALL$, to, Long.BYTES, long.class) : 0;
        c.backend.$access$;
        if (Hook.ON) {
            c.leave(Routine.ATOMIC_$CALL$, to, Long.BYTES, token);
        }
    }

//#next
//#done
}

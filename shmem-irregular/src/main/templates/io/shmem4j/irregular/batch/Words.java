// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.batch;

import io.shmem4j.Context;
import io.shmem4j.Symmetric;
//#types
import io.shmem4j.SymmetricLongs;
//#done

/** Executes the operations of a batch at the owner, and passes fetched words to their actions. */
final class Words {
    private Words() {
    }

    /** Operations on an element, with their number of operands in words. */
    enum Operation {
        P(1), MANY(1), G(0), SET(1), INC(0), ADD(1), AND(1), OR(1), XOR(1), FETCH(0), SWAP(1), COMPARE_SWAP(2),
        FETCH_INC(0), FETCH_ADD(1), FETCH_AND(1), FETCH_OR(1), FETCH_XOR(1);

        static final Operation[] ALL = values();

        final int operands;

        Operation(int operands) {
            this.operands = operands;
        }

        boolean fetches() {
            return this == G || ordinal() >= FETCH.ordinal();
        }
    }

    /**
     * Executes an operation on this PE's element; {@return the fetched word, if it fetches} Stores are sets and
     * fetching atomics, which need no quiet.
     *
     * @param me    the number of this PE in the context
     * @param words contains the operands
     * @param at    the index of the first operand
     */
    static long apply(Operation operation, Context context, int me, Symmetric target, long index, long[] words,
        int at) {
        return switch (target) {
//#types
            case SymmetricLongs array -> applyLong(operation, context, me, array, index, words, at);
//#done
        };
    }

//#types: -words -applyLong
    private static long applyLong(Operation operation, Context context, int me, SymmetricLongs array, long index,
        long[] words, int at) {
        switch (operation) {
            case P:
                array.set(index, valueLong(words[at]));
                return 0;
            case G:
                return context.g(array, index, me);
                //#real return Double.doubleToRawLongBits(context.g(array, index, me));
            //#if swap
            case SET:
                context.swap(array, index, valueLong(words[at]), me);
                return 0;
            case FETCH:
                return context.atomicFetch(array, index, me);
                //#real return Double.doubleToRawLongBits(context.atomicFetch(array, index, me));
            case SWAP:
                return context.swap(array, index, valueLong(words[at]), me);
                //#real return Double.doubleToRawLongBits(context.swap(array, index, valueDouble(words[at]), me));
            //#end
            //#if atomic
            case INC:
                context.fetchInc(array, index, me);
                return 0;
            case FETCH_INC:
                return context.fetchInc(array, index, me);
            case COMPARE_SWAP:
                return context.compareSwap(array, index, valueLong(words[at]), valueLong(words[at + 1]), me);
            //#each op/Op/OP add/Add/ADD and/And/AND or/Or/OR xor/Xor/XOR
            case $OP$:
                context.fetch$Op$(array, index, valueLong(words[at]), me);
                return 0;
            case FETCH_$OP$:
                return context.fetch$Op$(array, index, valueLong(words[at]), me);
            //#next
            //#end
            default:
                throw new IllegalStateException(operation + " of " + array);
        }
    }

    private static long valueLong(long word) {
        return word;
        //#small return (short) word;
        //#int return (int) word;
        //#float return Float.intBitsToFloat((int) word);
        //#double return Double.longBitsToDouble(word);
    }

//#done
    /** Passes a fetched word to its action, and {@return whether that was its last one} */
    static boolean deliver(Object action, long word) {
        switch (action) {
//#types
            case LongAction known -> known.accept(valueLong(word));
            case ArrivingLongs many -> {
                return many.accept(valueLong(word));
            }
//#done
            default -> throw new IllegalStateException("an action of " + action.getClass());
        }
        return true;
    }

//#types: value
    /** Collects elements for an action that takes all of them. */
    static final class ArrivingLongs {
        private final long[] values;
        private final LongAction.Many action;
        private int filled;

        ArrivingLongs(long[] values, LongAction.Many action) {
            this.values = values;
            this.action = action;
        }

        private boolean accept(long value) {
            values[filled++] = value;
            if (filled < values.length) {
                return false;
            }
            action.accept(values);
            return true;
        }
    }

//#done
}

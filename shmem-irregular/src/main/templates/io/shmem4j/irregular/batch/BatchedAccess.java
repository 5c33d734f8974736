// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.batch;

//#types
import io.shmem4j.Symmetric$Types$;
//#done
import io.shmem4j.irregular.batch.Words.Operation;

/**
 * The accesses of a {@link Batch}, named and ordered like those of a context. The element type is that of the symmetric
 * array.
 */
public sealed interface BatchedAccess permits Batch {
//#types
    /**
     * Stores one element.
     *
     * @param dest  the symmetric array
     * @param index the element
     * @param value the value
     * @param pe    the target
     * @throws io.shmem4j.error.SymmetricIndexException if there is no such element
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    default void p(Symmetric$Types$ dest, long index, $type$ value, int pe) {
        Batch batch = (Batch) this;
        if (batch.near(pe)) {
            batch.context.p(dest, index, value, pe);
        } else {
            batch.send(Operation.P, dest, index, $toWord$(value), pe);
        }
    }

    /**
     * Copies elements of a Java array to a PE; the array may change at once.
     *
     * @param dest        the symmetric array
     * @param destIndex   its first element
     * @param source      the array
     * @param sourceIndex its first element
     * @param count       number of elements
     * @param pe          the target
     * @throws io.shmem4j.error.SymmetricIndexException if elements go beyond an array
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    default void put(Symmetric$Types$ dest, long destIndex, $type$[] source, int sourceIndex, int count, int pe) {
        Batch batch = (Batch) this;
        if (batch.near(pe) || count == 0) {
            batch.context.put(dest, destIndex, source, sourceIndex, count, pe);
        } else {
            batch.check(dest, destIndex, count);
            java.util.Objects.checkFromIndexSize(sourceIndex, count, source.length);
            for (int i = 0; i < count; i++) {
                batch.send(Operation.P, dest, destIndex + i, $toWord$(source[sourceIndex + i]), pe);
            }
        }
    }

    /**
     * Fetches one element.
     *
     * @param source the symmetric array
     * @param index  the element
     * @param pe     whose copy
     * @param action gets the element, at the latest in {@link Batch#quiet}
     * @throws io.shmem4j.error.SymmetricIndexException if there is no such element
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    default void get(Symmetric$Types$ source, long index, int pe, $Type$Action action) {
        Batch batch = (Batch) this;
        if (batch.near(pe)) {
            action.accept(batch.context.g(source, index, pe));
        } else {
            batch.fetch(Operation.G, source, index, pe, action);
        }
    }

    /**
     * Fetches elements that follow one another. Others may change them meanwhile.
     *
     * @param source the symmetric array
     * @param index  the first element
     * @param count  number of elements
     * @param pe     whose copy
     * @param action gets the elements, at the latest in {@link Batch#quiet}
     * @throws io.shmem4j.error.SymmetricIndexException if there are no such elements
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    default void get(Symmetric$Types$ source, long index, int count, int pe, $Type$Action.Many action) {
        Batch batch = (Batch) this;
        if (batch.near(pe) || count <= 0) {
            $type$[] values = new $type$[Math.max(0, count)];
            batch.context.get(values, 0, source, index, count, pe);
            action.accept(values);
        } else {
            batch.check(source, index, count);
            batch.fetch(Operation.MANY, source, index, count, pe, new Words.Many$Types$(new $type$[count], action));
        }
    }

//#done
//#types swap
    /**
     * Replaces one element atomically.
     *
     * @param target the symmetric array
     * @param index  the element
     * @param value  the new value
     * @param pe     whose copy
     * @param action gets the old value, at the latest in {@link Batch#quiet}
     * @throws io.shmem4j.error.SymmetricIndexException if there is no such element
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    default void swap(Symmetric$Types$ target, long index, $type$ value, int pe, $Type$Action action) {
        Batch batch = (Batch) this;
        if (batch.near(pe)) {
            action.accept(batch.context.swap(target, index, value, pe));
        } else {
            batch.fetch(Operation.SWAP, target, index, $toWord$(value), pe, action);
        }
    }

//#done
//#types atomic
    /**
     * Replaces one element atomically if it has a value.
     *
     * @param target   the symmetric array
     * @param index    the element
     * @param expected the value that it must have
     * @param value    the new value
     * @param pe       whose copy
     * @param action   gets the old value, at the latest in {@link Batch#quiet}
     * @throws io.shmem4j.error.SymmetricIndexException if there is no such element
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    default void compareSwap(Symmetric$Types$ target, long index, $type$ expected, $type$ value, int pe,
        $Type$Action action) {
        Batch batch = (Batch) this;
        if (batch.near(pe)) {
            action.accept(batch.context.compareSwap(target, index, expected, value, pe));
        } else {
            batch.exchange(target, index, expected, value, pe, action);
        }
    }

    /**
     * Adds 1 to one element atomically.
     *
     * @param target the symmetric array
     * @param index  the element
     * @param pe     whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if there is no such element
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    default void inc(Symmetric$Types$ target, long index, int pe) {
        Batch batch = (Batch) this;
        if (batch.near(pe)) {
            batch.context.inc(target, index, pe);
        } else {
            batch.send(Operation.INC, target, index, pe);
        }
    }

    /**
     * Adds 1 to one element atomically.
     *
     * @param target the symmetric array
     * @param index  the element
     * @param pe     whose copy
     * @param action gets the value before, at the latest in {@link Batch#quiet}
     * @throws io.shmem4j.error.SymmetricIndexException if there is no such element
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    default void fetchInc(Symmetric$Types$ target, long index, int pe, $Type$Action action) {
        Batch batch = (Batch) this;
        if (batch.near(pe)) {
            action.accept(batch.context.fetchInc(target, index, pe));
        } else {
            batch.fetch(Operation.FETCH_INC, target, index, pe, action);
        }
    }

//#each op/Op/OP/text add/Add/ADD/Adds and/And/AND/Ands or/Or/OR/Ors xor/Xor/XOR/Xors
    /**
     * $text$ a value to one element atomically.
     *
     * @param target the symmetric array
     * @param index  the element
     * @param value  the operand
     * @param pe     whose copy
     * @throws io.shmem4j.error.SymmetricIndexException if there is no such element
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    default void $op$(Symmetric$Types$ target, long index, $type$ value, int pe) {
        Batch batch = (Batch) this;
        if (batch.near(pe)) {
            batch.context.$op$(target, index, value, pe);
        } else {
            batch.send(Operation.$OP$, target, index, value, pe);
        }
    }

    /**
     * $text$ a value to one element atomically.
     *
     * @param target the symmetric array
     * @param index  the element
     * @param value  the operand
     * @param pe     whose copy
     * @param action gets the value before, at the latest in {@link Batch#quiet}
     * @throws io.shmem4j.error.SymmetricIndexException if there is no such element
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     */
    default void fetch$Op$(Symmetric$Types$ target, long index, $type$ value, int pe, $Type$Action action) {
        Batch batch = (Batch) this;
        if (batch.near(pe)) {
            action.accept(batch.context.fetch$Op$(target, index, value, pe));
        } else {
            batch.fetch(Operation.FETCH_$OP$, target, index, value, pe, action);
        }
    }

//#next
//#done
}

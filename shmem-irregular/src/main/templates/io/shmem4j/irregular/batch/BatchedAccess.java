// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.batch;

//#types
import io.shmem4j.SymmetricLongs;
//#done
import io.shmem4j.engine.Fault;
import io.shmem4j.irregular.batch.Words.Operation;
import io.shmem4j.irregular.lane.Follow;

/**
 * The accesses of a {@link Batch}, named and ordered like those of a context. The element type is that of the symmetric
 * array.
 */
public sealed interface BatchedAccess permits Batch {
//#param dest the symmetric array
//#param destIndex its first element
//#param source the symmetric array
//#param sourceIndex its first element
//#param array the symmetric array
//#types: expected fetched value
    /** Stores one element. @params @param pe the target @throws element, pe */
    default void p(SymmetricLongs dest, long index, long value, int pe) {
        Batch batch = (Batch) this;
        if (batch.near(pe)) {
            batch.context.p(dest, index, value, pe);
        } else {
            batch.send(Operation.P, dest, index, value, pe);
            //#real batch.send(Operation.P, dest, index, Double.doubleToRawLongBits(value), pe);
        }
    }

    /**
     * Copies elements of a Java array to a PE; the array can be reused at once.
     *
     * @params
     * @param source the array
     * @param pe the target
     * @throws element, pe
     */
    default void put(SymmetricLongs dest, long destIndex, long[] source, int sourceIndex, int count, int pe) {
        Batch batch = (Batch) this;
        if (batch.near(pe) || count == 0) {
            batch.context.put(dest, destIndex, source, sourceIndex, count, pe);
        } else {
            batch.check(dest, destIndex, count);
            java.util.Objects.checkFromIndexSize(sourceIndex, count, source.length);
            for (int i = 0; i < count; i++) {
                batch.send(Operation.P, dest, destIndex + i,
                    source[sourceIndex + i], pe);
                    //#real Double.doubleToRawLongBits(source[sourceIndex + i]), pe);
            }
        }
    }

    /**
     * Fetches consecutive elements, which other PEs may change at the same time.
     *
     * @params
     * @param index the first element
     * @param action receives the elements, in {@link Batch#quiet} at the latest
     * @throws element, pe
     */
    default void get(SymmetricLongs source, long index, int count, int pe, LongAction.Many action) {
        Batch batch = (Batch) this;
        Fault.required(action, "action");
        if (batch.near(pe) || count <= 0) {
            long[] values = new long[Math.max(0, count)];
            batch.context.get(values, 0, source, index, count, pe);
            Follow.run(() -> action.accept(values));
        } else {
            batch.check(source, index, count);
            batch.fetch(Operation.MANY, source, index, count, pe, new Words.ArrivingLongs(new long[count], action));
        }
    }

//#param expected the expected value
//#each call/does/what/given/near/far
//#row get | Fetches one element | element | | g(array, index, pe) | fetch(Operation.G, array, index, pe, action)
//#row swap: atomicFetch | Fetches one element atomically | element |
//#     | atomicFetch(array, index, pe) | fetch(Operation.FETCH, array, index, pe, action)
//#row atomic: swap | Replaces one element atomically | old value | , long value
//#     | swap(array, index, value, pe) | fetch(Operation.SWAP, array, index, value, pe, action)
//#row real: swap | Replaces one element atomically | old value | , double value | swap(array, index, value, pe)
//#     | fetch(Operation.SWAP, array, index, Double.doubleToRawLongBits(value), pe, action)
//#row atomic: compareSwap | Replaces one element atomically if it has the expected value | old value
//#     | , long expected, long value | compareSwap(array, index, expected, value, pe)
//#     | exchange(array, index, expected, value, pe, action)
//#row atomic: fetchInc | Adds 1 to one element atomically | value before |
//#     | fetchInc(array, index, pe) | fetch(Operation.FETCH_INC, array, index, pe, action)
//#row atomic: fetchAdd | Adds a value to one element atomically | value before | , long value
//#     | fetchAdd(array, index, value, pe) | fetch(Operation.FETCH_ADD, array, index, value, pe, action)
//#row atomic: fetchAnd | Ands a value to one element atomically | value before | , long value
//#     | fetchAnd(array, index, value, pe) | fetch(Operation.FETCH_AND, array, index, value, pe, action)
//#row atomic: fetchOr | Ors a value to one element atomically | value before | , long value
//#     | fetchOr(array, index, value, pe) | fetch(Operation.FETCH_OR, array, index, value, pe, action)
//#row atomic: fetchXor | Xors a value to one element atomically | value before | , long value
//#     | fetchXor(array, index, value, pe) | fetch(Operation.FETCH_XOR, array, index, value, pe, action)
    /** $does$. @params @param action receives the $what$, in {@link Batch#quiet} at the latest @throws element, pe */
    default void $call$(SymmetricLongs array, long index$given$, int pe, LongAction action) {
        Batch batch = (Batch) this;
        Fault.required(action, "action");
        if (batch.near(pe)) {
            long fetched = batch.context.$near$;
            Follow.run(() -> action.accept(fetched));
        } else {
            batch.$far$;
        }
    }

//#next
//#done
//#types swap: value
//#each call/CALL/does/given/passed/word
//#row atomic: atomicSet | SET | Stores one element atomically | , long value | , value | , value
//#row real: atomicSet | SET | Stores one element atomically | , double value | , value
//#     | , Double.doubleToRawLongBits(value)
//#row atomic: inc | INC | Adds 1 to one element atomically | | |
//#row atomic: add | ADD | Adds a value to one element atomically | , long value | , value | , value
//#row atomic: and | AND | Ands a value to one element atomically | , long value | , value | , value
//#row atomic: or | OR | Ors a value to one element atomically | , long value | , value | , value
//#row atomic: xor | XOR | Xors a value to one element atomically | , long value | , value | , value
    /** $does$. @params @throws element, pe */
    default void $call$(SymmetricLongs array, long index$given$, int pe) {
        Batch batch = (Batch) this;
        if (batch.near(pe)) {
            batch.context.$call$(array, index$passed$, pe);
        } else {
            batch.send(Operation.$CALL$, array, index$word$, pe);
        }
    }

//#next
//#done
}

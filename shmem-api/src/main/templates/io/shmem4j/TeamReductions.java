// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

//#types
import io.shmem4j.collective.algorithm.LongKernel;
//#done
import io.shmem4j.engine.Fault;
import io.shmem4j.spi.Kernel.Operator;

/**
 * Reductions and prefix sums over the members of a team, element by element, {@code shmem_*_reduce},
 * {@code sum_inscan} and {@code sum_exscan}.
 *
 * <p>All members make the same calls in the same order and pass the same symmetric objects. A call returns when this
 * member's result is complete and its source may change again. The result may replace the source; otherwise the two
 * must not overlap. {@code sumReduce(x, 1, 3)} replaces the elements 1 to 3 of {@code x} by their sums over all
 * members; {@code slice} selects other parts of arrays.
 *
 * <p>The forms for a single value need no symmetric object: each member passes its value, and the call returns the
 * result on all members. They extend the standard, and are as fast as the forms for symmetric objects of one element.
 * All members pass values of the same type: {@code sumReduce(1)} adds ints, {@code sumReduce(1L)} longs.
 *
 * <p>Every call throws {@link io.shmem4j.error.NotInitializedException} on a team that this PE is not in. Calls
 * with symmetric objects throw {@link io.shmem4j.error.SymmetricIndexException} for a count beyond an object's end,
 * {@link io.shmem4j.error.FreedObjectException} for a freed object, and {@link IllegalArgumentException} for
 * overlapping objects. With {@code SHMEM_CHECK=2} they throw {@link io.shmem4j.error.SymmetricMismatchException} if
 * the members' calls differ.
 */
public sealed interface TeamReductions permits Team {
//#types: $call$ $call$Reduce value
//#param value this member's value
//#each call/CALL/does/c/returns
//#row max | MAX | Finds the largest of the members' elements | long_max | the largest of the members' values
//#row min | MIN | Finds the smallest of the members' elements | long_min | the smallest of the members' values
//#row sum | SUM | Adds the members' elements | long_sum | the sum of the members' values
//#row prod | PROD | Multiplies the members' elements | long_prod | the product of the members' values
//#row integer: and | AND | Combines the members' elements by bitwise and | long_and
//#     | the bitwise and of the members' values
//#row integer: or | OR | Combines the members' elements by bitwise or | long_or
//#     | the bitwise or of the members' values
//#row integer: xor | XOR | Combines the members' elements by bitwise xor | long_xor
//#     | the bitwise xor of the members' values
//#row integer: umax | UMAX | Finds the largest of the members' elements as unsigned numbers | ulong_max
//#     | the largest of the members' values as unsigned numbers
//#row integer: umin | UMIN | Finds the smallest of the members' elements as unsigned numbers | ulong_min
//#     | the smallest of the members' values as unsigned numbers
//#param dest the result, on every member; may be the source
//#param source the operands
    /** $does$, {@code shmem_$c$_reduce}. @params @throws index, freed, overlap, member */
    default void $call$Reduce(SymmetricLongs dest, SymmetricLongs source, long count) {
        ((Team) this).calls.reduce(LongKernel.of(Operator.$CALL$), dest, source, count);
    }

    /**
     * $does$ in place, in a part of an array. An extension of the standard.
     *
     * @params
     * @param array the operands, then the result; null only if the count is 0
     * @param from first element of the part
     * @throws index, freed, member
     */
    default void $call$Reduce(SymmetricLongs array, long from, long count) {
        SymmetricLongs part = array == null ? null : array.slice(from, count);
        ((Team) this).calls.reduce(LongKernel.of(Operator.$CALL$), part, part, count);
    }

    /** {@return $returns$} @params @throws member */
    default long $call$Reduce(long value) {
        return ((Team) this).values.reduce(LongKernel.of(Operator.$CALL$), value);
    }

//#next
//#if real
//#each Sum/sum/OPERATOR/does Sum/sum/SUM/Adds Prod/prod/COMPLEX_PROD/Multiplies
    /**
     * $does$ the members' complex numbers, {@code shmem_complexd_$sum$_reduce}.
     *
     * @params
     * @param dest the result, real and imaginary parts in turn; may be the source
     * @param source the operands, real and imaginary parts in turn
     * @param count number of complex numbers
     * @throws index, freed, overlap, member
     */
    default void complex$Sum$Reduce(SymmetricDoubles dest, SymmetricDoubles source, long count) {
        ((Team) this).calls.reduce(DoubleKernel.of(Operator.$OPERATOR$), dest, source, Fault.times(count, 2));
    }

//#next
//#end
//#param dest the result; may be the source
//#param source the operands
//#param value this member's value
//#each call/c/which/first/zero/inclusive
//#row sumInscan | sum_inscan | up to and including this one | | | true
//#row sumExscan | sum_exscan | before this one | ; the first member gets zeros | 0 on the first member. | false
    /** Adds the elements of all members $which$, {@code shmem_long_$c$}$first$. @params @throws index, freed, overlap,
     * member */
    default void $call$(SymmetricLongs dest, SymmetricLongs source, long count) {
        ((Team) this).calls.scan(LongKernel.of(Operator.SUM), dest, source, count, $inclusive$);
    }

    /**
     * Adds the elements of all members $which$ in place, in a part of an array$first$. An extension of the standard.
     *
     * @params
     * @param array the operands, then the result; null only if the count is 0
     * @param from first element of the part
     * @throws index, freed, member
     */
    default void $call$(SymmetricLongs array, long from, long count) {
        SymmetricLongs part = array == null ? null : array.slice(from, count);
        ((Team) this).calls.scan(LongKernel.of(Operator.SUM), part, part, count, $inclusive$);
    }

    /** {@return the sum of the values of all members $which$} $zero$ @params @throws member */
    default long $call$(long value) {
        return ((Team) this).values.scan(LongKernel.of(Operator.SUM), value, $inclusive$);
    }

//#next
//#done
}

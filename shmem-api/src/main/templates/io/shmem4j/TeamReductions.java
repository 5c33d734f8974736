// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

//#types
import io.shmem4j.collective.kernel.$Type$Kernel;
//#done
import io.shmem4j.engine.Fault;
import io.shmem4j.spi.Kernel.Operator;

/**
 * Reductions over the members of a team, element by element, {@code shmem_*_reduce}.
 *
 * <p>All members call them in the same order with the same symmetric objects. A call returns when this member's result
 * is complete and its source may be changed. The result may replace the source; otherwise the two must not overlap.
 *
 * <p>Forms of one value need no symmetric object: each member passes its value, and the call returns the result on all.
 * They are conveniences beside the standard, as fast as the forms of symmetric objects with one element. All members
 * pass a value of the same type: {@code sumReduce(1)} adds ints, {@code sumReduce(1L)} longs.
 *
 * <p>Every call throws {@link io.shmem4j.error.NotInitializedException} on a team that this PE is not in. Calls
 * with symmetric objects throw {@link io.shmem4j.error.SymmetricIndexException} for a count beyond an object's end,
 * {@link io.shmem4j.error.FreedObjectException} for an object that has been freed, and
 * {@link IllegalArgumentException} for objects that overlap. {@code SHMEM_CHECK=2} adds
 * {@link io.shmem4j.error.SymmetricMismatchException} where the members' calls differ.
 */
public sealed interface TeamReductions permits Team {
//#types
//#each and/AND/kind integer: and/AND/bitwise or/OR/bitwise xor/XOR/bitwise umax/UMAX/largest umin/UMIN/smallest
    /**
//#when bitwise
     * Combines the members' elements by bitwise $and$, {@code shmem_$type$_$and$_reduce}.
//#end
//#when umax
     * Finds the largest of the members' elements as unsigned numbers, {@code shmem_u$type$_max_reduce}.
//#end
//#when umin
     * Finds the smallest of the members' elements as unsigned numbers, {@code shmem_u$type$_min_reduce}.
//#end
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  number of elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void $and$Reduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        ((Team) this).calls.reduce($Type$Kernel.of(Operator.$AND$), dest, source, count);
    }

    /**
//#when bitwise
     * {@return the bitwise $and$ of the members' values}
//#end
//#when umax
     * {@return the largest of the members' values as unsigned numbers}
//#end
//#when umin
     * {@return the smallest of the members' values as unsigned numbers}
//#end
     *
     * @param value this member's value
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default $type$ $and$Reduce($type$ value) {
        return ((Team) this).values.reduce($Type$Kernel.of(Operator.$AND$), value);
    }

//#next
//#each max/MAX max/MAX min/MIN sum/SUM prod/PROD
    /**
//#when max
     * Finds the largest of the members' elements, {@code shmem_$type$_max_reduce}.
//#end
//#when min
     * Finds the smallest of the members' elements, {@code shmem_$type$_min_reduce}.
//#end
//#when sum
     * Adds the members' elements, {@code shmem_$type$_sum_reduce}.
//#end
//#when prod
     * Multiplies the members' elements, {@code shmem_$type$_prod_reduce}.
//#end
     *
     * @param dest   the result, on every member; may be the source
     * @param source the operands
     * @param count  number of elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void $max$Reduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        ((Team) this).calls.reduce($Type$Kernel.of(Operator.$MAX$), dest, source, count);
    }

    /**
//#when max
     * {@return the largest of the members' values}
//#end
//#when min
     * {@return the smallest of the members' values}
//#end
//#when sum
     * {@return the sum of the members' values}
//#end
//#when prod
     * {@return the product of the members' values}
//#end
     *
     * @param value this member's value
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default $type$ $max$Reduce($type$ value) {
        return ((Team) this).values.reduce($Type$Kernel.of(Operator.$MAX$), value);
    }

//#next
//#each Sum/sum/OPERATOR/does real: Sum/sum/SUM/Adds Prod/prod/COMPLEX_PROD/Multiplies
    /**
     * $does$ the members' complex numbers, {@code shmem_complex$letter$_$sum$_reduce}.
     *
     * @param dest   the result, real and imaginary parts in turn; may be the source
     * @param source the operands, real and imaginary parts in turn
     * @param count  number of complex numbers
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void complex$Sum$Reduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        ((Team) this).calls.reduce($Type$Kernel.of(Operator.$OPERATOR$), dest, source, Fault.times(count, 2));
    }

//#next
//#done
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

//#types
import io.shmem4j.collective.kernel.$Type$Kernel;
//#done
import io.shmem4j.spi.Kernel.Operator;

/**
 * Prefix sums over the members of a team, element by element, {@code shmem_*_sum_inscan} and {@code sum_exscan}.
 *
 * <p>All members call them in the same order with the same symmetric objects. A call returns when this member's result
 * is complete and its source may be changed. The result may replace the source; otherwise the two must not overlap.
 *
 * <p>Forms of one value need no symmetric object; they are conveniences beside the standard. All members pass a value
 * of the same type. What calls throw is written at {@link TeamReductions}.
 */
public sealed interface TeamScans permits Team {
//#types
    /**
     * Adds the elements of all members up to and including this one, {@code shmem_$type$_sum_inscan}.
     *
     * @param dest   the result; may be the source
     * @param source the operands
     * @param count  number of elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void sumInscan(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        ((Team) this).calls.scan($Type$Kernel.of(Operator.SUM), dest, source, count, true);
    }

    /**
     * {@return the sum of the values of all members up to and including this one}
     *
     * @param value this member's value
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default $type$ sumInscan($type$ value) {
        return ((Team) this).values.scan($Type$Kernel.of(Operator.SUM), value, true);
    }

    /**
     * Adds the elements of all members before this one, {@code shmem_$type$_sum_exscan}; the first member gets zeros.
     *
     * @param dest   the result; may be the source
     * @param source the operands
     * @param count  number of elements
     * @throws io.shmem4j.error.SymmetricIndexException if an index or a count goes beyond the object or the array
     * @throws io.shmem4j.error.FreedObjectException if the object has been freed
     * @throws IllegalArgumentException if source and dest overlap
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default void sumExscan(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        ((Team) this).calls.scan($Type$Kernel.of(Operator.SUM), dest, source, count, false);
    }

    /**
     * {@return the sum of the values of all members before this one} 0 on the first member.
     *
     * @param value this member's value
     * @throws io.shmem4j.error.NotInitializedException if this PE is not a member of the team, or the team is gone
     */
    default $type$ sumExscan($type$ value) {
        return ((Team) this).values.scan($Type$Kernel.of(Operator.SUM), value, false);
    }

//#done
}

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
 * of the same type. Calls throw the exceptions of {@link TeamReductions}.
 */
public sealed interface TeamScans permits Team {
//#param dest the result; may be the source
//#param source the operands
//#param value this member's value
//#types
//#each call/c/which/first/zero/inclusive
//#row sumInscan | sum_inscan | up to and including this one | | | true
//#row sumExscan | sum_exscan | before this one | ; the first member gets zeros | 0 on the first member. | false
    /**
     * Adds the elements of all members $which$, {@code shmem_$type$_$c$}$first$.
     *
     * @params
     * @throws index, freed, overlap, member
     */
    default void $call$(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        ((Team) this).calls.scan($Type$Kernel.of(Operator.SUM), dest, source, count, $inclusive$);
    }

    /**
     * {@return the sum of the values of all members $which$} $zero$
     *
     * @params
     * @throws member
     */
    default $type$ $call$($type$ value) {
        return ((Team) this).values.scan($Type$Kernel.of(Operator.SUM), value, $inclusive$);
    }

//#next
//#done
}

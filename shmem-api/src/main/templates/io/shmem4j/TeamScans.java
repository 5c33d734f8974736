// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

//#types
import io.shmem4j.collective.kernel.$Type$Kernel;
//#done
import io.shmem4j.spi.Kernel.Operator;

/**
 * Prefix sums over the members of a team, element by element, {@code shmem_*_sum_inscan} and {@code sum_exscan}.
 *
 * <p>All members make the same calls in the same order and pass the same symmetric objects. A call returns when this
 * member's result is complete and its source may change again. The result may replace the source; otherwise the two
 * must not overlap.
 *
 * <p>The forms for a single value need no symmetric object; they are conveniences beside the standard. All members pass
 * values of the same type. The calls throw the exceptions of {@link TeamReductions}.
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
     * Adds the elements of all members $which$ in place, in a part of an array$first$. A convenience beside the
     * standard.
     *
     * @params
     * @param array the operands, then the result; null only if the count is 0
     * @param from first element of the part
     * @throws index, freed, member
     */
    default void $call$(Symmetric$Types$ array, long from, long count) {
        Symmetric$Types$ part = array == null ? null : array.slice(from, count);
        ((Team) this).calls.scan($Type$Kernel.of(Operator.SUM), part, part, count, $inclusive$);
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

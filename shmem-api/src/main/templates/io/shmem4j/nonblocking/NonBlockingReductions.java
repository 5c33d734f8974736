// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

//#types
import io.shmem4j.SymmetricLongs;
import io.shmem4j.collective.algorithm.LongKernel;
//#done
import io.shmem4j.spi.Kernel.Operator;

/**
 * Non-blocking reductions over the members of a team, element by element. All members get the same bits.
 *
 * <p>Unlike in the blocking forms, the result may not replace the source, because other members still read the source.
 */
public sealed interface NonBlockingReductions permits NonBlockingTeam {
//#types
//#each call/CALL/returns
//#row sum | SUM | the sums of the members' elements
//#row prod | PROD | the products of the members' elements
//#row min | MIN | the smallest of the members' elements
//#row max | MAX | the largest of the members' elements
//#row integer: and | AND | the members' elements combined by bitwise and
//#row integer: or | OR | the members' elements combined by bitwise or
//#row integer: xor | XOR | the members' elements combined by bitwise xor
    /**
     * {@return $returns$}
     *
     * @params
     * @param dest the result, on every member
     * @param source the operands
     */
    default Pending $call$Reduce(SymmetricLongs dest, SymmetricLongs source, long count) {
        return ((NonBlockingTeam) this).reduce("$call$Reduce", LongKernel.of(Operator.$CALL$), dest, source, count);
    }

//#next
//#done
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

//#types
import io.shmem4j.Symmetric$Types$;
import io.shmem4j.collective.kernel.$Type$Kernel;
//#done
import io.shmem4j.spi.Kernel.Operator;

/**
 * Non-blocking reductions over the members of a team, element by element. All members get the same bits.
 *
 * <p>Unlike in the blocking forms, the result may not replace the source, because other members still read the source.
 */
public sealed interface NonBlockingReductions permits NonBlockingTeam {
//#types
//#each sum/SUM/w sum/SUM/sums prod/PROD/prods min/MIN/least max/MAX/most integer: and/AND/bit or/OR/bit xor/XOR/bit
    /**
//#when sums
     * {@return the sums of the members' elements}
//#end
//#when prods
     * {@return the products of the members' elements}
//#end
//#when least
     * {@return the smallest of the members' elements}
//#end
//#when most
     * {@return the largest of the members' elements}
//#end
//#when bit
     * {@return the members' elements combined by bitwise $sum$}
//#end
     *
     * @param dest   the result, on every member
     * @param source the operands
     * @param count  number of elements
     */
    default Pending $sum$Reduce(Symmetric$Types$ dest, Symmetric$Types$ source, long count) {
        return ((NonBlockingTeam) this).reduce("$sum$Reduce", $Type$Kernel.of(Operator.$SUM$), dest, source, count);
    }

//#next
//#done
}

// SPDX-License-Identifier: Apache-2.0
//#types
package io.shmem4j.mpi.collective;

import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.mpi.data.Operator;

/** Reductions of a team, in place. */
final class LongReduction {
    private LongReduction() {
    }

    /** Combines the elements of all members; {@return false if teams don't have the operator} */
    static boolean reduce(Team team, Operator operator, SymmetricLongs x, long count) {
        switch (operator) {
            case SUM -> team.sumReduce(x, x, count);
            case PROD -> team.prodReduce(x, x, count);
            case MAX -> team.maxReduce(x, x, count);
            case MIN -> team.minReduce(x, x, count);
            case INSCAN -> team.sumInscan(x, x, count);
            case EXSCAN -> team.sumExscan(x, x, count);
//#if integer
            case BAND -> team.andReduce(x, x, count);
            case BOR -> team.orReduce(x, x, count);
            case BXOR -> team.xorReduce(x, x, count);
            case UMAX -> team.umaxReduce(x, x, count);
            case UMIN -> team.uminReduce(x, x, count);
//#end
            default -> {
                return false;
            }
        }
        return true;
    }
}

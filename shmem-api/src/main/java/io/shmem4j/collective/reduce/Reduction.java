// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.reduce;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * An algorithm that reduces over a group and gives every member the result.
 *
 * <p>No member can leave before all have entered, so the group's buffer is free again, see {@link Staging#entered}. The
 * order in which elements are combined depends on nothing but the call's arguments and the group, and in a tree on its
 * shape, which follows from the table of costs and the number of cores.
 */
public interface Reduction {
    /**
     * Reduces.
     *
     * @param team     a group of at least two members
     * @param transfer how operands move
     * @param kernel   the operator on the type
     * @param dest     offset of the result, may be the source
     * @param source   offset of the operands
     * @param bytes    length, at least one element
     */
    void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes);
}

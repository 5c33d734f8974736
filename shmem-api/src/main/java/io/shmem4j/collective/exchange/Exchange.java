// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.exchange;

import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * An algorithm by which every member sends a block to every other.
 *
 * <p>Nobody can leave before all have entered, see {@link Staging#entered}.
 */
public interface Exchange {
    /**
     * Exchanges blocks.
     *
     * @param team   a group of at least two members
     * @param blocks the blocks to move
     */
    void exchange(TeamView team, Strides blocks);
}

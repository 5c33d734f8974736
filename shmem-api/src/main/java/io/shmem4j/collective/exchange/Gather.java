// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.exchange;

import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * An algorithm that concatenates the members' data on every member.
 *
 * <p>Nobody can leave before all have entered, see {@link Staging#entered}.
 */
interface Gather {
    /**
     * Concatenates.
     *
     * @param team   a group of at least two members
     * @param parts  where the parts lie
     * @param dest   offset of the result
     * @param source offset of this member's part
     */
    void gather(TeamView team, Parts parts, long dest, long source);
}

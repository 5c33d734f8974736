// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.broadcast;

import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * An algorithm that copies a root's data to every member.
 *
 * <p>A member may leave before others enter. So the data that it leaves for them lie in the group's buffer, see
 * {@link Staging#next}, or it waits until they have read the data. Members only ever write their own dest.
 */
public interface Broadcast {
    /** Longest data that go through the group's buffer, so that the sender need not wait for the readers. */
    long STAGED_BYTES = 16 << 10;

    /**
     * Broadcasts.
     *
     * @param team   a group of at least two members
     * @param dest   offset of the result, on the root too
     * @param source offset of the root's data, may be the dest
     * @param bytes  length, at least 1
     * @param root   index of the root
     */
    void broadcast(TeamView team, long dest, long source, long bytes, int root);
}

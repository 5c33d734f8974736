// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Gathers.Gather;
import io.shmem4j.collective.team.TeamView;

/**
 * Bruck: in the stage with distance d each member has the parts of d members from itself on, and reads as many more
 * from the member d to its right, straight to their places. Any number of members takes the stages of the next power of
 * two. A barrier at the end keeps every dest in place until all have read it.
 */
final class BruckGather implements Gather {
    @Override
    public void gather(TeamView team, Parts parts, long dest, long source) {
        int me = team.me();
        int size = team.size();
        team.copy(dest + parts.start(me), source, parts.length(me));
        for (int distance = 1; distance < size; distance *= 2) {
            team.links().signal(Math.floorMod(me - distance, size));
            int peer = (me + distance) % size;
            team.links().await(peer);
            int count = Math.min(distance, size - distance);
            int straight = Math.min(count, size - peer);
            read(team, parts, dest, peer, peer, straight);
            read(team, parts, dest, peer, 0, count - straight);
        }
        team.sync();
    }

    private static void read(TeamView team, Parts parts, long dest, int peer, int first, int count) {
        long start = parts.start(first);
        team.get(dest + start, peer, dest + start, parts.start(first + count) - start);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Gathers.Gather;
import io.shmem4j.collective.team.Links;
import io.shmem4j.collective.team.TeamView;

/**
 * A ring: in each step each member copies from its left neighbour's dest the part that the neighbour got in the step
 * before. A member leaves when its right neighbour has signalled that it has read everything.
 */
final class RingGather implements Gather {
    @Override
    public void gather(TeamView team, Parts parts, long dest, long source) {
        Links links = team.links();
        int me = team.me();
        int size = team.size();
        int left = Math.floorMod(me - 1, size);
        int right = (me + 1) % size;
        team.copy(dest + parts.start(me), source, parts.length(me));
        for (int step = 1; step < size; step++) {
            links.signal(right);
            links.await(left);
            int part = Math.floorMod(me - step, size);
            team.get(dest + parts.start(part), left, dest + parts.start(part), parts.length(part));
        }
        links.signal(left);
        links.await(right);
        team.staging().free();
    }
}

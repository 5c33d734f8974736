// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Gathers.Gather;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * Each part goes straight to all members. Short parts are put together in the first member's buffer, and after one
 * barrier all members copy the whole. Two members leave their parts in their own buffers instead. Long parts are read
 * where they lie, each as soon as its owner has announced that it has come, the right neighbour's first, so that no
 * member is read by all at once. If many members share a core, they come one after the other; then each member
 * exchanges parts with the members that have come before it. One barrier ends the call.
 */
final class DirectGather implements Gather {
    /** Copied twice in the time in which members hear of each other. */
    private static final long SHORT = 1 << 10;
    /** Longest part that early members copy while they would wait, if members come one after the other. */
    private static final long SHORT_IN_QUEUE = 8 << 10;

    @Override
    public void gather(TeamView team, Parts parts, long dest, long source) {
        if (Staging.suits(team, parts.total(), team.queued() || team.levels() != null ? SHORT_IN_QUEUE : SHORT)) {
            long buffer = team.staging().fresh();
            if (team.size() == 2) {
                throughOwners(team, parts, dest, source, buffer);
            } else {
                throughFirst(team, parts, dest, source, buffer);
            }
            team.staging().entered();
        } else if (team.queued()) {
            withEarlier(team, parts, dest, source);
        } else {
            fromOwners(team, parts, dest, source);
        }
    }

    private static void throughOwners(TeamView team, Parts parts, long dest, long source, long buffer) {
        int me = team.me();
        int other = 1 - me;
        team.copy(buffer, source, parts.length(me));
        team.meet();
        team.get(dest + parts.start(other), other, buffer, parts.length(other));
        team.copy(dest + parts.start(me), source, parts.length(me));
    }

    private static void throughFirst(TeamView team, Parts parts, long dest, long source, long buffer) {
        team.put(0, buffer + parts.start(team.me()), source, parts.length(team.me()));
        team.meet();
        team.get(dest, 0, buffer, parts.total());
    }

    private static void fromOwners(TeamView team, Parts parts, long dest, long source) {
        int me = team.me();
        team.staging().next(0);
        team.staging().announce();
        team.copy(dest + parts.start(me), source, parts.length(me));
        for (int step = 1; step < team.size(); step++) {
            int peer = (me + step) % team.size();
            team.staging().awaitAnnounced(peer);
            team.get(dest + parts.start(peer), peer, source, parts.length(peer));
        }
        team.sync();
    }

    private static void withEarlier(TeamView team, Parts parts, long dest, long source) {
        int me = team.me();
        for (int number = team.order().draw() - 1; number >= 0; number--) {
            int peer = team.order().member(number);
            team.get(dest + parts.start(peer), peer, source, parts.length(peer));
            team.put(peer, dest + parts.start(me), source, parts.length(me));
        }
        team.copy(dest + parts.start(me), source, parts.length(me));
        team.sync();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.gather;

import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * Each part goes straight to everybody. The shortest are put together in the first member's buffer, from where all copy
 * the whole after one barrier; of two members each leaves its part in its own buffer, as there is nothing to put
 * together. Longer ones are read where they lie, the right neighbour's first, so that no member is read by all at once,
 * and each as soon as its owner has announced that it has come; or, where many members share a core and so come one
 * after the other, each exchanges parts with those that have come before it. Then one barrier ends it.
 */
final class DirectGather implements Gather {
    @Override
    public void gather(TeamView team, Parts parts, long dest, long source) {
        if (parts.total() <= Staging.mostInAll(team)) {
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

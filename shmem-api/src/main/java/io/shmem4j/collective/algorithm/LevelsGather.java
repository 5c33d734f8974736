// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Gathers.Gather;
import io.shmem4j.collective.team.Levels;
import io.shmem4j.collective.team.Links;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * A gather in two levels: each leader puts the parts of its node together, leaders put these into each other's memory,
 * one message from node to node, and the members on a node copy the whole from their leader.
 *
 * <p>Short parts are put together in the leader's buffers, so nobody waits for the readers. Long parts are put together
 * in the leader's dest. Then the leaders wait for each other before they put, and for the members on their nodes before
 * they leave.
 */
final class LevelsGather implements Gather {
    @Override
    public void gather(TeamView team, Parts parts, long dest, long source) {
        if (parts.total() <= Staging.ZONE_BYTES) {
            throughBuffers(team, parts, dest, source);
        } else {
            throughDest(team, parts, dest, source);
        }
        team.staging().entered();
    }

    private static void throughBuffers(TeamView team, Parts parts, long dest, long source) {
        Levels levels = team.levels();
        TeamView here = levels.here();
        long whole = here.staging().fresh();
        here.put(0, whole + parts.start(team.me()), source, parts.length(team.me()));
        if (levels.meeting().arrive()) {
            TeamView leaders = levels.leaders();
            long received = leaders.staging().fresh();
            spread(levels, parts, received, whole);
            for (int node = 0; node < levels.nodes(); node++) {
                if (node != levels.place()) {
                    long start = start(levels, parts, node);
                    leaders.copy(whole + start, received + start, start(levels, parts, node + 1) - start);
                }
            }
            leaders.staging().entered();
            levels.meeting().dismiss();
        }
        here.get(dest, 0, whole, parts.total());
        here.staging().entered();
    }

    private static void throughDest(TeamView team, Parts parts, long dest, long source) {
        Levels levels = team.levels();
        TeamView here = levels.here();
        if (levels.meeting().arrive()) {
            for (int i = 0; i < here.size(); i++) {
                int member = levels.first(levels.place()) + i;
                here.get(dest + parts.start(member), i, source, parts.length(member));
            }
            levels.leaders().sync();
            spread(levels, parts, dest, dest);
            levels.meeting().dismiss();
        } else {
            here.get(dest, 0, dest, parts.total());
        }
        if (here.size() > 1) {
            here.sync();
        }
    }

    /** Puts the parts of this leader's node where all other leaders have the whole, and waits for theirs. */
    private static void spread(Levels levels, Parts parts, long to, long from) {
        TeamView leaders = levels.leaders();
        Links links = leaders.links();
        long start = start(levels, parts, levels.place());
        long bytes = start(levels, parts, levels.place() + 1) - start;
        for (int step = 1; step < levels.nodes(); step++) {
            int peer = (levels.place() + step) % levels.nodes();
            leaders.put(peer, to + start, from + start, bytes);
            leaders.signal(peer);
        }
        for (int step = 1; step < levels.nodes(); step++) {
            links.await((levels.place() + step) % levels.nodes());
        }
    }

    private static long start(Levels levels, Parts parts, int node) {
        return parts.start(levels.first(node));
    }
}

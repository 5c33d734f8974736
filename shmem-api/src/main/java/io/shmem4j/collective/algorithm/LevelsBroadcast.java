// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Broadcasts.Broadcast;
import io.shmem4j.collective.team.Levels;
import io.shmem4j.collective.team.TeamView;

/**
 * A broadcast in two levels: the root gives its data to the members on its node, their leader to the other leaders, and
 * these leaders to the members on their nodes.
 */
final class LevelsBroadcast implements Broadcast {
    private static final Broadcast BETWEEN = new PushBroadcast();

    @Override
    public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
        Levels levels = team.levels();
        int first = levels.place(root);
        boolean own = first == levels.place();
        if (own) {
            here(levels.here(), dest, source, bytes, root - levels.first(first));
        }
        if (levels.leaders() != null) {
            BETWEEN.broadcast(levels.leaders(), dest, dest, bytes, first);
        }
        if (!own) {
            here(levels.here(), dest, dest, bytes, 0);
        }
    }

    private static void here(TeamView here, long dest, long source, long bytes, int root) {
        if (here.size() == 1) {
            here.copy(dest, source, bytes);
        } else {
            Broadcasts.fastest(here, bytes).broadcast(here, dest, source, bytes, root);
        }
    }
}

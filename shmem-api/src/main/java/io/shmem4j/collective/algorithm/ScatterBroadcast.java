// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Broadcasts.Broadcast;
import io.shmem4j.collective.team.Split;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * Scatter and allgather: each member reads a block of its own from the root, announces it, and reads the other blocks
 * from the members that have announced them, its right neighbour's first. A barrier at the end keeps every dest in
 * place until all have read it.
 */
final class ScatterBroadcast implements Broadcast {
    @Override
    public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
        Staging staging = team.staging();
        int size = team.size();
        int me = team.me();
        Split split = team.split(bytes, 1, size);
        staging.next(0);
        if (me == root) {
            staging.announce();
            team.copy(dest, source, bytes);
        } else {
            staging.awaitAnnounced(root);
            team.get(dest + split.start(me), root, source + split.start(me), split.length(me));
            staging.announce();
            for (int step = 1; step < size; step++) {
                int peer = (me + step) % size;
                staging.awaitAnnounced(peer);
                long at = split.start(peer);
                team.get(dest + at, peer, (peer == root ? source : dest) + at, split.length(peer));
            }
        }
        team.sync();
    }
}

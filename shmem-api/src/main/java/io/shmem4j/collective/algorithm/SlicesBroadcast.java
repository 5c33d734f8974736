// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Broadcasts.Broadcast;
import io.shmem4j.collective.team.Split;
import io.shmem4j.collective.team.TeamView;

/**
 * Pipelined slices: there are as many slices as readers. In the first stage every reader copies another slice from the
 * root; in each later stage it copies, from its right neighbour in the ring of readers, the slice that the neighbour
 * got in the stage before. So only one member reads from any other at a time.
 *
 * <p>A reader signals its left neighbour after each stage, and leaves when the left neighbour has signalled that it is
 * done.
 */
final class SlicesBroadcast implements Broadcast {
    @Override
    public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
        int readers = team.size() - 1;
        team.staging().next(0);
        team.readers().expect(root, readers);
        if (team.me() == root) {
            team.staging().announce();
            team.copy(dest, source, bytes);
            team.readers().await();
            return;
        }
        Split split = team.split(bytes, 1, readers);
        int number = Math.floorMod(team.me() - root - 1, team.size());
        int left = member(team, root, number - 1);
        int right = member(team, root, number + 1);
        team.staging().awaitAnnounced(root);
        team.get(dest + split.start(number), root, source + split.start(number), split.length(number));
        team.readers().done(root);
        for (int stage = 1; stage < readers; stage++) {
            team.links().signal(left);
            team.links().await(right);
            long at = split.start((number + stage) % readers);
            team.get(dest + at, right, dest + at, split.length((number + stage) % readers));
        }
        if (readers > 1) {
            team.links().signal(right);
            team.links().await(left);
        }
    }

    private static int member(TeamView team, int root, int number) {
        return (root + 1 + Math.floorMod(number, team.size() - 1)) % team.size();
    }
}

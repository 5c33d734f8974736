// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.collective.algorithm.Broadcasts.Broadcast;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.collective.team.Tree;

/**
 * Down a binomial tree by puts, between nodes, because a get takes twice as long there, and a member can wait only for
 * cells of its own node.
 *
 * <p>Short data go to the child's buffer, so a parent does not wait for anybody. Long data go to the child's dest after
 * the child has signalled that it has come.
 */
final class PushBroadcast implements Broadcast {
    @Override
    public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
        Tree tree = team.shapes().broadcast(BroadcastAlgorithm.BINOMIAL);
        Staging staging = team.staging();
        int size = team.size();
        int node = Math.floorMod(team.me() - root, size);
        boolean staged = bytes <= STAGED_BYTES;
        long area = staging.next(staged ? bytes : 0);
        long have = source;
        if (node != 0) {
            int parent = (tree.parent(node) + root) % size;
            if (!staged) {
                team.signal(parent);
            }
            team.links().await(parent);
            have = staged ? area : dest;
        }
        for (int i = 0; i < tree.childCount(node); i++) {
            int child = (tree.child(node, i) + root) % size;
            if (!staged) {
                team.links().await(child);
            }
            team.put(child, staged ? area : dest, have, bytes);
            team.signal(child);
        }
        team.copy(dest, have, bytes);
    }
}

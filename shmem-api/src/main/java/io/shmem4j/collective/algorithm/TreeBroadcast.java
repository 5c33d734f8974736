// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.collective.algorithm.Broadcasts.Broadcast;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.collective.team.Tree;

/**
 * Down a tree: a node reads from its parent and announces to all its children at once that they can read from it.
 *
 * <p>Short data go from buffer to buffer, the shortest in the line of the announcement, so a child fetches one line and
 * a parent goes on without waiting. Long data are read from the parent's dest, and the parent waits for its children's
 * signals before it leaves.
 */
final class TreeBroadcast implements Broadcast {
    private final BroadcastAlgorithm shape;

    TreeBroadcast(BroadcastAlgorithm shape) {
        this.shape = shape;
    }

    @Override
    public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
        Tree tree = team.shapes().broadcast(shape);
        Staging staging = team.staging();
        int size = team.size();
        int node = Math.floorMod(team.me() - root, size);
        int children = tree.childCount(node);
        boolean staged = bytes <= STAGED_BYTES;
        long area = staging.next(staged ? bytes : 0);
        long buffer = !staged ? dest : bytes <= Staging.ANNOUNCED_BYTES ? staging.announcedData() : area;
        if (node == 0) {
            team.copy(buffer, source, bytes);
        } else {
            int parent = (tree.parent(node) + root) % size;
            staging.awaitAnnounced(parent);
            team.get(children > 0 ? buffer : dest, parent, buffer, bytes);
            if (!staged) {
                team.links().signal(parent);
            }
        }
        if (children == 0) {
            return;
        }
        staging.announce();
        team.copy(dest, buffer, bytes);
        for (int i = 0; i < children && !staged; i++) {
            team.links().await((tree.child(node, i) + root) % size);
        }
    }
}

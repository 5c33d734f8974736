// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Broadcasts.Broadcast;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * OC-Bcast, the on-chip broadcast of Petrovic, Shahmirzadi, Ropars and Schiper: a tree in which each node has many
 * children. All of them read the chunk in one of the node's two buffers. The children are notified along a binary tree
 * of their own: a node signals the first two, and each of these signals the next two.
 *
 * <p>A node fills a buffer again when all its children have signalled that they are done with the chunk before the
 * last. So children read one chunk while their parent fetches the next.
 */
final class OcbcastBroadcast implements Broadcast {
    private static final int CHILDREN = 7;
    private static final long CHUNK_BYTES = 16 << 10;

    @Override
    public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
        long chunk = Math.min(CHUNK_BYTES, Staging.round(bytes));
        long buffers = team.staging().next(2 * chunk);
        int node = Math.floorMod(team.me() - root, team.size());
        int children = Math.clamp(team.size() - 1 - (long) node * CHILDREN, 0, CHILDREN);
        int chunks = (int) ((bytes + chunk - 1) / chunk);
        for (int i = 0; i < chunks; i++) {
            long at = i * chunk;
            long part = Math.min(chunk, bytes - at);
            long buffer = buffers + (i & 1) * chunk;
            if (i >= 2) {
                awaitChildren(team, root, node, children);
            }
            if (node == 0) {
                team.copy(buffer, source + at, part);
            } else {
                fetch(team, root, node, children == 0 ? dest + at : buffer, buffer, part);
            }
            notifyFrom(team, root, (long) node * CHILDREN, 0, children);
            if (children > 0) {
                team.copy(dest + at, buffer, part);
            }
        }
        for (int i = Math.max(0, chunks - 2); i < chunks; i++) {
            awaitChildren(team, root, node, children);
        }
    }

    /** Passes the notification on to siblings, reads the chunk and says so to the parent. */
    private static void fetch(TeamView team, int root, int node, long to, long buffer, long bytes) {
        int parent = (node - 1) / CHILDREN;
        int place = (node - 1) % CHILDREN + 1;
        int siblings = Math.min(CHILDREN, team.size() - 1 - parent * CHILDREN);
        int notifier = place <= 2 ? parent : parent * CHILDREN + (place - 1) / 2;
        team.links().await(member(team, root, notifier));
        notifyFrom(team, root, (long) parent * CHILDREN, place, siblings);
        team.get(to, member(team, root, parent), buffer, bytes);
        team.links().signal(member(team, root, parent));
    }

    /** Signals the next two in a family, whose places are 1 to children; place 0 is the parent's own. */
    private static void notifyFrom(TeamView team, int root, long before, int place, int children) {
        for (int next = 2 * place + 1; next <= Math.min(2 * place + 2, children); next++) {
            team.links().signal(member(team, root, (int) before + next));
        }
    }

    private static void awaitChildren(TeamView team, int root, int node, int children) {
        for (int place = 1; place <= children; place++) {
            team.links().await(member(team, root, node * CHILDREN + place));
        }
    }

    private static int member(TeamView team, int root, int node) {
        return (node + root) % team.size();
    }
}

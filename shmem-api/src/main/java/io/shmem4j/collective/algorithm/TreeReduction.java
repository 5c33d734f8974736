// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Reductions.Reduction;
import io.shmem4j.collective.team.Links;
import io.shmem4j.collective.team.Shapes;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.collective.team.Tree;
import io.shmem4j.spi.Kernel;

/**
 * Up a tree and down again: a node combines its own operands with its children's results, in their order, and passes
 * the result to its parent; the root's result goes down the same way. The tree is the cheapest for the number of
 * members, see {@link Shapes}.
 *
 * <p>A leaf's operands are read in place, since the leaf does not leave before the result has come back. A node's
 * buffer holds its combination on the way up and the result on the way down: when the result arrives, the parent has
 * read the combination. A few bytes travel in the cache line of the signal.
 */
final class TreeReduction implements Reduction {
    private static final long SEGMENT_BYTES = 32 << 10;

    @Override
    public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
        Tree tree = team.shapes().reduction();
        for (long done = 0; done < bytes; done += SEGMENT_BYTES) {
            long part = Math.min(SEGMENT_BYTES, bytes - done);
            long buffer = team.staging().fresh();
            if (part <= Links.INLINE_BYTES) {
                inLines(team, tree, kernel, dest + done, source + done, part);
            } else {
                up(team, tree, transfer, kernel, buffer, source + done, part);
                down(team, tree, buffer, dest + done, part);
            }
            team.staging().entered();
        }
    }

    private static void up(TeamView team, Tree tree, Transfer transfer, Kernel kernel, long buffer, long source,
        long bytes) {
        int me = team.me();
        long have = source;
        for (int i = 0; i < tree.childCount(me); i++) {
            int child = tree.child(me, i);
            team.links().await(child);
            team.combine(transfer, kernel, buffer, have, child, tree.childCount(child) == 0 ? source : buffer, bytes);
            have = buffer;
        }
        if (me != 0) {
            team.signal(tree.parent(me));
        }
    }

    private static void down(TeamView team, Tree tree, long buffer, long dest, long bytes) {
        int me = team.me();
        int children = tree.childCount(me);
        if (me != 0) {
            team.links().await(tree.parent(me));
            team.get(children == 0 ? dest : buffer, tree.parent(me), buffer, bytes);
        }
        for (int i = 0; i < children; i++) {
            team.signal(tree.child(me, i));
        }
        if (children > 0) {
            team.copy(dest, buffer, bytes);
        }
    }

    private static void inLines(TeamView team, Tree tree, Kernel kernel, long dest, long source, long bytes) {
        Links links = team.links();
        int half = team.staging().zone();
        int me = team.me();
        long have = source;
        for (int i = 0; i < tree.childCount(me); i++) {
            int child = tree.child(me, i);
            links.await(child);
            team.combine(kernel, dest, have, links.inline(child, half), bytes);
            have = dest;
        }
        if (me != 0) {
            int parent = tree.parent(me);
            team.signal(parent, half, have, bytes);
            links.await(parent);
            team.copy(dest, links.inline(parent, half), bytes);
        }
        for (int i = 0; i < tree.childCount(me); i++) {
            team.signal(tree.child(me, i), half, dest, bytes);
        }
    }
}

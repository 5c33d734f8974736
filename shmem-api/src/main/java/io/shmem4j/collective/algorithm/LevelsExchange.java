// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Exchanges.Exchange;
import io.shmem4j.collective.team.Levels;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * An exchange in two levels: the members on a node lay their blocks into their leader's buffer, leaders exchange these
 * blocks, one message from node to node, and each member takes its blocks from its leader's buffer.
 *
 * <p>The buffer has a row for each member of the team, with the blocks for it of all members on this node. Rows for the
 * members on one node lie side by side, so they are one message. The message from that node is as long. It takes the
 * place of those rows, with a row for each member on this node.
 */
final class LevelsExchange implements Exchange {
    /** {@return whether the buffer has room for blocks of some bytes} All members of a team find the same. */
    static boolean fits(TeamView team, long bytes) {
        return team.levels() != null && bytes * team.size() * team.levels().mostOnANode() <= Staging.ZONE_BYTES;
    }

    @Override
    public void exchange(TeamView team, Strides blocks) {
        Levels levels = team.levels();
        TeamView here = levels.here();
        int leader = levels.first(levels.place());
        long each = blocks.count() * blocks.elementBytes();
        long buffer = here.staging().fresh();
        for (int member = 0; member < team.size(); member++) {
            blocks.pack(member, 0, blocks.count(), leader, buffer + ((long) member * here.size() + here.me()) * each);
        }
        if (levels.meeting().arrive()) {
            swap(levels, buffer, each);
            levels.meeting().dismiss();
        }
        for (int node = 0; node < levels.nodes(); node++) {
            int members = levels.first(node + 1) - levels.first(node);
            blocks.unpack(levels.first(node), 0, members * blocks.count(), leader,
                start(levels, node, buffer, each) + (long) here.me() * members * each);
        }
        here.staging().entered();
        team.staging().entered();
    }

    /**
     * This node's blocks for other nodes leave the buffer before the other nodes' blocks are copied to the same places.
     */
    private static void swap(Levels levels, long buffer, long each) {
        TeamView leaders = levels.leaders();
        long received = leaders.staging().fresh();
        int nodes = levels.nodes();
        int width = levels.here().size();
        for (int step = 1; step < nodes; step++) {
            int peer = (levels.place() + step) % nodes;
            int members = levels.first(peer + 1) - levels.first(peer);
            leaders.put(peer, received + (long) levels.first(levels.place()) * members * each,
                start(levels, peer, buffer, each), (long) members * width * each);
            leaders.signal(peer);
        }
        for (int step = 1; step < nodes; step++) {
            int peer = (levels.place() + step) % nodes;
            leaders.links().await(peer);
            leaders.copy(start(levels, peer, buffer, each), start(levels, peer, received, each),
                (long) (levels.first(peer + 1) - levels.first(peer)) * width * each);
        }
        leaders.staging().entered();
    }

    /** {@return where in a buffer of this node the blocks for or from another node begin} */
    private static long start(Levels levels, int node, long buffer, long each) {
        return buffer + (long) levels.first(node) * levels.here().size() * each;
    }
}

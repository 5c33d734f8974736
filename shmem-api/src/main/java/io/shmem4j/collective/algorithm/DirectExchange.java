// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Exchanges.Exchange;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * Every member gets its block from every other, its right neighbour first. Short blocks are put into the receivers'
 * buffers, and the receivers unpack them after one barrier; a member copies its own block while the others come. Long
 * blocks are read where they lie, between two barriers. If many members share a core, they come one after the other.
 * Then each member exchanges long blocks with the members that have come before it, and one barrier ends the call.
 */
final class DirectExchange implements Exchange {
    /** Copied twice in the time of a barrier, also where members share cores. */
    private static final long SHORT = 1 << 10;
    /** Put in the time of a barrier and of the answer of another node to a get. */
    private static final long SHORT_ON_NODES = 8 << 10;

    @Override
    public void exchange(TeamView team, Strides blocks) {
        int me = team.me();
        int size = team.size();
        long each = blocks.count() * blocks.elementBytes();
        if (Staging.suits(team, each * size, team.levels() == null ? SHORT : SHORT_ON_NODES)) {
            long buffer = team.staging().fresh();
            for (int step = 1; step < size; step++) {
                int peer = (me + step) % size;
                blocks.pack(peer, 0, blocks.count(), peer, buffer + me * each);
            }
            blocks.read(me);
            team.meet();
            blocks.unpack(0, 0, me * blocks.count(), buffer);
            blocks.unpack(me + 1, 0, (size - 1 - me) * blocks.count(), buffer + (me + 1) * each);
            team.staging().entered();
            return;
        }
        if (team.queued()) {
            withEarlier(team, blocks);
            return;
        }
        team.sync();
        for (int step = 1; step <= size; step++) {
            blocks.read((me + step) % size);
        }
        team.sync();
    }

    private static void withEarlier(TeamView team, Strides blocks) {
        for (int number = team.order().draw() - 1; number >= 0; number--) {
            int peer = team.order().member(number);
            blocks.read(peer);
            blocks.write(peer);
        }
        blocks.read(team.me());
        team.sync();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Exchanges.Exchange;
import io.shmem4j.collective.team.TeamView;

/**
 * Every member copies its own block and reads one from every other, its right neighbour first, each as soon as its
 * owner has announced that it has come. A barrier at the end keeps every source in place until all have read it.
 */
final class RingExchange implements Exchange {
    @Override
    public void exchange(TeamView team, Strides blocks) {
        team.staging().next(0);
        team.staging().announce();
        blocks.read(team.me());
        for (int step = 1; step < team.size(); step++) {
            int peer = (team.me() + step) % team.size();
            team.staging().awaitAnnounced(peer);
            blocks.read(peer);
        }
        team.sync();
    }
}

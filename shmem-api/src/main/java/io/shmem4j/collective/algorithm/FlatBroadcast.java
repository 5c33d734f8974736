// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.collective.algorithm.Broadcasts.Broadcast;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;

/**
 * All members read from the root. Short data lie in the root's buffer, the shortest in the line of the announcement,
 * and the root goes on. Long data are read where they lie, while the root waits.
 */
final class FlatBroadcast implements Broadcast {
    @Override
    public void broadcast(TeamView team, long dest, long source, long bytes, int root) {
        Staging staging = team.staging();
        boolean staged = bytes <= STAGED_BYTES;
        long area = staging.next(staged ? bytes : 0);
        long from = !staged ? source : bytes <= Staging.ANNOUNCED_BYTES ? staging.announcedData() : area;
        if (!staged) {
            team.readers().expect(root, team.size() - 1);
        }
        if (team.me() != root) {
            staging.awaitAnnounced(root);
            team.get(dest, root, from, bytes);
            if (!staged) {
                team.readers().done(root);
            }
            return;
        }
        team.copy(from, source, bytes);
        staging.announce();
        team.copy(dest, source, bytes);
        if (!staged) {
            team.readers().await();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

/** Every member reads from the root. */
final class FlatBroadcast implements Broadcast {
    @Override
    public void broadcast(Member team, long dest, long source, long bytes, int root) {
        Group group = team.group();
        team.sync();
        if (group.me() != root || dest != source) {
            group.backend().copy(group.world(group.me()), dest, group.world(root), source, bytes);
        }
        team.sync();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.spi.Backend;

/** Every member reads its block from every other, its right neighbour first. */
final class DirectExchange implements Exchange {
    @Override
    public void alltoall(Member team, long dest, long source, long bytes) {
        Group group = team.group();
        int me = group.world(group.me());
        team.sync();
        for (int step = 1; step <= group.size(); step++) {
            int peer = (group.me() + step) % group.size();
            group.backend().copy(me, dest + peer * bytes, group.world(peer), source + group.me() * bytes, bytes);
        }
        team.sync();
    }

    @Override
    public void alltoalls(Member team, long dest, long destStride, long source, long sourceStride,
        int elementBytes, long count) {
        Group group = team.group();
        Backend backend = group.backend();
        int me = group.world(group.me());
        team.sync();
        for (int step = 1; step <= group.size(); step++) {
            int peer = (group.me() + step) % group.size();
            long to = dest + peer * count * destStride;
            long from = source + group.me() * count * sourceStride;
            for (long i = 0; i < count; i++) {
                backend.copy(me, to + i * destStride, group.world(peer), from + i * sourceStride, elementBytes);
            }
        }
        team.sync();
    }
}

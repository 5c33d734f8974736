// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Cell;

/** Every member reads from every other, its right neighbour first, so that no member is read by all at once. */
final class DirectGather implements Gather {
    @Override
    public void fcollect(Member team, long dest, long source, long bytes) {
        Group group = team.group();
        int me = group.world(group.me());
        team.sync();
        for (int step = 0; step < group.size(); step++) {
            int peer = (group.me() + step) % group.size();
            group.backend().copy(me, dest + peer * bytes, group.world(peer), source, bytes);
        }
        team.sync();
    }

    @Override
    public long collect(Member team, long dest, long room, long source, long bytes) {
        Group group = team.group();
        Backend backend = group.backend();
        int me = group.world(group.me());
        long length = group.syncCell(SystemCells.COLLECT) + Cell.DATA;
        backend.putLong(me, length, bytes);
        team.sync();
        long total = 0;
        for (int peer = 0; peer < group.size(); peer++) {
            total += backend.getLong(group.world(peer), length);
        }
        long at = 0;
        for (int peer = 0; peer < group.size() && total <= room; peer++) {
            long part = backend.getLong(group.world(peer), length);
            if (part > 0) {
                backend.copy(me, dest + at, group.world(peer), source, part);
            }
            at += part;
        }
        team.sync();
        return total;
    }
}

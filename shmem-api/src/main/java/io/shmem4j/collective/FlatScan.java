// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.SystemLayout;

/** Every member reads the sources of those before it and computes its result by itself, in their order. */
final class FlatScan implements Scan {
    @Override
    public void scan(Member team, Kernel kernel, long dest, long source, long bytes, boolean inclusive) {
        Group group = team.group();
        Backend backend = group.backend();
        int me = group.world(group.me());
        int members = inclusive ? group.me() + 1 : group.me();
        long part = dest == source
            ? SystemLayout.SCRATCH_BYTES - SystemLayout.SCRATCH_BYTES % kernel.elementBytes() : bytes;
        team.sync();
        for (long done = 0; done < bytes; done += part) {
            long now = Math.min(part, bytes - done);
            long to = dest == source ? group.scratch() : dest;
            if (members == 0) {
                backend.clear(to, now);
            } else {
                accumulate(group, kernel, to, source + done, now, members);
            }
            team.sync();
            if (to != dest) {
                backend.copy(me, dest + done, me, to, now);
            }
        }
    }

    /** Combines the sources of the first members in this one's memory. */
    private static void accumulate(Group group, Kernel kernel, long to, long source, long bytes, int members) {
        Backend backend = group.backend();
        int me = group.world(group.me());
        int first = group.world(0);
        if (members == 1) {
            backend.copy(me, to, first, source, bytes);
            return;
        }
        backend.combine(kernel, me, to, first, source, group.world(1), source, bytes);
        for (int i = 2; i < members; i++) {
            backend.combine(kernel, me, to, me, to, group.world(i), source, bytes);
        }
    }
}

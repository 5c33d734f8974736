// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.SystemLayout;

/**
 * Every member reads all sources and computes the result by itself, in the order of the members, so all get the same
 * bits whatever the timing. Cost: n-1 times the length read by each; best for a few elements and few members.
 */
final class FlatReduction implements Reduction {
    @Override
    public void reduce(Collectives team, Kernel kernel, long dest, long source, long bytes) {
        Group group = team.group();
        Backend backend = group.backend();
        int me = group.world(group.me());
        team.sync();
        if (dest != source) {
            accumulate(group, kernel, dest, source, bytes, group.size());
            team.sync();
            return;
        }
        long part = SystemLayout.SCRATCH_BYTES - SystemLayout.SCRATCH_BYTES % kernel.elementBytes();
        for (long done = 0; done < bytes; done += part) {
            long now = Math.min(part, bytes - done);
            accumulate(group, kernel, group.scratch(), source + done, now, group.size());
            team.sync();
            backend.copy(me, dest + done, me, group.scratch(), now);
        }
    }

    /** Combines the sources of the first members in this one's memory. */
    static void accumulate(Group group, Kernel kernel, long to, long source, long bytes, int members) {
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

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Scans.Scan;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * A scan from member to member: each combines its left neighbour's result with its own operands, into its buffer, and
 * signals the next member, which reads the result there. Long operands go in segments, so that all members are at work
 * on different ones.
 */
final class RingScan implements Scan {
    private static final long SEGMENT_BYTES = 8 << 10;

    @Override
    public void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive) {
        int me = team.me();
        boolean last = me == team.size() - 1;
        for (long done = 0; done < bytes; done += SEGMENT_BYTES) {
            long part = Math.min(SEGMENT_BYTES, bytes - done);
            long buffer = team.staging().next(part);
            long operands = source + done;
            if (me == 0) {
                team.copy(buffer, operands, part);
            } else {
                team.links().await(me - 1);
                team.combine(Transfer.DIRECT, kernel, buffer, operands, me - 1, buffer, part);
            }
            if (!last) {
                team.links().signal(me + 1);
            }
            if (inclusive) {
                team.copy(dest + done, buffer, part);
            } else if (me > 0) {
                team.get(dest + done, me - 1, buffer, part);
            } else {
                team.backend().clear(dest + done, part);
            }
        }
    }
}

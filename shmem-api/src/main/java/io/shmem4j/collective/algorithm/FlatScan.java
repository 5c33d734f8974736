// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Scans.Scan;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * Each member reads the operands of all members before it and combines them in their order. A piece of the result is
 * stored when all have read that piece of the operands, because the two may lie in the same place.
 */
final class FlatScan implements Scan {
    @Override
    public void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive) {
        int members = inclusive ? team.me() + 1 : team.me();
        team.sync();
        for (long done = 0; done < bytes; done += Staging.WORK_BYTES) {
            long part = Math.min(Staging.WORK_BYTES, bytes - done);
            long result = team.staging().accumulator();
            if (members > 0) {
                team.accumulate(Transfer.DIRECT, kernel, source + done, part, members);
            }
            team.sync();
            if (members > 0) {
                team.copy(dest + done, result, part);
            } else {
                team.backend().clear(dest + done, part);
            }
        }
    }
}

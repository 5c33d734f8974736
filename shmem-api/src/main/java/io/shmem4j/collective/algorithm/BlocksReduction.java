// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Reductions.Reduction;
import io.shmem4j.collective.team.Split;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * Every member owns a block: it combines that block of all sources and stores the result in every dest.
 *
 * <p>Each byte is read once and written once, and no transfer waits for another. So it costs two barriers and the time
 * of the memory. It works in place too, because only the owner of a block reads or writes that block of any member.
 */
final class BlocksReduction implements Reduction {
    @Override
    public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
        Split split = team.split(bytes, kernel.elementBytes(), team.size());
        long end = split.start(team.me() + 1);
        team.sync();
        for (long at = split.start(team.me()); at < end; at += Staging.WORK_BYTES) {
            long part = Math.min(Staging.WORK_BYTES, end - at);
            long result = dest + at;
            if (dest == source) {
                result = team.accumulate(transfer, kernel, source + at, part, team.size());
                team.copy(dest + at, result, part);
            } else {
                team.accumulate(transfer, kernel, result, source + at, part, team.size());
            }
            for (int step = 1; step < team.size(); step++) {
                team.put((team.me() + step) % team.size(), dest + at, result, part);
            }
        }
        team.sync();
    }
}

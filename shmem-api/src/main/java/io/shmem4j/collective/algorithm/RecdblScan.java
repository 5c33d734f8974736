// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Scans.Scan;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * Recursive doubling: in the stage with distance d each member combines its partial result, of the d members up to
 * itself, with the partial result of the member d before it. Each stage's result stays in an area of its buffer.
 *
 * <p>A member with fewer than d members before it has nothing more to combine: its result is final.
 */
final class RecdblScan implements Scan {
    @Override
    public void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive) {
        int stages = stagesOf(team.size() - 1);
        long segment = Math.min(Staging.share(stages + 1), Staging.round(bytes));
        for (long done = 0; done < bytes; done += segment) {
            long part = Math.min(segment, bytes - done);
            long areas = team.staging().next((stages + 1) * segment);
            scan(team, kernel, dest + done, source + done, part, inclusive, areas, segment);
        }
    }

    private static void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive,
        long areas, long segment) {
        int me = team.me();
        team.copy(areas, source, bytes);
        for (int stage = 0; 1 << stage < team.size(); stage++) {
            int before = me - (1 << stage);
            int after = me + (1 << stage);
            if (after < team.size()) {
                team.links().signal(after);
            }
            if (before < 0) {
                continue;
            }
            team.links().await(before);
            long theirs = areas + Math.min(stage, stagesOf(before)) * segment;
            long mine = areas + stage * segment;
            team.combine(Transfer.DIRECT, kernel, mine + segment, mine, before, theirs, bytes);
            if (!inclusive && stage == 0) {
                team.get(dest, before, theirs, bytes);
            } else if (!inclusive) {
                team.combine(Transfer.DIRECT, kernel, dest, dest, before, theirs, bytes);
            }
        }
        if (inclusive) {
            team.copy(dest, areas + stagesOf(me) * segment, bytes);
        } else if (me == 0) {
            team.backend().clear(dest, bytes);
        }
    }

    /** {@return stages in which a member combines: distances up to its number} */
    private static int stagesOf(int member) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(member);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Reductions.Reduction;
import io.shmem4j.collective.team.CounterSync;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * One member reads all operands, combines them in the order of the members, and gives the result back.
 *
 * <p>Short operands are left in the group's buffer; the last member to arrive combines all of them, while each other
 * member waits once. So there are few changes of process where members outnumber cores. Long operands are combined by
 * the first member where they lie, between two barriers.
 *
 * <p>Ordering: arriving is an addition on one counter, a full fence, so the last one sees all operands; it publishes by
 * a release store that the others acquire. A result in the publishing cell is replaced only when all have arrived
 * again, which they do after they have read it.
 */
final class FlatReduction implements Reduction {
    private static final long SHORT_BYTES = Staging.WORK_BYTES;

    @Override
    public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
        if (bytes <= SHORT_BYTES) {
            lastComputes(team, transfer, kernel, dest, source, bytes);
        } else {
            firstComputes(team, transfer, kernel, dest, source, bytes);
        }
    }

    private static void lastComputes(TeamView team, Transfer transfer, Kernel kernel, long dest, long source,
        long bytes) {
        CounterSync arrivals = team.arrivals();
        long operands = team.staging().fresh();
        long result = bytes <= Staging.ANNOUNCED_BYTES ? arrivals.data() : operands + SHORT_BYTES;
        team.copy(operands, source, bytes);
        if (arrivals.enter()) {
            team.put(0, result, team.accumulate(transfer, kernel, operands, bytes, team.size()), bytes);
            arrivals.publish();
        } else {
            arrivals.await();
        }
        team.get(dest, 0, result, bytes);
        team.staging().entered();
    }

    private static void firstComputes(TeamView team, Transfer transfer, Kernel kernel, long dest, long source,
        long bytes) {
        team.sync();
        if (team.me() == 0) {
            for (long done = 0; done < bytes; done += Staging.WORK_BYTES) {
                long part = Math.min(Staging.WORK_BYTES, bytes - done);
                long result = team.accumulate(transfer, kernel, source + done, part, team.size());
                for (int i = 0; i < team.size(); i++) {
                    team.put(i, dest + done, result, part);
                }
            }
        }
        team.sync();
    }
}

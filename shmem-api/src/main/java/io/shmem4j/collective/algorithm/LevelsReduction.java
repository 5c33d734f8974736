// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.algorithm.Reductions.Reduction;
import io.shmem4j.collective.team.Levels;
import io.shmem4j.collective.team.Meeting;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/**
 * A reduction in two levels: the members on each node reduce, their leaders reduce the nodes' results, and the leaders
 * give the result to the members on their nodes.
 *
 * <p>Short operands are left in the members' buffers, where the leader combines them while the others wait; a few bytes
 * travel in the line that ends their wait. Long operands take an algorithm for one node, then a broadcast.
 */
final class LevelsReduction implements Reduction {
    private static final long SHORT_BYTES = Staging.WORK_BYTES;
    private static final Reduction FEW = new RecdblReduction();
    private static final Reduction MANY = new RabenseifnerReduction();

    @Override
    public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
        Levels levels = team.levels();
        if (bytes <= SHORT_BYTES) {
            leaderCombines(levels, transfer, kernel, dest, source, bytes);
        } else {
            allCombine(levels, transfer, kernel, dest, source, bytes);
        }
        team.staging().entered();
    }

    private static void leaderCombines(Levels levels, Transfer transfer, Kernel kernel, long dest, long source,
        long bytes) {
        TeamView here = levels.here();
        Meeting meeting = levels.meeting();
        long operands = here.staging().fresh();
        long result = bytes <= Staging.ANNOUNCED_BYTES ? meeting.data() : operands + SHORT_BYTES;
        here.copy(operands, source, bytes);
        if (meeting.arrive()) {
            long sum = here.accumulate(transfer, kernel, operands, bytes, here.size());
            FEW.reduce(levels.leaders(), Transfer.PUTGET, kernel, result, sum, bytes);
            meeting.dismiss();
        }
        here.get(dest, 0, result, bytes);
        here.staging().entered();
    }

    private static void allCombine(Levels levels, Transfer transfer, Kernel kernel, long dest, long source,
        long bytes) {
        TeamView here = levels.here();
        if (here.size() == 1) {
            here.copy(dest, source, bytes);
        } else {
            Reductions.fastest(here, transfer, bytes).reduce(here, transfer, kernel, dest, source, bytes);
        }
        if (levels.leaders() != null) {
            MANY.reduce(levels.leaders(), Transfer.PUTGET, kernel, dest, dest, bytes);
        }
        if (here.size() > 1) {
            Broadcasts.fastest(here, bytes).broadcast(here, dest, dest, bytes, 0);
        }
    }
}

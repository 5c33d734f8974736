// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.BarrierAlgorithm;
import java.lang.foreign.ValueLayout;

/**
 * Barriers by every algorithm on teams of all shapes: everybody publishes its round by a plain store, syncs, and looks
 * at everybody's; who is behind has not been waited for, who is more than one ahead did not wait.
 *
 * <p>The algorithm changes from round to round, so that each meets what the others left behind.
 */
public final class SyncRounds {
    private static final int ROUNDS = 60;

    private SyncRounds() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs reached = shmem.allocateLongs(1);
            BarrierAlgorithm[] algorithms = BarrierAlgorithm.values();
            TeamShapes.forEach(shmem.world(), args, (team, shape) -> {
                // The first round starts when nobody looks at the last round on the team before.
                team.sync();
                for (int round = 1; round <= ROUNDS; round++) {
                    Team by = team.using(team.options().withBarrier(algorithms[round * 7 / 3 % algorithms.length]));
                    reached.local().set(ValueLayout.JAVA_LONG, 0, round);
                    by.sync();
                    look(shmem, reached, team, shape, round);
                }
            });
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                System.out.println("syncs on " + shmem.nPes() + " PEs are right");
            }
        }
    }

    private static void look(Shmem shmem, SymmetricLongs reached, Team team, String shape, int round) {
        for (int i = 0; i < team.nPes(); i++) {
            long theirs = shmem.g(reached, 0, team.translate(i, shmem.world()));
            if (theirs != round && theirs != round + 1) {
                throw new AssertionError("PE " + shmem.myPe() + " on " + shape + " left round " + round
                    + " when member " + i + " was in " + theirs);
            }
        }
    }
}

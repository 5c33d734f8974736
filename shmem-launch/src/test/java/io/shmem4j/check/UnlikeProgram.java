// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;

/** Every second PE is in a team, whose first member broadcasts once more, or to whose members other roots are named. */
public final class UnlikeProgram {
    private static final int COUNT = 4;

    private UnlikeProgram() {
    }

    /**
     * Runs.
     *
     * @param args {@code freed}, {@code left} to the session's end, {@code roots} that differ, or {@code alike}
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs source = shmem.allocateLongs(COUNT);
            SymmetricLongs dest = shmem.allocateLongs(COUNT);
            for (int i = 0; i < (args[0].equals("alike") ? 50 : 1); i++) {
                Team team = shmem.world().splitStrided(args[0].equals("roots") ? 1 : 0, 2, shmem.nPes() / 2);
                if (team.isMember()) {
                    work(team, args[0], dest, source);
                }
            }
            shmem.barrierAll();
        }
    }

    private static void work(Team team, String how, SymmetricLongs dest, SymmetricLongs source) {
        team.broadcast(dest, source, COUNT, how.equals("roots") ? team.myPe() : 0);
        team.sumReduce(dest, source, COUNT);
        if (how.equals("freed") || how.equals("left")) {
            team.broadcast(dest, source, COUNT, 0);
            if (team.myPe() == 0) {
                team.broadcast(dest, source, COUNT, 0);
            }
        }
        if (!how.equals("left")) {
            team.free();
        }
    }
}

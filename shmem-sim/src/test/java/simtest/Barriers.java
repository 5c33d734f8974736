// SPDX-License-Identifier: Apache-2.0
package simtest;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.BarrierAlgorithm;

/** A user's program: the time of an alltoall that waits by dissemination, by a counter, and by dissemination again. */
public final class Barriers {
    private static final int TURNS = 10;

    private Barriers() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs dest = shmem.allocateLongs(shmem.nPes());
            SymmetricLongs source = shmem.allocateLongs(shmem.nPes());
            StringBuilder times = new StringBuilder();
            for (BarrierAlgorithm barrier : new BarrierAlgorithm[] {BarrierAlgorithm.DISSEMINATION,
                BarrierAlgorithm.COUNTER, BarrierAlgorithm.DISSEMINATION}) {
                Team team = shmem.world().using(shmem.world().options().withBarrier(barrier));
                double least = Double.MAX_VALUE;
                for (int i = 0; i < TURNS; i++) {
                    shmem.barrierAll();
                    double start = shmem.time();
                    team.alltoall(dest, source, 1);
                    least = Math.min(least, shmem.time() - start);
                }
                times.append(least).append(' ');
            }
            if (shmem.myPe() == 1) {
                System.out.println(times.toString().strip());
            }
            shmem.barrierAll();
        }
    }
}

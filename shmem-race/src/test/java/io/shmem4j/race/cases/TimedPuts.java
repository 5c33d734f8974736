// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** Prints how long single puts and a barrier take. */
public final class TimedPuts {
    private static final int PUTS = 20;

    private TimedPuts() {
    }

    /** Runs on 2 PEs. */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs target = shmem.allocateLongs(PUTS);
            shmem.barrierAll();
            double start = shmem.time();
            if (shmem.myPe() == 0) {
                for (int i = 0; i < PUTS; i++) {
                    shmem.p(target, i, i, 1);
                }
            }
            shmem.barrierAll();
            System.out.println("PE " + shmem.myPe() + " took " + (shmem.time() - start));
        }
    }
}

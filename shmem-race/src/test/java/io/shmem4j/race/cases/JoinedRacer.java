// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** One of two PEs of a job that nobody has launched; both put to the same place, twice in jobs of changed roles. */
public final class JoinedRacer {
    private JoinedRacer() {
    }

    public static void main(String[] args) {
        int pe = Integer.parseInt(args[0]);
        for (int round = 0; round < 2; round++) {
            try (Shmem shmem = Shmem.join("race" + round, round == 0 ? pe : 1 - pe, 2)) {
                SymmetricLongs x = shmem.allocateLongs(2).named("x");
                shmem.barrierAll();
                if (round == 0) {
                    shmem.p(x, 0, pe, 0);
                } else {
                    shmem.p(x, 1, pe, 1);
                }
                shmem.barrierAll();
                shmem.finish();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;

/** Arrays of all PEs, gathered on all. */
public final class Fcollect {
    private Fcollect() {
    }

    /**
     * Runs it.
     *
     * @param args those of {@link Stopwatch}
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Stopwatch watch = new Stopwatch(shmem, args);
            int count = watch.ints();
            SymmetricInts source = shmem.allocateInts(count);
            SymmetricInts dest = shmem.allocateInts((long) count * shmem.nPes());
            Numbers.fill(source, shmem.myPe());
            Team world = shmem.world();
            while (watch.goesOn()) {
                int calls = watch.calls();
                int mark = watch.start();
                for (int call = 1; call <= calls; call++) {
                    world.fcollect(dest, source, count);
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
            }
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                Numbers.check("fcollect", dest, pe * count, count, pe, 0);
            }
            watch.report();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;

/** A block from each PE to each. */
public final class Alltoall {
    private Alltoall() {
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
            SymmetricInts source = shmem.allocateInts((long) count * shmem.nPes());
            SymmetricInts dest = shmem.allocateInts((long) count * shmem.nPes());
            Numbers.fill(source, shmem.myPe());
            Team world = shmem.world();
            while (watch.goesOn()) {
                int calls = watch.calls();
                int mark = watch.start();
                for (int call = 1; call <= calls; call++) {
                    world.alltoall(dest, source, count);
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
            }
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                Numbers.check("alltoall", dest, pe * count, count, pe, shmem.myPe() * count);
            }
            watch.report();
        }
    }
}

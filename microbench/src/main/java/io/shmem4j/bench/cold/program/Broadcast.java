// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;

/** Broadcasts of PE 0. */
public final class Broadcast {
    private Broadcast() {
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
            SymmetricInts dest = shmem.allocateInts(count);
            Numbers.fill(source, shmem.myPe());
            Team world = shmem.world();
            while (watch.goesOn()) {
                int calls = watch.calls();
                int mark = watch.start();
                for (int call = 1; call <= calls; call++) {
                    world.broadcast(dest, source, count, 0);
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
            }
            Numbers.check("broadcast", dest, 0, count, 0, 0);
            watch.report();
        }
    }
}

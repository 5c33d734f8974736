// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.WrongResultException;

/** Barriers, one after the other. */
public final class Barrier {
    private Barrier() {
    }

    /**
     * Runs it.
     *
     * @param args those of {@link Stopwatch}
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Stopwatch watch = new Stopwatch(shmem, args);
            SymmetricLongs flags = shmem.allocateLongs(shmem.nPes());
            while (watch.goesOn()) {
                int calls = watch.calls();
                int mark = watch.start();
                for (int call = 1; call <= calls; call++) {
                    shmem.barrierAll();
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
            }
            shmem.p(flags, shmem.myPe(), 1, 0);
            shmem.barrierAll();
            for (int pe = 0; pe < shmem.nPes() && shmem.myPe() == 0; pe++) {
                WrongResultException.check("barrier", pe, flags.get(pe), 1);
            }
            watch.report();
        }
    }
}

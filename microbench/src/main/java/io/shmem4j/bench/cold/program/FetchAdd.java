// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.WrongResultException;

/** Additions of PE 0 to a counter of PE 1. */
public final class FetchAdd {
    private FetchAdd() {
    }

    /**
     * Runs it.
     *
     * @param args those of {@link Stopwatch}
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Stopwatch watch = new Stopwatch(shmem, args);
            SymmetricLongs counter = shmem.allocateLongs(1);
            int peer = shmem.nPes() > 1 ? 1 : 0;
            long done = 0;
            long last = -1;
            while (watch.goesOn()) {
                int calls = shmem.myPe() == 0 ? watch.calls() : 0;
                int mark = watch.start();
                for (int call = 1; call <= calls; call++) {
                    last = shmem.fetchAdd(counter, 0, 1L, peer);
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
                done += calls;
            }
            if (shmem.myPe() == 0) {
                WrongResultException.check("fetch-add", 0, last, done - 1);
                WrongResultException.check("counter", 0, shmem.g(counter, 0, peer), done);
            }
            watch.report();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.WrongResultException;

/** Stores of PE 0 into an array of PE 1. */
public final class P {
    private static final int LENGTH = 1024;

    private P() {
    }

    /**
     * Runs it.
     *
     * @param args those of {@link Stopwatch}
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Stopwatch watch = new Stopwatch(shmem, args);
            SymmetricLongs target = shmem.allocateLongs(LENGTH);
            int peer = shmem.nPes() > 1 ? 1 : 0;
            long sent = 0;
            while (watch.goesOn()) {
                int calls = shmem.myPe() == 0 ? watch.calls() : 0;
                int mark = watch.start();
                for (int call = 1; call <= calls; call++) {
                    shmem.p(target, sent & LENGTH - 1, sent + 1, peer);
                    sent++;
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
            }
            for (long n = Math.max(0, sent - LENGTH); n < sent; n++) {
                WrongResultException.check("p", n & LENGTH - 1, shmem.g(target, n & LENGTH - 1, peer), n + 1);
            }
            watch.report();
        }
    }
}

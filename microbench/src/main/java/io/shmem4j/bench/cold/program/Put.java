// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.WrongResultException;

/** Arrays of one long, put by PE 0 to PE 1 and completed. */
public final class Put {
    private Put() {
    }

    /**
     * Runs it.
     *
     * @param args those of {@link Stopwatch}
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Stopwatch watch = new Stopwatch(shmem, args);
            SymmetricLongs target = shmem.allocateLongs(1);
            long[] source = {0};
            int peer = shmem.nPes() > 1 ? 1 : 0;
            while (watch.goesOn()) {
                int calls = shmem.myPe() == 0 ? watch.calls() : 0;
                int mark = watch.start();
                for (int call = 1; call <= calls; call++) {
                    source[0]++;
                    shmem.put(target, 0, source, 0, 1, peer);
                    shmem.quiet();
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
            }
            if (shmem.myPe() == 0) {
                WrongResultException.check("put", 0, shmem.g(target, 0, peer), source[0]);
            }
            watch.report();
        }
    }
}

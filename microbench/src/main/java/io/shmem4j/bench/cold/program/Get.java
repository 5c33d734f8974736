// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.WrongResultException;

/** Arrays of one long that PE 0 gets from PE 1. */
public final class Get {
    private static final long VALUE = 42;

    private Get() {
    }

    /**
     * Runs it.
     *
     * @param args those of {@link Stopwatch}
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Stopwatch watch = new Stopwatch(shmem, args);
            SymmetricLongs source = shmem.allocateLongs(1);
            source.set(0, VALUE);
            long[] dest = {0};
            int peer = shmem.nPes() > 1 ? 1 : 0;
            while (watch.goesOn()) {
                int calls = shmem.myPe() == 0 ? watch.calls() : 0;
                int mark = watch.start();
                for (int call = 1; call <= calls; call++) {
                    shmem.get(dest, 0, source, 0, 1, peer);
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
            }
            if (shmem.myPe() == 0) {
                WrongResultException.check("get", 0, dest[0], VALUE);
            }
            watch.report();
        }
    }
}

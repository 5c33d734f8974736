// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.WrongResultException;

/** Loads of PE 0 from an array of PE 1. */
public final class G {
    private static final int LENGTH = 1024;

    private G() {
    }

    /**
     * Runs it.
     *
     * @param args those of {@link Stopwatch}
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            Stopwatch watch = new Stopwatch(shmem, args);
            SymmetricLongs source = shmem.allocateLongs(LENGTH);
            for (int i = 0; i < LENGTH; i++) {
                source.set(i, i);
            }
            int peer = shmem.nPes() > 1 ? 1 : 0;
            long sum = 0;
            long expected = 0;
            while (watch.goesOn()) {
                int calls = shmem.myPe() == 0 ? watch.calls() : 0;
                int mark = watch.start();
                for (int call = 1; call <= calls; call++) {
                    sum += shmem.g(source, call & LENGTH - 1, peer);
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
                expected += sumTo(calls);
            }
            WrongResultException.check("sum of g", 0, sum, expected);
            watch.report();
        }
    }

    /** {@return what that many loads add up to} */
    private static long sumTo(int calls) {
        int rest = calls & LENGTH - 1;
        return (long) (calls / LENGTH) * (LENGTH * (LENGTH - 1) / 2) + (long) rest * (rest + 1) / 2;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.cold.program;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;
import io.shmem4j.bench.measure.WrongResultException;

/** Sums of all PEs' arrays. */
public final class Sum {
    private Sum() {
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
                    world.sumReduce(dest, source, count);
                    if (call == mark) {
                        mark = watch.pass();
                    }
                }
            }
            check(shmem, dest);
            watch.report();
        }
    }

    static void check(Shmem shmem, SymmetricInts dest) {
        for (int i = 0; i < dest.length(); i++) {
            int sum = 0;
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                sum += Numbers.number(pe, i);
            }
            WrongResultException.check("sum", i, dest.get(i), sum);
        }
    }
}

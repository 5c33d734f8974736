// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.nonblocking.NonBlocking;
import io.shmem4j.nonblocking.NonBlockingTeam;
import io.shmem4j.nonblocking.Pending;

/**
 * Non-blocking collectives which a PE, another one in each round, begins before all others, and for which it then makes
 * no call until the others have completed them. They need that PE's copies.
 */
public final class HelpedRounds {
    private static final int COUNT = 1000;

    private HelpedRounds() {
    }

    /** Argument: number of rounds. */
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        try (Shmem shmem = Shmem.init()) {
            int n = shmem.nPes();
            int me = shmem.myPe();
            NonBlocking nonBlocking = NonBlocking.allocate(shmem);
            NonBlockingTeam world = nonBlocking.on(shmem.world(), 3);
            Signal begun = shmem.allocateSignal();
            Signal complete = shmem.allocateSignal();
            SymmetricLongs source = shmem.allocateLongs(COUNT);
            SymmetricLongs sum = shmem.allocateLongs(COUNT);
            SymmetricLongs all = shmem.allocateLongs((long) COUNT * n);
            for (int round = 0; round < rounds; round++) {
                int busy = round % n;
                for (int i = 0; i < COUNT; i++) {
                    source.set(i, round + me * 1000L + i);
                }
                if (me != busy) {
                    begun.waitUntil(Cmp.GE, round + 1);
                }
                Pending[] pending = {world.sumReduce(sum, source, COUNT), world.fcollect(all, source, COUNT),
                    world.barrier()};
                if (me == busy) {
                    for (int i = 1; i < n; i++) {
                        shmem.signalSet(begun, round + 1, (me + i) % n);
                    }
                    // No wait, which would advance them.
                    while (complete.fetch() < (round / n + 1L) * (n - 1)) {
                        Thread.yield();
                    }
                }
                for (Pending each : pending) {
                    each.await();
                }
                check(round, n, sum, all);
                if (me != busy) {
                    shmem.signalAdd(complete, 1, busy);
                }
            }
            if (me == 0) {
                System.out.println(rounds + " rounds on " + n + " PEs are right");
            }
            shmem.finish();
        }
    }

    private static void check(int round, int n, SymmetricLongs sum, SymmetricLongs all) {
        for (int i = 0; i < COUNT; i++) {
            if (sum.get(i) != n * (round + i) + 500L * n * (n - 1)) {
                throw new AssertionError("round " + round + ": sum " + i + " is " + sum.get(i));
            }
            for (int pe = 0; pe < n; pe++) {
                if (all.get((long) pe * COUNT + i) != round + pe * 1000L + i) {
                    throw new AssertionError("round " + round + ": element " + i + " of PE " + pe);
                }
            }
        }
    }
}

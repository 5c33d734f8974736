// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;

/**
 * The small program that start-up caches are made from: it uses once what nearly every program uses, so that its
 * classes start linked.
 */
public final class WarmUp {
    private WarmUp() {
    }

    /**
     * Runs it.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            int next = (me + 1) % shmem.nPes();
            SymmetricLongs longs = shmem.allocateLongs(8);
            SymmetricDoubles doubles = shmem.allocateDoubles(8);
            Signal arrived = shmem.allocateSignal();
            long[] mine = {me, 1, 2, 3};
            shmem.putSignal(longs, 0, mine, 0, mine.length, arrived, 1, SignalOp.SET, next);
            arrived.waitUntil(Cmp.EQ, 1);
            shmem.fetchAdd(longs, 4, 1L, next);
            shmem.inc(longs, 5, 0);
            shmem.quiet();
            doubles.set(0, me);
            shmem.barrierAll();
            String line = String.format("PE %d of %d: got %d", me, shmem.nPes(), longs.get(0));
            System.out.println(line);
        }
    }
}

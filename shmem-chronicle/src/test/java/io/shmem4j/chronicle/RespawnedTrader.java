// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Shmem;
import io.shmem4j.error.PeFailedException;

/** PE 1 dies after PE 0 has put a trade there, which its next life prints. */
public final class RespawnedTrader {
    private RespawnedTrader() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricObjects trades = SymmetricObjects.allocate(shmem, 1, 64);
            if (shmem.isFirstIncarnation()) {
                first(shmem, trades);
            }
            shmem.recover();
            if (shmem.myPe() == 1) {
                Trade seen = new Trade();
                System.out.println(trades.get(seen, 0, 1) + " " + seen.number);
            }
            shmem.finish();
        }
    }

    private static void first(Shmem shmem, SymmetricObjects trades) {
        if (shmem.myPe() == 0) {
            trades.put(new Trade().set(7, 1, "kept"), 0, 1);
        }
        shmem.barrierAll();
        if (shmem.myPe() == 1) {
            Runtime.getRuntime().halt(1);
        }
        try {
            shmem.barrierAll();
        } catch (PeFailedException e) {
            return;
        }
        throw new AssertionError("PE 1 has come to the barrier");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Shmem;

/** Every PE puts an object to its right neighbour. */
public final class TradingProgram {
    private TradingProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricObjects trades = SymmetricObjects.allocate(shmem, 1, 64);
            trades.put(new Trade().set(shmem.myPe(), 2.5, "of " + shmem.myPe()), 0, (shmem.myPe() + 1) % shmem.nPes());
            shmem.barrierAll();
            Trade seen = new Trade();
            trades.get(seen, 0, shmem.myPe());
            System.out.println(seen);
            shmem.barrierAll();
        }
    }
}

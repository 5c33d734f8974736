// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Shmem;

/** Every PE queues an object for its right neighbour. */
public final class TradingProgram {
    private TradingProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            ObjectQueue queue = ObjectQueue.allocate(shmem, 4, 64);
            queue.offer(new Trade().set(shmem.myPe(), 2.5, "of " + shmem.myPe()), (shmem.myPe() + 1) % shmem.nPes());
            Trade seen = new Trade();
            queue.take(seen);
            System.out.println(seen);
            shmem.barrierAll();
        }
    }
}

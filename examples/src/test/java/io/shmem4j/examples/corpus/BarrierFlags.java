// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * NVIDIA/nvshmem pull request 36: a barrier raises flags by atomics that nothing orders behind the data of the start,
 * so a PE leaves it before the address of its neighbour is there, and the start hangs.
 */
public final class BarrierFlags {
    private BarrierFlags() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs address = shmem.allocateLongs(1).named("address");
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            SymmetricLongs greeting = shmem.allocateLongs(3).named("greeting");
            int other = 1 - shmem.myPe();
            shmem.p(address, 0, 1 + shmem.myPe(), other);
            if (args.length > 0) {
                shmem.fence();
            }
            shmem.atomicSet(flag, 0, 1, other);
            flag.waitUntil(0, Cmp.EQ, 1);
            // Where the neighbour listens; nobody listens at 0.
            shmem.p(greeting, address.get(0), 1, other);
            greeting.waitUntil(1 + shmem.myPe(), Cmp.EQ, 1);
        }
    }
}

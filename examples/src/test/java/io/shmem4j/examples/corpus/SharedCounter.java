// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * vllm pull request 8558 and tokenspeed pull request 351: two users, such as the blocks of a kernel, count in one word,
 * so a user that is early takes the arrival that was meant for the other. Each needs its own.
 */
public final class SharedCounter {
    private SharedCounter() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs arrived = shmem.allocateLongs(2).named("arrived");
            SymmetricLongs blocks = shmem.allocateLongs(2).named("blocks");
            if (shmem.myPe() > 0) {
                // PEs 1 and 2 are the blocks of the peer.
                int block = shmem.myPe() - 1;
                shmem.p(blocks, block, 42, 0);
                shmem.fence();
                shmem.inc(arrived, mended ? block : 0, 0);
                return;
            }
            for (int block = 0; block < 2; block++) {
                arrived.waitUntil(mended ? block : 0, Cmp.GT, mended ? 0 : block);
                if (blocks.get(block) != 42) {
                    throw new AssertionError("block " + block + " has not come");
                }
            }
        }
    }
}

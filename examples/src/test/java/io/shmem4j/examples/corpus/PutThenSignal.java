// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;

/**
 * Sandia OpenSHMEM pull request 825: put-with-signal made of a put and a signal that no fence keeps behind it.
 */
public final class PutThenSignal {
    private PutThenSignal() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs block = shmem.allocateLongs(2).named("block");
            Signal signal = shmem.allocateSignal().named("signal");
            if (shmem.myPe() == 0) {
                shmem.put(block, 0, new long[] {1, 2}, 0, 2, 1);
                if (args.length > 0) {
                    shmem.fence();
                }
                shmem.signalAdd(signal, 1, 1);
                return;
            }
            signal.waitUntil(Cmp.GE, 1);
            if (block.get(1) != 2) {
                throw new AssertionError("the signal is there and the block is not");
            }
        }
    }
}

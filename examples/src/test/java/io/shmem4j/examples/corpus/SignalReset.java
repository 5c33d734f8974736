// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;

/**
 * NVIDIA/nvshmem pull request 98: each PE clears its flag when it begins, which its peer may have set already: the
 * signal is lost and the PE waits for ever. A barrier behind the clearing mends it.
 */
public final class SignalReset {
    private SignalReset() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs block = shmem.allocateLongs(1).named("block");
            Signal ready = shmem.allocateSignal().named("ready");
            int other = 1 - shmem.myPe();
            ready.word().set(0, 0);
            if (args.length > 0) {
                shmem.barrierAll();
            }
            shmem.putSignal(block, 0, new long[] {7}, 0, 1, ready, 1, SignalOp.SET, other);
            ready.waitUntil(Cmp.EQ, 1);
            if (block.get(0) != 7) {
                throw new AssertionError("the signal is there and the block is not");
            }
        }
    }
}

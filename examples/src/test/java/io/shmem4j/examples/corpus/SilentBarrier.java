// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;

/**
 * PyTorch issue 191858: barrier, put_signal and wait_signal of a backend did nothing, and said nothing.
 */
public final class SilentBarrier {
    private SilentBarrier() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            Signal barrier = shmem.allocateSignal().named("barrier");
            int other = 1 - shmem.myPe();
            shmem.p(data, 0, 42, other);
            if (mended) {
                shmem.fence();
                shmem.signalAdd(barrier, 1, other);
                barrier.waitUntil(Cmp.GE, 1);
            }
            if (data.get(0) != 42) {
                throw new AssertionError("the barrier has kept nobody");
            }
        }
    }
}

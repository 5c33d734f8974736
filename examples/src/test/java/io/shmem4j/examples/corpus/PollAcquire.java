// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * torchcomms pull request 2318: a poll that does not acquire. On aarch64 the data were loaded before the flag.
 */
public final class PollAcquire {
    private PollAcquire() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            if (shmem.myPe() == 0) {
                shmem.p(data, 0, 42, 1);
                shmem.fence();
                shmem.p(flag, 0, 1, 1);
                return;
            }
            while (flag.get(0) == 0) {
                Thread.onSpinWait();
            }
            if (mended) {
                shmem.quiet();
            }
            if (data.get(0) != 42) {
                throw new AssertionError("data from before the flag");
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * dimos issue 3671: a process says that it has started before it has set the size of its ring.
 */
public final class StartBeforeSize {
    private StartBeforeSize() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs size = shmem.allocateLongs(1).named("size");
            SymmetricLongs started = shmem.allocateLongs(1).named("started");
            if (shmem.myPe() == 0) {
                if (mended) {
                    shmem.p(size, 0, 64, 1);
                    shmem.fence();
                }
                shmem.p(started, 0, 1, 1);
                shmem.p(size, 0, 64, 1);
                return;
            }
            started.waitUntil(0, Cmp.EQ, 1);
            if (size.get(0) == 0) {
                throw new AssertionError("a ring without a size");
            }
        }
    }
}

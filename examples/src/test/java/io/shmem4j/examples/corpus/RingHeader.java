// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;

/**
 * A ring of bytes between processes, as in open-mpi pull request 5536, openucx/ucc pull request 939 and libqb issue 64:
 * the barrier stands behind the header that announces a message, not before it.
 */
public final class RingHeader {
    private RingHeader() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricBytes ring = shmem.allocateBytes(8).named("ring");
            if (shmem.myPe() == 0) {
                for (int message = 0; message < 8; message += 4) {
                    shmem.put(ring, message + 1, new byte[] {1, 2, 3}, 0, 3, 1);
                    if (mended) {
                        shmem.fence();
                    }
                    shmem.p(ring, message, (byte) 3, 1);
                    if (!mended) {
                        shmem.fence();
                    }
                }
                return;
            }
            for (int message = 0; message < 8; message += 4) {
                while (ring.get(message) == 0) {
                    Thread.onSpinWait();
                }
                if (ring.get(message + ring.get(message)) != 3) {
                    throw new AssertionError("a message without its last byte");
                }
            }
        }
    }
}

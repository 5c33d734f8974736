// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * Sandia OpenSHMEM issue 963: a broadcast uses its synchronisation word again before all PEs have left the broadcast
 * before: the root's second flag arrives at a PE that has not cleared the first one yet, and is lost. Calls that count
 * need no clearing.
 */
public final class SyncWordReuse {
    private static final int CALLS = 2;

    private SyncWordReuse() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs block = shmem.allocateLongs(CALLS).named("block");
            SymmetricLongs sync = shmem.allocateLongs(1).named("sync");
            for (int call = 0; call < CALLS; call++) {
                if (shmem.myPe() == 0) {
                    shmem.p(block, call, 10 + call, 1);
                    shmem.fence();
                    shmem.p(sync, 0, mended ? 1 + call : 1, 1);
                    continue;
                }
                sync.waitUntil(0, Cmp.GE, mended ? 1 + call : 1);
                if (!mended) {
                    sync.set(0, 0);
                }
                if (block.get(call) != 10 + call) {
                    throw new AssertionError("call " + call + " has brought " + block.get(call));
                }
            }
        }
    }
}

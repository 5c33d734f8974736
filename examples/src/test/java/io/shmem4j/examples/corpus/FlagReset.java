// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * vllm pull request 2760: a PE clears its flag behind the wait, when the peer's flag of the next call may have come: it
 * is lost, and the PE waits for ever. Flags that only grow need no clearing.
 */
public final class FlagReset {
    private FlagReset() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            int other = 1 - shmem.myPe();
            for (int call = 1; call <= 2; call++) {
                shmem.p(flag, 0, mended ? call : 1, other);
                shmem.fence();
                flag.waitUntil(0, Cmp.GE, mended ? call : 1);
                if (!mended) {
                    flag.set(0, 0);
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * sglang pull request 11609 and vllm pull request 25892: a fast PE raises the flag of its next call over that of the
 * last one, which a slow PE still waits for. Successive calls need slots of their own.
 */
public final class OverlappingCalls {
    private OverlappingCalls() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs flag = shmem.allocateLongs(2).named("flag");
            int other = 1 - shmem.myPe();
            for (int call = 1; call <= 2; call++) {
                int slot = mended ? call % 2 : 0;
                shmem.atomicSet(flag, slot, call, other);
                flag.waitUntil(slot, Cmp.EQ, call);
            }
        }
    }
}

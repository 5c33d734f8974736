// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * vllm pull request 2760: peers keep their flags in the bytes of one word, which each of them loads, changes and
 * stores. So one peer stores the other's old byte again. Each needs a word, or an atomic.
 */
public final class BytesOfOneWord {
    private BytesOfOneWord() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs flags = shmem.allocateLongs(1).named("flags");
            int me = shmem.myPe();
            if (me > 0) {
                long flag = 1L << 8 * me;
                if (mended) {
                    shmem.or(flags, 0, flag, 0);
                } else {
                    shmem.p(flags, 0, shmem.g(flags, 0, 0) | flag, 0);
                }
                return;
            }
            flags.waitUntil(0, Cmp.EQ, 0x10100);
        }
    }
}

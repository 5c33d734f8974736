// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * vllm issue 57059 and ROCm/aiter pull requests 2890, 4294 and 4786: the barrier at the start of an all-reduce is
 * relaxed on both sides. The store of the flag may be there before the input, and the input may be loaded before the
 * flag. The argument {@code load} leaves the second mistake alone.
 */
public final class StartBarrier {
    private StartBarrier() {
    }

    public static void main(String[] args) {
        boolean mendsStore = args.length > 0;
        boolean mendsLoad = mendsStore && args[args.length - 1].equals("mended");
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs input = shmem.allocateLongs(1).named("input");
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            int me = shmem.myPe();
            int other = 1 - me;
            // The kernel before has stored the input.
            shmem.p(input, 0, 42, me);
            if (mendsStore) {
                shmem.quiet();
            }
            shmem.p(flag, 0, 1, other);
            while (flag.get(0) == 0) {
                Thread.onSpinWait();
            }
            if (mendsLoad) {
                shmem.quiet();
            }
            if (shmem.g(input, 0, other) != 42) {
                throw new AssertionError("the peer's input is still on its way");
            }
        }
    }
}

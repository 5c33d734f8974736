// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * vllm pull request 2760: an all-reduce of two stages. Nothing orders the sums of the first stage before the flag
 * that lets the peer read them.
 */
public final class TwoStages {
    private TwoStages() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs input = shmem.allocateLongs(2).named("input");
            SymmetricLongs sums = shmem.allocateLongs(2).named("sums");
            SymmetricLongs flags = shmem.allocateLongs(2).named("flags");
            int me = shmem.myPe();
            int other = 1 - me;
            // Each PE adds up one element of both, and puts the sum to its peer.
            input.set(0, new long[] {1 + me, 10 + me});
            shmem.quiet();
            shmem.p(flags, 0, 1, other);
            flags.waitUntil(0, Cmp.EQ, 1);
            shmem.p(sums, me, input.get(me) + shmem.g(input, me, other), other);
            if (mended) {
                shmem.fence();
            }
            shmem.p(flags, 1, 1, other);
            flags.waitUntil(1, Cmp.EQ, 1);
            if (sums.get(other) != (other == 0 ? 3 : 21)) {
                throw new AssertionError("the second stage has read a sum that is not there");
            }
        }
    }
}

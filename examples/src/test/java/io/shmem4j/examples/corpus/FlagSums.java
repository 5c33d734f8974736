// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * DeepEP issue 423: a barrier in which each PE adds the number of its peers to its own word and takes one from theirs:
 * a word that is zero again says that all have come. A fast PE that comes to the next barrier counts for a slow one.
 */
public final class FlagSums {
    private FlagSums() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs sum = shmem.allocateLongs(2).named("sum");
            SymmetricLongs calls = shmem.allocateLongs(1).named("calls");
            int me = shmem.myPe();
            int n = shmem.nPes();
            for (int call = 1; call <= 2; call++) {
                int word = mended ? call - 1 : 0;
                calls.set(0, call);
                shmem.fetchAdd(sum, word, n - 1, me);
                for (int hop = 1; hop < n; hop++) {
                    shmem.add(sum, word, -1, (me + hop) % n);
                }
                sum.waitUntil(word, Cmp.EQ, 0);
                for (int hop = 1; hop < n; hop++) {
                    if (shmem.g(calls, 0, (me + hop) % n) < call) {
                        throw new AssertionError("a PE has not come to barrier " + call);
                    }
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;

/**
 * ROCm/aiter pull requests 3514 and 4082: a collective that reads its peers' inputs returns before they have read its
 * own, and the caller writes its next input.
 */
public final class InputOverwritten {
    private InputOverwritten() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs input = shmem.allocateLongs(1).named("input");
            SymmetricLongs ready = shmem.allocateLongs(1).named("ready");
            Signal done = shmem.allocateSignal().named("done");
            int other = 1 - shmem.myPe();
            for (int call = 1; call <= 2; call++) {
                input.set(0, call);
                shmem.p(ready, 0, call, other);
                ready.waitUntil(0, Cmp.GE, call);
                long read = shmem.g(input, 0, other);
                if (mended) {
                    shmem.signalAdd(done, 1, other);
                    done.waitUntil(Cmp.GE, call);
                }
                if (read != call) {
                    throw new AssertionError("call " + call + " has read the input of call " + read);
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;

/**
 * tokenspeed pull request 1017: the producer writes the next payload as soon as the last one is announced, whether the
 * consumer has taken it or not.
 */
public final class ReadyWithoutDone {
    private ReadyWithoutDone() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs payload = shmem.allocateLongs(1).named("payload");
            SymmetricLongs ready = shmem.allocateLongs(1).named("ready");
            Signal done = shmem.allocateSignal().named("done");
            for (int token = 1; token <= 2; token++) {
                if (shmem.myPe() == 0) {
                    shmem.p(payload, 0, token, 1);
                    shmem.fence();
                    shmem.p(ready, 0, token, 1);
                    if (mended) {
                        done.waitUntil(Cmp.GE, token);
                    }
                    continue;
                }
                ready.waitUntil(0, Cmp.GE, token);
                if (payload.get(0) != token) {
                    throw new AssertionError("token " + token + " is overwritten by " + payload.get(0));
                }
                shmem.signalAdd(done, 1, 0);
            }
        }
    }
}

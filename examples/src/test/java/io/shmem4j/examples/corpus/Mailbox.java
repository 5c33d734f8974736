// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * schwung pull request 105 and hw-native-sys/simpler pull request 115: a mailbox of a value and a flag, both plain
 * stores, so the flag may be there before the value. The answer goes back in the same way.
 */
public final class Mailbox {
    private Mailbox() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs value = shmem.allocateLongs(1).named("value");
            SymmetricLongs ready = shmem.allocateLongs(1).named("ready");
            int me = shmem.myPe();
            for (int turn = 0; turn < 2; turn++) {
                if (turn == me) {
                    shmem.p(value, 0, turn + 1, 1 - me);
                    if (mended) {
                        shmem.fence();
                    }
                    shmem.p(ready, 0, 1, 1 - me);
                } else {
                    ready.waitUntil(0, Cmp.EQ, 1);
                    if (value.get(0) != turn + 1) {
                        throw new AssertionError("ready without a value");
                    }
                }
            }
        }
    }
}

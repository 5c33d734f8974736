// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * libuv pull request 4921: the writer of a ring stores its tail and then loads whether the reader sleeps, without a
 * full fence between. The reader says that it sleeps, and looks at the tail again. Each may miss the other's store.
 */
public final class SleepingReader {
    private SleepingReader() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs tail = shmem.allocateLongs(1).named("tail");
            SymmetricLongs sleeps = shmem.allocateLongs(1).named("sleeps");
            SymmetricLongs wake = shmem.allocateLongs(1).named("wake");
            if (shmem.myPe() == 0) {
                shmem.p(tail, 0, 1, 1);
                if (mended) {
                    shmem.quiet();
                }
                if (shmem.g(sleeps, 0, 1) == 1) {
                    shmem.p(wake, 0, 1, 1);
                }
                return;
            }
            sleeps.set(0, 1);
            shmem.quiet();
            if (tail.get(0) == 0) {
                wake.waitUntil(0, Cmp.EQ, 1);
            }
        }
    }
}

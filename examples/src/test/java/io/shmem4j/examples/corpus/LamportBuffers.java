// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * sglang issue 30209, open: an all-reduce whose data are their own flags. A value that is not 0 has arrived; three
 * buffers take turns, and a PE clears the one that it used last while it waits in the next. Mended, the clearing is
 * complete before the PE's next values are sent.
 */
public final class LamportBuffers {
    private LamportBuffers() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs buffers = shmem.allocateLongs(3).named("buffers");
            int other = 1 - shmem.myPe();
            for (int call = 1; call <= 3; call++) {
                shmem.p(buffers, call % 3, call, other);
                // The PE's own copy, by stores that may be late.
                shmem.p(buffers, (call + 2) % 3, 0, shmem.myPe());
                if (mended) {
                    shmem.quiet();
                }
                buffers.waitUntil(call % 3, Cmp.NE, 0);
                long value = buffers.get(call % 3);
                if (value != call) {
                    throw new AssertionError("call " + call + " has got the value of call " + value);
                }
            }
        }
    }
}

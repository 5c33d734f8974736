// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;

/**
 * tt-metal pull request 55119: a multicast still reads its source when the sender wipes that for the next one.
 */
public final class SourceWiped {
    private SourceWiped() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs block = shmem.allocateLongs(1).named("block");
            Signal sent = shmem.allocateSignal().named("sent");
            if (shmem.myPe() > 0) {
                sent.waitUntil(Cmp.EQ, 1);
                if (block.get(0) != 7) {
                    throw new AssertionError("the block was wiped before it was sent");
                }
                return;
            }
            long[] source = {7};
            shmem.putSignalNbi(block, 0, source, 0, 1, sent, 1, SignalOp.SET, 1);
            if (mended) {
                shmem.quiet();
            }
            source[0] = 0;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * vllm issues 27858 and 29389: a ring of one slot with plain flags. The writer clears the flag by which the reader
 * releases the slot, then sets the flag of the message. Where the clearing comes late, it removes the release, and the
 * writer waits for ever.
 */
public final class PlainFlagRing {
    private PlainFlagRing() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs slot = shmem.allocateLongs(1).named("slot");
            SymmetricLongs written = shmem.allocateLongs(1).named("written");
            SymmetricLongs read = shmem.allocateLongs(1).named("read");
            if (shmem.myPe() == 0) {
                for (int message = 1; message <= 2; message++) {
                    // The slot and its flags are in the memory of the reader.
                    shmem.p(read, 0, 0, 1);
                    shmem.p(slot, 0, message, 1);
                    if (mended) {
                        shmem.fence();
                    }
                    shmem.p(written, 0, message, 1);
                    while (shmem.g(read, 0, 1) != message) {
                        Thread.onSpinWait();
                    }
                }
                return;
            }
            for (int message = 1; message <= 2; message++) {
                written.waitUntil(0, Cmp.EQ, message);
                if (slot.get(0) != message) {
                    throw new AssertionError("message " + message + " is not in the slot");
                }
                read.set(0, message);
            }
        }
    }
}

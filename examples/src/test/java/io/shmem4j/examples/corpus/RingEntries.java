// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * DPDK, 2017, "ring: guarantee load/load order in enqueue and dequeue": a consumer loads the producers' tail before the
 * consumers' head, so that the number of entries is negative, which it takes for many.
 */
public final class RingEntries {
    private RingEntries() {
    }

    private static void dequeue(Shmem shmem, SymmetricLongs tail, SymmetricLongs head, SymmetricLongs slots,
        boolean fenced) {
        long first = shmem.g(head, 0, 0);
        if (fenced) {
            shmem.quiet();
        }
        long entries = shmem.g(tail, 0, 0) - first;
        if (entries != 0 && shmem.compareSwap(head, 0, first, first + 1, 0) == first
            && shmem.g(slots, first, 0) == 0) {
            throw new AssertionError("slot " + first + " is empty, of " + entries + " entries");
        }
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs slots = shmem.allocateLongs(4).named("slots");
            SymmetricLongs tail = shmem.allocateLongs(1).named("tail");
            SymmetricLongs head = shmem.allocateLongs(1).named("head");
            if (shmem.myPe() == 0) {
                shmem.p(slots, 0, 1, 0);
                shmem.fence();
                shmem.p(tail, 0, 1, 0);
                shmem.quiet();
            }
            dequeue(shmem, tail, head, slots, mended);
        }
    }
}

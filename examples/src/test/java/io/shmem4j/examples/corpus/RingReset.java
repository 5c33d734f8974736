// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;

/**
 * NVIDIA/nvshmem issue 84, its second bug: a PE of the ring sets its own signal to 0 for the next round, when the
 * signal of that round may have come: it is lost, and the PE waits for ever. Signals that only grow need no reset.
 */
public final class RingReset {
    private RingReset() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs sums = shmem.allocateLongs(2).named("sums");
            Signal arrived = shmem.allocateSignal().named("arrived");
            int me = shmem.myPe();
            int n = shmem.nPes();
            for (int round = 0; round < 2; round++) {
                if (me > 0) {
                    arrived.waitUntil(Cmp.GE, mended ? round + 1 : 1);
                }
                if (me > 0 && !mended) {
                    arrived.word().set(0, 0);
                }
                if (me < n - 1) {
                    long sum = sums.get(round) + me + 1;
                    shmem.putSignalNbi(sums, round, new long[] {sum}, 0, 1, arrived, 1, SignalOp.ADD, me + 1);
                }
            }
        }
    }
}

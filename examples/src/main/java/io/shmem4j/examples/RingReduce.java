// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SignalOp;
import io.shmem4j.Signals;
import io.shmem4j.SymmetricLongs;

/**
 * Sums that go round a ring of PEs in chunks, in the shape and with the bug of a library's official example: one signal
 * counts the chunks, so the signal of a later chunk ends the wait for an earlier one. {@code oshrun --explore} finds a
 * schedule that fails.
 *
 * <p>Argument: {@code mended} gives each chunk a signal of its own.
 */
public final class RingReduce {
    private static final int CHUNKS = 2;

    private final Shmem shmem;
    private final boolean mended;
    private final SymmetricLongs sums;
    private final Signals arrived;

    private RingReduce(Shmem shmem, boolean mended) {
        this.shmem = shmem;
        this.mended = mended;
        this.sums = shmem.allocateLongs(CHUNKS).named("sums");
        this.arrived = shmem.allocateSignals(mended ? CHUNKS : 1).named("arrived");
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            new RingReduce(shmem, args.length > 0 && args[0].equals("mended")).reduce();
        }
    }

    private void reduce() {
        int me = shmem.myPe();
        int n = shmem.nPes();
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            if (me > 0) {
                await(chunk);
            }
            sums.set(chunk, sums.get(chunk) + me + 1);
            shmem.putSignalNbi(sums, chunk, sums, chunk, 1, arrived.get(mended ? chunk : 0), 1, SignalOp.ADD,
                (me + 1) % n);
        }
        for (int chunk = 0; me == 0 && chunk < CHUNKS; chunk++) {
            await(chunk);
            if (sums.get(chunk) != (long) n * (n + 1) / 2) {
                throw new AssertionError("the sum of chunk " + chunk + " is " + sums.get(chunk));
            }
        }
    }

    private void await(int chunk) {
        arrived.get(mended ? chunk : 0).waitUntil(Cmp.GE, mended ? 1 : chunk + 1);
    }
}

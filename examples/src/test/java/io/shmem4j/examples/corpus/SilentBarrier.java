// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;

/**
 * PyTorch issue 191858: barrier, put_signal and wait_signal of a backend did nothing, and said nothing.
 */
public final class SilentBarrier {
    private final Shmem shmem;
    private final boolean mended;
    private final Signal signal;
    private final int other;

    private SilentBarrier(Shmem shmem, boolean mended) {
        this.shmem = shmem;
        this.mended = mended;
        this.signal = shmem.allocateSignal().named("signal");
        this.other = 1 - shmem.myPe();
    }

    private void putSignal() {
        if (mended) {
            shmem.fence();
            shmem.signalAdd(signal, 1, other);
        }
    }

    private void waitSignal(long count) {
        if (mended) {
            signal.waitUntil(Cmp.GE, count);
        }
    }

    private void barrier() {
        putSignal();
        waitSignal(1);
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SilentBarrier backend = new SilentBarrier(shmem, args.length > 0);
            SymmetricLongs data = shmem.allocateLongs(2).named("data");
            shmem.p(data, 0, 42, backend.other);
            backend.barrier();
            if (data.get(0) != 42) {
                throw new AssertionError("the barrier has kept nobody");
            }
            shmem.p(data, 1, 43, backend.other);
            backend.putSignal();
            backend.waitSignal(2);
            if (data.get(1) != 43) {
                throw new AssertionError("the signal has told nobody");
            }
        }
    }
}

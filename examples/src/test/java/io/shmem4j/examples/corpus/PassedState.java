// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * deepspeed pull request 4048: PE 0 begins the next all-reduce before another PE has seen the last state of this one,
 * for which that PE then waits forever. In the mended form it waits until the state has changed.
 */
public final class PassedState {
    private PassedState() {
    }

    private static final int READY = 1;
    private static final int SUMMED = 2;

    private static void await(Shmem shmem, SymmetricLongs state, int pe, int value) {
        while (shmem.g(state, 0, pe) != value) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs state = shmem.allocateLongs(1).named("state");
            int me = shmem.myPe();
            int last = shmem.nPes() - 1;
            for (int call = 0; call < 2; call++) {
                state.set(0, READY);
                for (int pe = 1; me == 0 && pe <= last; pe++) {
                    await(shmem, state, pe, READY);
                }
                if (me != 0) {
                    await(shmem, state, 0, SUMMED);
                }
                state.set(0, SUMMED);
                for (int pe = 1; me == 0 && pe <= last; pe++) {
                    await(shmem, state, pe, SUMMED);
                }
                while (mended && me != 0 && shmem.g(state, 0, 0) == SUMMED) {
                    Thread.onSpinWait();
                }
                if (me != 0 && !mended) {
                    await(shmem, state, 0, 0);
                }
                state.set(0, 0);
            }
        }
    }
}

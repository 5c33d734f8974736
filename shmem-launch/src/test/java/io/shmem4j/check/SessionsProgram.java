// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;

/** Waits in the first of two sessions, for an object with a long name. */
public final class SessionsProgram {
    private static final int ROUNDS = 20;
    private static final long WORK_NANOS = 300_000;

    private SessionsProgram() {
    }

    public static void main(String[] args) {
        Shmem first = Shmem.init();
        waits(first, first.allocateSignal().named("x".repeat(300)));
        first.finish();
        Shmem.init().finish();
    }

    /** PE 0 waits, PE 1 works before it says that it has come. */
    private static void waits(Shmem shmem, Signal come) {
        for (int i = 1; i <= ROUNDS; i++) {
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                come.waitUntil(Cmp.EQ, i);
            } else {
                long end = System.nanoTime() + WORK_NANOS;
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                shmem.signalSet(come, i, 0);
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;

/** Calls a known number of routines, in five lines while it is profiled with an argument. */
public final class ProfiledProgram {
    private static final int ROUNDS = 10;

    private ProfiledProgram() {
    }

    public static void main(String[] args) {
        Shmem shmem = Shmem.init();
        Signal ready = null;
        if (args.length > 0) {
            shmem.pcontrol(0);
            ready = shmem.allocateSignal().named("ready\n\tto read" + ", again".repeat(40));
        }
        SymmetricLongs x = shmem.allocateLongs(100);
        SymmetricLongs sum = shmem.allocateLongs(1);
        int right = (shmem.myPe() + 1) % shmem.nPes();
        if (ready != null) {
            shmem.pcontrol(1);
            talk(shmem, ready);
        }
        for (int i = 0; i < ROUNDS; i++) {
            shmem.put(x, 0, new long[100], 0, 100, right);
            shmem.p(x, 0, 1, right);
            shmem.world().sumReduce(sum, x, 1);
        }
        shmem.pcontrol(0, (Object[]) new String[] {"detail"});
        if (args.length == 0) {
            shmem.barrierAll();
        }
        shmem.finish();
    }

    /** PE 0 waits several times for PE 1, which works for a while after PE 0 has said that it comes. */
    private static void talk(Shmem shmem, Signal ready) {
        for (int i = 1; i <= 2 * ROUNDS && shmem.myPe() < 2; i++) {
            if (i % 2 == shmem.myPe()) {
                ready.waitUntil(Cmp.EQ, i);
            } else {
                for (long end = System.nanoTime() + 200_000; shmem.myPe() == 1 && System.nanoTime() < end;) {
                    Thread.onSpinWait();
                }
                shmem.signalSet(ready, i, 1 - shmem.myPe());
            }
        }
    }
}

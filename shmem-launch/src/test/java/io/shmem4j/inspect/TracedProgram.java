// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;

/** Makes a known number of calls; with an argument it then waits for ever. */
public final class TracedProgram {
    private TracedProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs x = shmem.allocateLongs(100);
            Signal never = shmem.allocateSignal();
            int right = (shmem.myPe() + 1) % shmem.nPes();
            for (int i = 0; i < 10; i++) {
                shmem.put(x, 0, new long[100], 0, 100, right);
            }
            shmem.pcontrol(0);
            shmem.p(x, 0, 1, right);
            shmem.pcontrol(1);
            while (!x.test(0, Cmp.EQ, 1)) {
                Thread.onSpinWait();
            }
            x.watch(0, 2).now().any(Cmp.EQ, 1);
            shmem.barrierAll();
            if (args.length > 0) {
                System.out.println("waiting");
                never.waitUntil(Cmp.EQ, 1);
            }
        }
    }
}

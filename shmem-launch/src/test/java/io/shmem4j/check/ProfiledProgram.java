// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** Calls a known number of routines. */
public final class ProfiledProgram {
    private ProfiledProgram() {
    }

    public static void main(String[] args) {
        Shmem shmem = Shmem.init();
        SymmetricLongs x = shmem.allocateLongs(100);
        SymmetricLongs sum = shmem.allocateLongs(1);
        int right = (shmem.myPe() + 1) % shmem.nPes();
        for (int i = 0; i < 10; i++) {
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
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.PeFailedException;

/** PE 1 dies before there is a log. After the recovery both PEs make it, and meet in equally many barriers. */
public final class LateLogProgram {
    private LateLogProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs step = shmem.allocateLongs(1);
            try {
                if (shmem.isFirstIncarnation()) {
                    if (shmem.myPe() == 1) {
                        Runtime.getRuntime().halt(1);
                    }
                    shmem.barrierAll();
                }
            } catch (PeFailedException e) {
                System.out.println("PE 1 has died");
            }
            shmem.recover();
            ErrorLog log = ErrorLog.allocate(shmem, 4096);
            for (int i = 1; i <= 3; i++) {
                step.set(0, i);
                shmem.barrierAll();
                if (shmem.g(step, 0, 1 - shmem.myPe()) != i) {
                    throw new IllegalStateException("PE " + (1 - shmem.myPe()) + " has not come to step " + i);
                }
                shmem.barrierAll();
            }
            shmem.allocateLongs(1);
            System.out.println("PE " + shmem.myPe() + ": " + (log.lastBeat(1 - shmem.myPe()) > 0));
            shmem.finish();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** Makes a known number of calls in a thread that was interrupted before the first. */
public final class InterruptedProgram {
    private InterruptedProgram() {
    }

    public static void main(String[] args) {
        Thread.currentThread().interrupt();
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs x = shmem.allocateLongs(1);
            shmem.p(x, 0, 1, (shmem.myPe() + 1) % shmem.nPes());
            shmem.checkpoint();
            shmem.barrierAll();
            System.out.println("interrupted " + Thread.currentThread().isInterrupted() + " " + x.get(0));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** Knows nothing of joining: it is the environment that makes it a PE. */
public final class StepProgram {
    private StepProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs sum = shmem.allocateLongs(1);
            shmem.add(sum, 0, shmem.myPe() + 1, 0);
            shmem.barrierAll();
            System.out.println("task " + shmem.myPe() + " sum " + shmem.g(sum, 0, 0));
            shmem.finish();
        }
    }
}

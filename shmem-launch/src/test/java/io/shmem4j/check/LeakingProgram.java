// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Shmem;

/** Gives nothing back. */
public final class LeakingProgram {
    private LeakingProgram() {
    }

    public static void main(String[] args) {
        Shmem shmem = Shmem.init();
        shmem.allocateLongs(100).named("forgotten");
        shmem.createContext();
        shmem.world().splitStrided(0, 1, shmem.nPes());
        shmem.finish();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Shmem;
import io.shmem4j.legacy.LegacyShmem;

/** Gives nothing back. */
@SuppressWarnings("deprecation")
public final class LeakingProgram {
    private LeakingProgram() {
    }

    public static void main(String[] args) {
        Shmem shmem = Shmem.init();
        shmem.allocateLongs(100).named("forgotten");
        shmem.createContext();
        shmem.activeSet(0, 0, shmem.nPes(), shmem.allocateLongs(LegacyShmem.SYNC_SIZE));
        shmem.world().splitStrided(0, 1, shmem.nPes());
        shmem.finish();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.Shmem;
//#types
import io.shmem4j.SymmetricLongs;
//#done
import io.shmem4j.Team;

/** Collectives of the world on short arrays of each element type, for training. */
final class CallsOfTypes {
    private static final int SHORT = 2;
    /** Enough for each PE to be last a dozen times: the last PE combines the operands, and compiles the loops. */
    private static final int ROUNDS = 100;

    private final Shmem shmem;
    private final Team world;
    private final long length;

    CallsOfTypes(Shmem shmem) {
        this.shmem = shmem;
        this.world = shmem.world();
        this.length = (long) SHORT * shmem.nPes();
    }

    void run() {
//#types
        ofLongs();
//#done
    }

//#types
    private void ofLongs() {
        SymmetricLongs from = shmem.allocateLongs(length);
        SymmetricLongs to = shmem.allocateLongs(length);
        for (int i = 0; i < ROUNDS; i++) {
//#each op sum prod max min integer: and or xor
            world.$op$Reduce(to, from, SHORT);
//#next
            world.broadcast(to, from, SHORT, 0);
            world.fcollect(to, from, SHORT);
            world.collect(to, from, SHORT);
            world.alltoall(to, from, SHORT);
            world.sumInscan(to, from, SHORT);
        }
    }

//#done
}

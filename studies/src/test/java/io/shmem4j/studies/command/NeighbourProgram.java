// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** Each PE stores its number at the next one. */
public final class NeighbourProgram {
    private NeighbourProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            int n = shmem.nPes();
            SymmetricLongs from = shmem.allocateLongs(1);
            shmem.p(from, 0, me, (me + 1) % n);
            shmem.barrierAll();
            if (from.get(0) != (me + n - 1) % n) {
                throw new AssertionError("PE " + me + " has got " + from.get(0));
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;

/**
 * PE 2 works on when the others have said that they are about to wait for it: at a barrier, in a broadcast, for a
 * variable.
 */
public final class LateProgram {
    private static final long NANOS = 200_000_000;
    private static final int LATE = 2;

    private LateProgram() {
    }

    /** PE 2 comes last, after this. */
    private static void meet(Shmem shmem, SymmetricLongs flags, int flag, int others) {
        if (shmem.myPe() != LATE) {
            shmem.add(flags, flag, 1, LATE);
            return;
        }
        flags.waitUntil(flag, Cmp.GE, others);
        long end = System.nanoTime() + NANOS;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /** Runs it. The argument is nothing, fail, or halt for PE 1 to end before its JVM writes a recording. */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            if (args.length > 0 && args[0].equals("halt")) {
                int me = shmem.myPe();
                shmem.finish();
                if (me == 1) {
                    Runtime.getRuntime().halt(0);
                }
                return;
            }
            if (args.length > 0) {
                throw new IllegalStateException("as asked");
            }
            SymmetricLongs data = shmem.allocateLongs(100);
            SymmetricLongs flags = shmem.allocateLongs(4).named("flags of\rthose that wait");
            meet(shmem, flags, 0, 2);
            shmem.barrierAll();
            Team ends = shmem.world().splitStrided(0, 2, 2);
            if (ends.isMember()) {
                meet(shmem, flags, 1, 1);
                ends.broadcast(data, data, 100, 1);
            }
            shmem.barrierAll();
            if (shmem.myPe() != 0) {
                meet(shmem, flags, 2, 1);
            }
            if (shmem.myPe() == LATE) {
                shmem.atomicSet(flags, 3, 1, 1);
            } else if (shmem.myPe() == 1) {
                flags.waitUntil(3, Cmp.NE, 0);
            }
            shmem.finish();
        }
    }
}

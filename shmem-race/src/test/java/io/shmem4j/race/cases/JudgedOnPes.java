// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.junit.ShmemTest;

/** Tests of a user, one with a race; not found by name, but run by another test. */
public final class JudgedOnPes {
    @ShmemTest(pes = 2, race = true)
    void racy(Shmem shmem) {
        puts(shmem, false);
    }

    @ShmemTest(pes = 2, race = true)
    void clean(Shmem shmem) {
        puts(shmem, true);
    }

    private static void puts(Shmem shmem, boolean ordered) {
        SymmetricInts a = shmem.allocateInts(1);
        if (shmem.myPe() == 0) {
            shmem.p(a, 0, 4, 1);
        }
        if (ordered) {
            shmem.barrierAll();
        }
        if (shmem.myPe() == 1) {
            a.get(0);
        }
        shmem.barrierAll();
    }
}

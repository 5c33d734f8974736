// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.ArrayList;
import java.util.List;

/** More contexts than numbers for them; in a job of its own, because a job stays without. */
final class NumberCases {
    private NumberCases() {
    }

    static void contextsWithoutNumberClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs flags = s.allocateLongs(2);
        int right = (s.myPe() + 1) % s.nPes();
        List<Context> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(s.createContext());
            all.getLast().p(a, 0, i, right);
            all.getLast().quiet();
        }
        s.barrierAll();
        // PEs with an even number store by a context with a number, the others answer by one without.
        boolean even = s.myPe() % 2 == 0;
        for (int i = 1; i <= 20; i++) {
            if (even) {
                all.getFirst().p(a, 0, i, s.myPe() + 1);
                all.getFirst().fence();
                all.getFirst().p(flags, 0, i, s.myPe() + 1);
                flags.waitUntil(1, Cmp.EQ, i);
            } else {
                flags.waitUntil(0, Cmp.EQ, i);
                a.get(0);
                all.getLast().p(flags, 1, i, s.myPe() - 1);
            }
        }
        s.barrierAll();
        all.forEach(Context::close);
    }
}

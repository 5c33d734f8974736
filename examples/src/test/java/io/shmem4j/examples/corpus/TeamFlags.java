// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * Sandia OpenSHMEM pull request 1237: barriers of teams that overlap count arrivals in the same word of their common
 * PE, which takes an arrival at one team's barrier for that at the other's. Each team needs a word of its own.
 */
public final class TeamFlags {
    private TeamFlags() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs arrived = shmem.allocateLongs(2).named("arrived");
            SymmetricLongs left = shmem.allocateLongs(1).named("left");
            SymmetricLongs data = shmem.allocateLongs(3).named("data");
            int me = shmem.myPe();
            if (me != 1) {
                // PEs 0 and 2 are in a team with PE 1 each.
                shmem.p(data, me, 1, 1);
                shmem.fence();
                shmem.add(arrived, args.length > 0 ? me / 2 : 0, 1, 1);
                left.waitUntil(0, Cmp.EQ, 1);
                return;
            }
            for (int other = 0; other <= 2; other += 2) {
                int word = args.length > 0 ? other / 2 : 0;
                arrived.waitUntil(word, Cmp.GE, 1);
                shmem.add(arrived, word, -1, me);
                if (data.get(other) != 1) {
                    throw new AssertionError("PE " + other + " has not come to the barrier of its team");
                }
                shmem.p(left, 0, 1, other);
            }
        }
    }
}

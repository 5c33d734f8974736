// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;

/**
 * DeepEP issue 651: a barrier of each row and one of each column, side by side, are no barrier of all. PE 0 shares its
 * row with PE 1 and its column with PE 2. A second round of both is a barrier of all.
 */
public final class RowsAndColumns {
    private RowsAndColumns() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            Team row = shmem.world().splitStrided(0, 1, 2);
            Team column = shmem.world().splitStrided(0, 2, 2);
            int me = shmem.myPe();
            if (me > 0) {
                shmem.p(data, 0, 42, 3 - me);
                shmem.quiet();
            }
            for (int round = 0; round < (mended ? 2 : 1); round++) {
                if (me != 2) {
                    row.sync();
                }
                if (me != 1) {
                    column.sync();
                }
            }
            if (me > 0 && data.get(0) != 42) {
                throw new AssertionError("PE " + (3 - me) + " has not come to the barrier");
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * Primus-Turbo pull request 482: the tail of a ring is stored before the rows that it announces.
 */
public final class TailBeforeRows {
    private TailBeforeRows() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs rows = shmem.allocateLongs(2).named("rows");
            SymmetricLongs tail = shmem.allocateLongs(1).named("tail");
            if (shmem.myPe() == 0) {
                for (int row = 0; row < 2; row++) {
                    shmem.p(rows, row, 1 + row, 1);
                    if (mended) {
                        shmem.fence();
                    }
                    shmem.atomicSet(tail, 0, 1 + row, 1);
                }
                return;
            }
            for (int row = 0; row < 2; row++) {
                tail.waitUntil(0, Cmp.GT, row);
                if (rows.get(row) != 1 + row) {
                    throw new AssertionError("the tail has passed row " + row);
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package simtest;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** Everybody sends its right neighbour letters, each announced by a flag; without the argument a fence is missing. */
public final class Mailbox {
    private static final int ROUNDS = 50;

    private Mailbox() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs letter = shmem.allocateLongs(1);
            SymmetricLongs flag = shmem.allocateLongs(1);
            int right = (shmem.myPe() + 1) % shmem.nPes();
            for (int round = 1; round <= ROUNDS; round++) {
                shmem.p(letter, 0, round, right);
                if (args.length > 0) {
                    shmem.fence();
                }
                shmem.p(flag, 0, round, right);
                flag.waitUntil(0, Cmp.GE, round);
                if (letter.get(0) != round) {
                    throw new IllegalStateException("letter " + round + " has not come");
                }
                shmem.barrierAll();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.PeFailedException;
import java.util.Arrays;

/**
 * PE 1 accesses PE 0's memory until it is killed, and prints its life and process first. Its last life, whose number is
 * the first word, writes that to all of PE 0's array.
 */
public final class KilledAccessesProgram {
    private static final int WORDS = 1 << 17;

    private KilledAccessesProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = null;
            while (data == null) {
                try {
                    data = shmem.allocateLongs(WORDS);
                } catch (PeFailedException e) {
                    shmem.recover();
                }
            }
            while (!isComplete(shmem, data, Integer.parseInt(args[0]))) {
                System.err.println("again");
            }
        }
    }

    private static boolean isComplete(Shmem shmem, SymmetricLongs data, int lives) {
        try {
            shmem.recover();
            shmem.barrierAll();
            if (shmem.myPe() == 1) {
                access(shmem, data, lives);
            }
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                long[] all = new long[WORDS];
                shmem.get(all, 0, data, 0, WORDS, 0);
                System.out.println("written " + Arrays.toString(Arrays.stream(all).distinct().toArray()));
            }
            shmem.finish();
            return true;
        } catch (PeFailedException e) {
            return false;
        }
    }

    private static void access(Shmem shmem, SymmetricLongs data, int lives) {
        long[] mine = new long[WORDS];
        Arrays.fill(mine, shmem.incarnation());
        shmem.put(data, 0, mine, 0, WORDS, 0);
        if (shmem.incarnation() < lives) {
            System.out.println("life" + shmem.incarnation() + " " + ProcessHandle.current().pid());
        }
        while (shmem.incarnation() < lives) {
            shmem.putNbi(data, 0, mine, 0, WORDS, 0);
            shmem.get(mine, 0, data, 0, WORDS, 0);
            for (int i = 0; i < 100; i++) {
                shmem.p(data, i, shmem.incarnation(), 0);
            }
            shmem.fetchAdd(data, 0, 0, 0);
        }
    }
}

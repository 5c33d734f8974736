// SPDX-License-Identifier: Apache-2.0
package simtest;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;

/**
 * A user's program: the time of a broadcast by loads before and after a reduction by put and get, and by get; then of
 * puts of 64 and of 128 KiB into memory, and of a reduction by recursive doubling with puts.
 */
public final class Transfers {
    private static final int TURNS = 10;
    private static final int COUNT = 64;

    private Transfers() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs dest = shmem.allocateLongs(COUNT);
            SymmetricLongs source = shmem.allocateLongs(COUNT);
            Team direct = shmem.world().using(shmem.world().options().withTransfer(Transfer.DIRECT));
            Team putget = shmem.world().using(shmem.world().options().withTransfer(Transfer.PUTGET));
            double before = broadcast(shmem, direct, dest, source);
            putget.sumReduce(dest, source, COUNT);
            double after = broadcast(shmem, direct, dest, source);
            double byGet = broadcast(shmem, putget, dest, source);
            Team doubling = shmem.world().using(shmem.world().options().withTransfer(Transfer.PUTGET)
                .withReduce(ReduceAlgorithm.RECDBL));
            double reduction = least(shmem, () -> doubling.sumReduce(dest, source, COUNT));
            String puts = put(shmem, 64 << 10) + " " + put(shmem, 128 << 10);
            if (shmem.myPe() == 1) {
                System.out.println(before + " " + after + " " + byGet + " " + puts + " " + reduction);
            }
            shmem.barrierAll();
        }
    }

    private static double put(Shmem shmem, int bytes) {
        long[] numbers = new long[bytes / Long.BYTES];
        SymmetricLongs target = shmem.allocateLongs(numbers.length);
        shmem.barrierAll();
        double start = shmem.time();
        if (shmem.myPe() == 1) {
            shmem.put(target, 0, numbers, 0, numbers.length, 0);
        }
        return shmem.time() - start;
    }

    private static double broadcast(Shmem shmem, Team team, SymmetricLongs dest, SymmetricLongs source) {
        return least(shmem, () -> team.broadcast(dest, source, COUNT, 0));
    }

    private static double least(Shmem shmem, Runnable collective) {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < TURNS; i++) {
            shmem.barrierAll();
            double start = shmem.time();
            collective.run();
            least = Math.min(least, shmem.time() - start);
        }
        return least;
    }
}

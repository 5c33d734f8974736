// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.BarrierAlgorithm;
import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.work.WorkKind;

/** The library's own tree broadcast of one number and its own dissemination barrier, each from one moment on. */
final class LibraryProgram extends JobProgram {
    private static final int ROUNDS = 12;
    /** Rounds in which the library learns what it needs. */
    private static final int SETTLING = 4;
    /** Longer than what PEs are apart after a barrier, in seconds. */
    private static final double APART = 50e-6;

    /** Measures microseconds until the last PE returns. */
    LibraryProgram(int pes) {
        super("direct", pes, SPARE);
    }

    @Override
    void run(Shmem shmem) {
        SymmetricLongs source = shmem.allocateLongs(8);
        SymmetricLongs dest = shmem.allocateLongs(8);
        SymmetricLongs when = shmem.allocateLongs(8);
        Team team = shmem.world().using(CollectiveOptions.environment().withBroadcast(BroadcastAlgorithm.TREE)
            .withBarrier(BarrierAlgorithm.DISSEMINATION));
        for (int round = 0; round < ROUNDS; round++) {
            source.set(0, round + 1);
            double start = together(shmem, when);
            team.broadcast(dest, source, 1, 0);
            keep("broadcast", round, shmem.time() - start);
            if (shmem.myPe() != 0 && dest.get(0) != round + 1) {
                throw new IllegalStateException("the broadcast brought " + dest.get(0));
            }
            start = together(shmem, when);
            team.sync();
            keep("barrier", round, shmem.time() - start);
        }
    }

    private void keep(String what, int round, double seconds) {
        if (round >= SETTLING) {
            double[] micros = values.row(what, ROUNDS - SETTLING);
            micros[round - SETTLING] = Math.max(micros[round - SETTLING], seconds * 1e6);
        }
    }

    /** {@return a moment that all PEs wait for, as the paper's threads wait for a value of the time-stamp counter} */
    private static double together(Shmem shmem, SymmetricLongs when) {
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            long moment = Double.doubleToLongBits(shmem.time() + APART);
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                shmem.p(when, 0, moment, pe);
            }
        }
        shmem.barrierAll();
        double start = Double.longBitsToDouble(when.get(0));
        while (shmem.time() < start) {
            shmem.work(WorkKind.SCALAR, 1);
        }
        return start;
    }
}

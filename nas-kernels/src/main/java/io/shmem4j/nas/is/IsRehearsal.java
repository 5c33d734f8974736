// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.PhaseTimers;

/**
 * Rankings of few keys before the benchmark is set up, so that the JVM compiles what the benchmark runs: programs in
 * other languages come compiled. They see none of the benchmark's keys, and their memory is given back.
 *
 * <p>Few, so that code which is not compiled yet has little to do; but as many buckets as the benchmark's, as their
 * number decides how they are summed.
 */
final class IsRehearsal {
    /** Enough to compile what a ranking calls once, on all PEs: with 5000 a loop is left to the timed ones at times. */
    static final int RANKINGS = 6000;
    /** Rankings between looks at the clock. */
    private static final int BATCH = 25;
    /** So many compile the loops; before that, loops with the Vector API are slower than those without. */
    private static final int ENOUGH = 2 * BATCH;
    /** Many PEs on few cores take long for small rankings, too. */
    private static final double LONGEST_SECONDS = 3;

    private final Shmem shmem;
    private final IsProblem problem;
    private final KeyExchange.Way transfer;
    private final BucketReduction reduction;
    private int done;

    IsRehearsal(Shmem shmem, IsProblem problem, KeyExchange.Way transfer, BucketReduction reduction) {
        this.shmem = shmem;
        this.problem = problem.small();
        this.transfer = transfer;
        this.reduction = reduction;
    }

    /**
     * Runs it; collective.
     *
     * @param most rankings; fewer when they take long, none on simulated machines, where a JVM's own
     *             work takes no time
     */
    void run(int most) {
        AllGather allGather = new AllGather(shmem, IsProblem.Phase.values().length);
        if (most > 0 && !shmem.simulated()) {
            rank(most, allGather);
        }
        allGather.free();
    }

    private void rank(int most, AllGather allGather) {
        double latest = shmem.time() + LONGEST_SECONDS;
        Ranking ranking = new Ranking(shmem, problem, transfer, reduction, KeyLoops.Split.fastest(),
            new PhaseTimers<>(shmem, IsProblem.Phase.values()));
        do {
            for (int end = Math.min(most, done + BATCH); done < end; done++) {
                ranking.rank(1);
            }
        } while (done < most && allGather.max(shmem.time() - latest) < 0);
        ranking.free();
    }

    KeyLoops.Split loops() {
        return done >= ENOUGH ? KeyLoops.Split.fastest() : KeyLoops.Split.SCALAR;
    }

    @Override
    public String toString() {
        return done == 0 ? "none" : done + " untimed rankings of " + problem.keys();
    }
}

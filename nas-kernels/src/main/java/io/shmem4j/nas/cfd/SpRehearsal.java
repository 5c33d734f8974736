// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.AllGather;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.PhaseTimers;

/**
 * Time steps on a small grid before the benchmark is set up, so that the JVM compiles what the benchmark runs: programs
 * in other languages come compiled. They see none of the benchmark's numbers, and their memory is given back.
 *
 * <p>Small, so that code which is not compiled yet has little to do. A PE calls the methods of a step as often as on a
 * large grid of as many cells or planes, but the loops in them are shorter.
 */
final class SpRehearsal {
    /** Enough to compile what a step calls once. */
    static final int STEPS = 1000;
    /** Steps between looks at the clock, each from the first state on. */
    private static final int BATCH = 25;
    /** Many PEs on few cores take long for small steps, too. */
    private static final double LONGEST_SECONDS = 5;

    private final Shmem shmem;
    private final SpDeal deal;
    private final AllGather allGather;

    SpRehearsal(Shmem shmem, SpDeal deal, AllGather allGather) {
        this.shmem = shmem;
        this.deal = deal;
        this.allGather = allGather;
    }

    /**
     * Runs it; collective.
     *
     * @param most steps; fewer when they take long, none on simulated machines, where a JVM's own
     *             work takes no time
     * @return what was done, in words
     */
    String run(int most) {
        SpProblem small = smallest();
        int steps = most > 0 && !shmem.simulated() ? steps(small, most) : 0;
        return steps == 0 ? "none" : steps + " untimed steps of " + small.size();
    }

    private int steps(SpProblem small, int most) {
        double latest = shmem.time() + LONGEST_SECONDS;
        DecompositionKind.Steps grid = deal.of(small, shmem, new PhaseTimers<>(shmem, FlowProblem.Phase.values()),
            allGather);
        int steps = 0;
        do {
            grid.initialize();
            for (int end = Math.min(most, steps + BATCH); steps < end; steps++) {
                grid.step();
            }
        } while (steps < most && allGather.max(shmem.time() - latest) < 0);
        grid.free();
        return steps;
    }

    private SpProblem smallest() {
        for (NpbClass each : NpbClass.values()) {
            SpProblem problem = SpProblem.of(each);
            if (problem != null && deal.kind().suits(problem.n(), shmem.nPes())) {
                return problem;
            }
        }
        throw new IllegalStateException("the benchmark's own class suits");
    }
}

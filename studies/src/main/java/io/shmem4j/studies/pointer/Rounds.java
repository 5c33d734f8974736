// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.sim.schedule.Scheduler.Outcome;
import java.util.function.ObjIntConsumer;

/** Times rounds that all PEs of a chip start together. */
final class Rounds {
    private static final int ROUNDS = 3;
    private static final long INTERVAL = 10_000_000_000L;

    private Rounds() {
    }

    /**
     * {@return microseconds until the last PE returns from the last round, whose lines are cached}
     *
     * @param round a round of a PE, given its number from 1 on
     */
    static double lastMicros(Simulation simulation, ObjIntConsumer<VirtualPe> round) {
        long[] took = new long[1];
        Outcome outcome = simulation.run(pe -> {
            for (int number = 1; number <= ROUNDS; number++) {
                pe.waitUntilTime(number * INTERVAL);
                round.accept(pe, number);
                took[0] = number < ROUNDS ? 0 : Math.max(took[0], pe.now() - number * INTERVAL);
            }
        });
        if (!(outcome instanceof Outcome.Finished)) {
            throw new IllegalStateException("the rounds did not come to their end: " + outcome);
        }
        return took[0] * 1e-6;
    }
}

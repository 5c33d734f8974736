// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.sim.schedule.Scheduler.Outcome;
import java.util.function.LongFunction;

/**
 * Runs an algorithm repeatedly. All PEs, one per core, start at the same moment, like threads that wait for an agreed
 * time-stamp counter, and use new lines each time. An iteration ends when its last PE is done.
 */
public record Repetition(CoherentMachine machine, SimulationOptions options, int pes) {
    /** Picoseconds between two starts; an iteration must be shorter. */
    private static final long INTERVAL = 10_000_000_000L;
    /** Lines of memory in use. After the last, iterations start over at the first, which is prepared again. */
    private static final long MOST_LINES = 1 << 21;

    /** {@return the nanoseconds of one execution, with all lines alike} */
    public static double once(CoherentMachine machine, int pes, LongFunction<? extends LineAlgorithm> factory) {
        return new Repetition(machine, SimulationOptions.STANDARD, pes).run(1, factory)[0];
    }

    /** {@return the nanoseconds of each iteration} */
    public double[] run(int iterations, LongFunction<? extends LineAlgorithm> factory) {
        int block = factory.apply(0).lines();
        int blocks = Math.clamp(MOST_LINES / block, 1, iterations);
        LineAlgorithm[] algorithms = new LineAlgorithm[iterations];
        for (int i = 0; i < iterations; i++) {
            algorithms[i] = factory.apply((long) (i % blocks) * block);
        }
        double[] durations = new double[iterations];
        Simulation simulation = new Simulation(machine, Placement.of(machine, pes, "1"), (long) blocks * block,
            options);
        Outcome outcome = simulation.run(pe -> runAll(simulation, pe, algorithms, durations));
        if (outcome instanceof Outcome.Failed failed) {
            throw new IllegalStateException("PE " + failed.pe() + " failed", failed.cause());
        }
        if (!(outcome instanceof Outcome.Finished)) {
            throw new IllegalStateException("the experiment did not come to its end: " + outcome);
        }
        for (LineAlgorithm algorithm : algorithms) {
            algorithm.check();
        }
        return durations;
    }

    private static void runAll(Simulation simulation, VirtualPe pe, LineAlgorithm[] algorithms, double[] durations) {
        for (int i = 0; i < algorithms.length; i++) {
            long start = (2L * i + 2) * INTERVAL;
            if (pe.number() == 0) {
                pe.waitUntilTime(start - INTERVAL);
                algorithms[i].prepare(simulation.chip());
            }
            pe.waitUntilTime(start);
            algorithms[i].run(pe);
            if (pe.now() - start >= INTERVAL) {
                throw new IllegalStateException("an iteration took longer than its interval of ten milliseconds");
            }
            durations[i] = Math.max(durations[i], algorithms[i].duration(pe, start) / 1000.0);
        }
    }
}

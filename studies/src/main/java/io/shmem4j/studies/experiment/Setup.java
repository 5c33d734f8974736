// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

import io.shmem4j.report.figure.Sample;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.sim.run.SimulationOptions;
import java.util.function.LongFunction;

/**
 * How an experiment is run.
 *
 * @param machine    the machine
 * @param iterations repetitions of every setting
 * @param seed       of the lines' deviations; 0 makes every iteration the same
 * @param sizes      the settings: PEs, lines or whatever the experiment varies; null for its own choice
 * @param messages   cost of the two-sided baseline
 */
public record Setup(CoherentMachine machine, int iterations, long seed, int[] sizes, MessageProfile messages) {
    private static final double MICRO = 1000;

    /**
     * {@return the settings}
     *
     * @param first first if the user has none
     */
    public int[] sizes(int first, int last, int step) {
        if (sizes == null) {
            int count = (last - first) / step + 1;
            int[] all = new int[count];
            for (int i = 0; i < count; i++) {
                all[i] = first + i * step;
            }
            return all;
        }
        for (int size : sizes) {
            if (size < Math.min(first, 2) || size > last) {
                throw new IllegalArgumentException("a size of " + size + " is not possible here; from "
                    + Math.min(first, 2) + " to " + last);
            }
        }
        return sizes;
    }

    /**
     * {@return times in nanoseconds}
     *
     * @param pes number of PEs, one per core
     */
    public Sample nanos(int pes, LongFunction<? extends LineAlgorithm> factory) {
        return new Sample(run(pes, factory));
    }

    /**
     * {@return times in microseconds}
     *
     * @param pes number of PEs, one per core
     */
    public Sample micros(int pes, LongFunction<? extends LineAlgorithm> factory) {
        double[] times = run(pes, factory);
        for (int i = 0; i < times.length; i++) {
            times[i] /= MICRO;
        }
        return new Sample(times);
    }

    private double[] run(int pes, LongFunction<? extends LineAlgorithm> factory) {
        return new Repetition(machine, SimulationOptions.STANDARD.withSeed(seed), pes).run(iterations, factory);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.report.Figure;
import io.shmem4j.report.Sample;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import io.shmem4j.sim.run.SimulationOptions;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * Settings of an experiment.
 *
 * @param seed seed of the lines' deviations; 0 makes all iterations equal
 * @param sizes values of the varied parameter (PEs, lines, ...); null for the experiment's own
 * @param messages cost of the two-sided baseline
 */
public record Setup(CoherentMachine machine, int iterations, long seed, int[] sizes, MessageProfile messages) {
    private static final double MICRO = 1000;
    private static final int ROW = 20;

    /** {@return the user's values, or those from first to last} */
    public int[] sizes(int first, int last, int step) {
        if (sizes == null) {
            return IntStream.iterate(first, size -> size <= last, size -> size + step).toArray();
        }
        for (int size : sizes) {
            if (size < Math.min(first, 2) || size > last) {
                throw new IllegalArgumentException("a size of " + size + " is not possible here; from "
                    + Math.min(first, 2) + " to " + last);
            }
        }
        return sizes;
    }

    /** {@return the same setup with fewer iterations, for repeated calls of which only the mean is shown} */
    Setup shorter() {
        return new Setup(machine, Math.max(1, iterations / ROW), seed, sizes, messages);
    }

    /** {@return the user's values, or multiples of a step up to a maximum} */
    public int[] multiples(int step, int last) {
        int[] chosen = sizes(step, last, step);
        for (int size : chosen) {
            if (size % step != 0) {
                throw new IllegalArgumentException("a size of " + size + " is not possible here; multiples of " + step
                    + " up to " + last);
            }
        }
        return chosen;
    }

    /** {@return times in nanoseconds, one PE per core} */
    public Sample nanos(int pes, LongFunction<? extends LineAlgorithm> factory) {
        return new Sample(run(pes, factory));
    }

    /** {@return times in microseconds, one PE per core} */
    public Sample micros(int pes, LongFunction<? extends LineAlgorithm> factory) {
        return new Sample(Arrays.stream(run(pes, factory)).map(nanos -> nanos / MICRO).toArray());
    }

    private double[] run(int pes, LongFunction<? extends LineAlgorithm> factory) {
        return new Repetition(machine, SimulationOptions.STANDARD.withSeed(seed), pes).run(iterations, factory);
    }

    /** A published experiment on a coherent chip. */
    public record RepeatedExperiment(String name, int iterations, Function<Setup, Figure> outcome) {
    }
}

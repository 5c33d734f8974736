// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Setup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The experiments of the OpenSHMEM study on the Xeon Phi; each is one simulated job. */
public final class JobExperiments {
    /** All of them. */
    public static final List<Experiment> ALL = List.of(
        of("latency", "put and get against a pointer: latency between 1, 2, 8 and 64 pairs", JobExperiments::latency),
        of("bandwidth", "put against a pointer: bandwidth of 1, 2, 8 and 64 pairs, blocks of 4 B to 1 MiB",
            JobExperiments::bandwidth),
        of("reduce", "four reductions by put/get and by pointer at 64 PEs, 4 B to 4 MiB; --sizes M: up to M bytes",
            JobExperiments::reduce),
        of("stream", "STREAM with sums over 2 PEs, original and by pointer with vectors, blocks of 4 KiB to 256 KiB",
            JobExperiments::stream));

    /** What every figure of calls of the library has to say. */
    public static final String PROFILE_NOTE = "Calls of the library cost what the calibrated profile gasnet says.";
    private static final int[] PAIRS = {1, 2, 8, PairsProgram.PAIRS};
    private static final int MOST_OF_A_BLOCK = 1 << 20;
    private static final int PES = 64;
    private static final int MOST_OF_A_SUM = 4 << 20;
    private static final int[] BLOCKS = {4 << 10, 16 << 10, 64 << 10, 256 << 10};

    private JobExperiments() {
    }

    private static Experiment of(String name, String help, Function<Setup, Figure> run) {
        return new Experiment(name, help, 1, "knc-se10p", run);
    }

    private static double[] settings(Setup setup, int... standard) {
        return Arrays.stream(setup.sizes() == null ? standard : setup.sizes()).asDoubleStream().toArray();
    }

    /** Figure 3. */
    private static Figure latency(Setup setup) {
        int[] pairs = setup.sizes() == null ? PAIRS : setup.sizes();
        JobValues values = new PairsProgram(pairs, 8).runOn(setup.machine());
        List<Series> series = new ArrayList<>();
        for (String what : List.of("put", "get")) {
            series.add(Series.of(what, settings(setup, PAIRS), values.get(what + ".library")));
            series.add(Series.of(what + " by pointer", settings(setup, PAIRS), values.get(what + ".pointer")));
        }
        return new Figure("Latency of 8 bytes on " + setup.machine().title(), "pairs", "time [ns]", Axes.LINEAR, series,
            List.of("put: half of a ping-pong whose receiver polls; get: of a number its owner has just written.",
                PROFILE_NOTE));
    }

    /** Figures 4 and 5. */
    private static Figure bandwidth(Setup setup) {
        int[] pairs = setup.sizes() == null ? PAIRS : setup.sizes();
        JobValues values = new PairsProgram(pairs, MOST_OF_A_BLOCK).runOn(setup.machine());
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < pairs.length; i++) {
            series.add(Series.of(pairs[i] + " by put", values.get("blocks"), values.get("bandwidth.put." + i)));
            series.add(Series.of(pairs[i] + " by pointer", values.get("blocks"), values.get("bandwidth.store." + i)));
        }
        return new Figure("Bandwidth of a pair on " + setup.machine().title(), "bytes", "10^6 bytes/s",
            Axes.LOGARITHMIC, series,
            List.of("The same block again and again, mean of the active pairs.", PROFILE_NOTE));
    }

    /** Figures 7 to 9. */
    private static Figure reduce(Setup setup) {
        JobValues values = new ReduceProgram(PES, setup.sizes() == null ? MOST_OF_A_SUM : setup.sizes()[0])
            .runOn(setup.machine());
        List<Series> series = new ArrayList<>();
        for (Transfer transfer : Transfer.values()) {
            for (ReduceAlgorithm algorithm : ReduceProgram.ALGORITHMS) {
                series.add(Series.of((algorithm + " " + transfer).toLowerCase(Locale.ROOT), values.get("sizes"),
                    values.get(algorithm + "." + transfer)));
            }
        }
        return new Figure("Sum of ints over " + PES + " PEs on " + setup.machine().title(), "bytes", "time [us]",
            Axes.LOGARITHMIC, series, List.of(PROFILE_NOTE));
    }

    /** Figure 6. */
    private static Figure stream(Setup setup) {
        int[] blocks = setup.sizes() == null ? BLOCKS : setup.sizes();
        JobValues values = new StreamProgram(blocks).runOn(setup.machine());
        List<Series> series = new ArrayList<>();
        for (StreamKernel kernel : StreamKernel.values()) {
            for (boolean optimised : new boolean[] {false, true}) {
                String title = kernel.title(optimised);
                series.add(Series.of(title, settings(setup, BLOCKS), values.get(title)));
            }
        }
        return new Figure("STREAM with sums over 2 PEs of " + setup.machine().title(), "bytes", "10^6 bytes/s",
            Axes.LOGARITHMIC, series, List.of("Bytes of a PE's block; after each the blocks of both PEs are summed over"
                + " both.", PROFILE_NOTE));
    }
}

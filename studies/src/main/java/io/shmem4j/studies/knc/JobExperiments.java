// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;

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

    private static Series curve(String name, int[] settings, IntToDoubleFunction value) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < settings.length; i++) {
            points.add(Point.of(settings[i], value.applyAsDouble(i)));
        }
        return new Series(name, false, points);
    }

    /** Figure 3. */
    private static Figure latency(Setup setup) {
        int[] pairs = setup.sizes() == null ? PAIRS : setup.sizes();
        PairsProgram program = Jobs.pairs(setup, pairs, 8);
        return new Figure("Latency of 8 bytes on " + setup.machine().title(), "pairs", "time [ns]", Axes.LINEAR,
            List.of(curve("put", pairs, i -> program.put(false, i)),
                curve("put by pointer", pairs, i -> program.put(true, i)),
                curve("get", pairs, i -> program.get(false, i)),
                curve("get by pointer", pairs, i -> program.get(true, i))),
            List.of("put: half of a ping-pong whose receiver polls; get: of a number its owner has just written.",
                Jobs.PROFILE_NOTE));
    }

    /** Figures 4 and 5. */
    private static Figure bandwidth(Setup setup) {
        int[] pairs = setup.sizes() == null ? PAIRS : setup.sizes();
        PairsProgram program = Jobs.pairs(setup, pairs, MOST_OF_A_BLOCK);
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < pairs.length; i++) {
            int index = i;
            series.add(curve(pairs[i] + " by put", program.blocks(), b -> program.bandwidth(false, false, index, b)));
            series.add(curve(pairs[i] + " by pointer", program.blocks(),
                b -> program.bandwidth(false, true, index, b)));
        }
        return new Figure("Bandwidth of a pair on " + setup.machine().title(), "bytes", "10^6 bytes/s",
            Axes.LOGARITHMIC, series,
            List.of("The same block again and again, mean of the active pairs.", Jobs.PROFILE_NOTE));
    }

    /** Figures 7 to 9. */
    private static Figure reduce(Setup setup) {
        ReduceProgram program = Jobs.reduce(setup, PES, setup.sizes() == null ? MOST_OF_A_SUM : setup.sizes()[0]);
        List<Series> series = new ArrayList<>();
        for (Transfer transfer : Transfer.values()) {
            for (int a = 0; a < ReduceProgram.ALGORITHMS.size(); a++) {
                int algorithm = a;
                series.add(curve((ReduceProgram.ALGORITHMS.get(a) + " " + transfer).toLowerCase(Locale.ROOT),
                    program.sizes(), size -> program.micros(algorithm, transfer, size)));
            }
        }
        return new Figure("Sum of ints over " + PES + " PEs on " + setup.machine().title(), "bytes", "time [us]",
            Axes.LOGARITHMIC, series, List.of(Jobs.PROFILE_NOTE));
    }

    /** Figure 6. */
    private static Figure stream(Setup setup) {
        int[] blocks = setup.sizes() == null ? BLOCKS : setup.sizes();
        StreamProgram program = Jobs.stream(setup.machine(), blocks);
        List<Series> series = new ArrayList<>();
        for (StreamKernel kernel : StreamKernel.values()) {
            String name = kernel.name().toLowerCase(Locale.ROOT);
            series.add(curve(name, blocks, block -> program.megabytes(kernel, false, block)));
            series.add(curve(name + " by pointer", blocks, block -> program.megabytes(kernel, true, block)));
        }
        return new Figure("STREAM with sums over 2 PEs of " + setup.machine().title(), "bytes", "10^6 bytes/s",
            Axes.LOGARITHMIC,
            series, List.of("Bytes of a PE's block; after each the blocks of both PEs are summed over both.",
                Jobs.PROFILE_NOTE));
    }
}

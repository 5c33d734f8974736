// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.studies.line.Setup;
import io.shmem4j.studies.line.Setup.RepeatedExperiment;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The experiments of the OpenSHMEM study on the Xeon Phi; each is one simulated job. */
public final class JobExperiments {
    public static final List<RepeatedExperiment> ALL = List.of(of("latency", JobExperiments::latency),
        of("bandwidth", JobExperiments::bandwidth),
        of("reduce", JobExperiments::reduce),
        of("stream", JobExperiments::stream));

    /** Note of every figure with calls of the library. */
    public static final String PROFILE_NOTE = "Calls of the library cost what the calibrated profile gasnet says.";
    private static final int[] PAIRS = {1, 2, 8, PairsProgram.PAIRS};
    private static final int MOST_OF_A_BLOCK = 1 << 20;
    private static final int PES = 64;
    private static final int MOST_OF_A_SUM = 4 << 20;
    private static final int[] BLOCKS = {4 << 10, 16 << 10, 64 << 10, 256 << 10};

    private JobExperiments() {
    }

    private static RepeatedExperiment of(String name, Function<Setup, Figure> run) {
        return new RepeatedExperiment(name, 1, "knc-se10p", run);
    }

    private static double[] settings(Setup setup, int... standard) {
        return Arrays.stream(setup.sizes() == null ? standard : setup.sizes()).asDoubleStream().toArray();
    }

    /** {@return latencies by call and by pointer} */
    public static List<Series> latencies(JobValues values, double... pairs) {
        return Stream.of("put", "get").flatMap(what -> Stream.of(
            Series.of(what, pairs, values.get(what + ".library")),
            Series.of(what + " by pointer", pairs, values.get(what + ".pointer")))).toList();
    }

    /** Figure 3. */
    private static Figure latency(Setup setup) {
        JobValues values = new PairsProgram(pairs(setup), 8).runOn(setup.machine());
        return new Figure("Latency of 8 bytes on " + setup.machine().title(), "pairs", "time [ns]", Axes.LINEAR,
            latencies(values, settings(setup, PAIRS)),
            List.of("put: half of a ping-pong whose receiver polls; get: of a number its owner has just written.",
                PROFILE_NOTE));
    }

    private static int[] pairs(Setup setup) {
        return setup.sizes() == null ? PAIRS : setup.sizes();
    }

    /** {@return bandwidths of blocks by put and by stores} */
    private static List<Series> bandwidths(JobValues values, int... pairs) {
        return IntStream.range(0, pairs.length).boxed().flatMap(i -> Stream.of(
            Series.of(pairs[i] + " by put", values.get("blocks"), values.get("bandwidth.put." + i)),
            Series.of(pairs[i] + " by pointer", values.get("blocks"), values.get("bandwidth.store." + i)))).toList();
    }

    /** Figures 4 and 5. */
    private static Figure bandwidth(Setup setup) {
        JobValues values = new PairsProgram(pairs(setup), MOST_OF_A_BLOCK).runOn(setup.machine());
        return new Figure("Bandwidth of a pair on " + setup.machine().title(), "bytes", "10^6 bytes/s",
            Axes.LOGARITHMIC, bandwidths(values, pairs(setup)),
            List.of("The same block again and again, mean of the active pairs.", PROFILE_NOTE));
    }

    /** {@return times of sums by algorithm and transfer} */
    public static List<Series> sums(JobValues values) {
        return Arrays.stream(Transfer.values()).flatMap(transfer -> ReduceProgram.ALGORITHMS.stream()
            .map(algorithm -> Series.of((algorithm + " " + transfer).toLowerCase(Locale.ROOT), values.get("sizes"),
                values.get(algorithm + "." + transfer)))).toList();
    }

    /** Figures 7 to 9. */
    private static Figure reduce(Setup setup) {
        JobValues values = new ReduceProgram(PES, setup.sizes() == null ? MOST_OF_A_SUM : setup.sizes()[0])
            .runOn(setup.machine());
        return new Figure("Sum of ints over " + PES + " PEs on " + setup.machine().title(), "bytes", "time [us]",
            Axes.LOGARITHMIC, sums(values), List.of(PROFILE_NOTE));
    }

    /** {@return rates of the loops in blocks, original and by pointer} */
    private static List<Series> streams(JobValues values, double... blocks) {
        return Arrays.stream(StreamKernel.values()).flatMap(kernel -> Stream.of(kernel.title(false),
            kernel.title(true))).map(title -> Series.of(title, blocks, values.get(title))).toList();
    }

    /** Figure 6. */
    private static Figure stream(Setup setup) {
        JobValues values = new StreamProgram(setup.sizes() == null ? BLOCKS : setup.sizes()).runOn(setup.machine());
        return new Figure("STREAM with sums over 2 PEs of " + setup.machine().title(), "bytes", "10^6 bytes/s",
            Axes.LOGARITHMIC, streams(values, settings(setup, BLOCKS)), List.of("Bytes of a PE's block; after each the"
                + " blocks of both PEs are summed over both.", PROFILE_NOTE));
    }
}

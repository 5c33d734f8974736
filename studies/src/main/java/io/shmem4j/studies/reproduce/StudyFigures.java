// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.studies.line.Turns;
import io.shmem4j.studies.pointer.JobValues;
import io.shmem4j.studies.pointer.SlotSum;
import io.shmem4j.studies.pointer.StreamKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Calls and pointers between pairs of PEs, in STREAM and in reductions: the figures of Namashivayam and others. */
final class StudyFigures extends Figures {
    private static final String MACHINE = "knc-se10p";
    private static final double[] PAIRS = {1, 2, 8, 64};
    private static final List<String> WAYS = List.of("put", "store", "get", "load");
    private static final List<String> ACCESSES = List.of("put", "get");
    private static final String CALL = "by call";
    private static final String POINTER = "by pointer";
    private static final List<String> ALGORITHMS = List.of("flat", "recdbl", "bruck", "rabenseifner");
    private static final String MVAPICH = "MVAPICH2";
    private static final String INTEL = "Intel MPI";
    private static final String LEFT = "recdbl, left computes";
    private static final String TURN = "left computes";
    private static final String BOTH = "both compute, by pointer";
    private static final String EXCHANGE = "exchange by put and get";
    private static final String STEPS = "two steps by put and get";
    /** Maximum bytes of a small reduction, in the paper's words. */
    private static final int SMALL = 4096;
    private static final int PES = 64;
    static final String MPI_NOTE = "MPI copies through cells of 64 KiB, beyond by fragments of 32 KiB.";
    private static final String RIVALS_NOTE = text("Intel MPI is the fastest of three algorithms at each size;"
        + " MVAPICH2 adds slots in shared memory up to %d KiB.", SlotSum.SLOT >> 10);
    /** Most bytes of a reduction. */
    private static final int REDUCED = 4194304;
    /** Bytes of a vector that does not fit a core's caches together with another one. */
    private static final int OUT_OF_CACHES = 262144;
    /** The suite counts numbers, so its 16K are 64 KiB. */
    private static final int LONG_BLOCK = 64 << 10;
    /** Stops to the farthest core. */
    private static final int MOST_STOPS = 30;
    /** Programs of the sums by put and get and by pointer. */
    private static final String PUTGET = "put";
    private static final String DIRECT = "reduce";
    private static final DoublePredicate ANY = setting -> true;

    StudyFigures(Laboratory laboratory) {
        super(laboratory);
        figure("namashivayam-fig3", this::latency);
        figure("namashivayam-fig4", () -> bandwidth(0, 1));
        figure("namashivayam-fig5", () -> bandwidth(2, 3));
        figure("namashivayam-fig6", this::stream);
        figure("namashivayam-fig7a", () -> panel("short", bytes -> bytes <= SMALL));
        figure("namashivayam-fig7b", () -> panel("long", bytes -> bytes > SMALL));
        figure("namashivayam-fig8", () -> sums("Reductions of small vectors", bytes -> bytes <= SMALL,
            List.of(PUTGET, DIRECT), false));
        figure("namashivayam-fig9", () -> sums("Reductions of large vectors", bytes -> bytes > SMALL,
            List.of(PUTGET, DIRECT), false));
        figure("namashivayam-fig10", () -> sums("Reductions by pointer, and MPI", ANY, List.of(DIRECT), true));
        figure("namashivayam-s514", this::middle);
        addPairs();
        addReductions();
    }

    private Supplier<JobValues> begun(String what, String most, String... numbers) {
        return JobValues.now(laboratory.jobs, Stream.concat(Stream.of(what, MACHINE, most), Stream.of(numbers))
            .toArray(String[]::new));
    }

    private JobValues pairs() {
        return begun("pairs", "1048576", "1", "2", "8", "64").get();
    }

    private Figure latency() {
        double[][][] times = Stream.of(".library", ".pointer").map(way -> ACCESSES.stream()
            .map(access -> pairs().get(access + way)).toArray(double[][]::new)).toArray(double[][][]::new);
        double spread = Stream.of(times).flatMap(Stream::of).mapToDouble(curve -> Arrays.stream(curve).max()
            .orElseThrow() / Arrays.stream(curve).min().orElseThrow() - 1).max().orElseThrow();
        return new Figure("Latency of 8 bytes", "access", "time [ns]", Axes.LINEAR, ACCESSES,
            Stream.of(0, 1).map(way -> Series.named(way == 0 ? CALL : POINTER, Stream.of(times[way])
                .mapToDouble(curve -> curve[0]).toArray())).toList(),
            List.of("put: half of a ping-pong whose receiver polls; get: of a number its owner has just written.",
                text("1 to 64 pairs at once differ by %.2f %%.", 100 * spread)));
    }

    private Figure bandwidth(Integer... indices) {
        JobValues values = pairs();
        List<Series> series = Stream.of(indices).flatMap(index -> WAYS.stream().map(way -> Series.of(curve(way, index),
            values.get("blocks"), values.get("bandwidth." + way + "." + index)))).toList();
        return new Figure("Bandwidth of a pair", "bytes", "10^6 bytes/s", Axes.LOGARITHMIC, series,
            List.of("The same block again and again, mean of the active pairs."));
    }

    private static String curve(String way, int index) {
        return text("%s, %.0f %s", way, PAIRS[index], index == 0 ? "pair" : "pairs");
    }

    private Figure stream() {
        return new Figure("STREAM with sums over 2 PEs, blocks of 256 KiB", "kernel", "10^6 bytes/s", Axes.LINEAR,
            Arrays.stream(StreamKernel.values()).map(kernel -> kernel.title(false)).toList(),
            List.of(Series.named("original", stream(false)),
                Series.named("by pointer, vectors", stream(true))), List.of());
    }

    private double[] stream(boolean optimised) {
        // Blocks so long that starting a transfer and the barriers hardly count.
        JobValues values = begun("stream", "262144").get();
        return Arrays.stream(StreamKernel.values())
            .mapToDouble(kernel -> values.get(kernel.title(optimised))[0]).toArray();
    }

    private int mostReduced() {
        return laboratory.whole() ? REDUCED : OUT_OF_CACHES;
    }

    private Supplier<JobValues> reductions(String program) {
        return begun(program, Integer.toString(mostReduced()), Integer.toString(PES));
    }

    private Figure sums(String title, DoublePredicate accepted, List<String> programs, boolean rivals) {
        Stream.concat(programs.stream(), rivals ? Stream.of("mpi") : Stream.empty()).forEach(this::reductions);
        List<Series> series = new ArrayList<>();
        for (String program : programs) {
            JobValues values = reductions(program).get();
            ALGORITHMS.forEach(algorithm -> series.add(curve(algorithm + (program.equals(DIRECT) ? " by pointer" : ""),
                values.get("sizes"), values.get(algorithm), accepted)));
        }
        if (programs.size() > 1) {
            JobValues values = reductions(PUTGET).get();
            series.add(curve(LEFT, values.get("sizes"), values.get("left"), accepted));
        }
        if (rivals) {
            JobValues mpi = reductions("mpi").get();
            double[] sizes = mpi.get("sizes");
            double[] messages = Stream.of("recdbl", "rabenseifner", "ring").map(mpi::get).reduce(StudyFigures::least)
                .orElseThrow();
            series.add(curve(MVAPICH, sizes, least(messages, Arrays.stream(sizes).map(bytes -> slots(bytes))
                .toArray()), accepted));
            series.add(curve(INTEL, sizes, messages, accepted));
        }
        return new Figure(title + ", 64 PEs", "bytes", "time [us]", Axes.LOGARITHMIC, series,
            rivals ? List.of(MPI_NOTE, RIVALS_NOTE) : List.of());
    }

    /** The stage of RSAG at which it turns back, alone. */
    private Figure middle() {
        JobValues values = reductions("middle").get();
        return new Figure("The middle stage of RSAG alone, 64 PEs", "bytes of the whole vector", "time [us]",
            Axes.LOGARITHMIC, Stream.of(new String[][] {{TURN, "RABENSEIFNER.DIRECT"}, {BOTH, "RECDBL.DIRECT"},
                {EXCHANGE, "RECDBL.PUTGET"}, {STEPS, "RABENSEIFNER.PUTGET"}}).map(curve -> Series.of(curve[0],
                    values.get("sizes"), values.get(curve[1]))).toList(),
            List.of("All pairs of PEs at once, without a barrier; their data are in their caches."));
    }

    /** A panel of figure 7, which counts numbers instead of bytes. */
    private Figure panel(String which, DoublePredicate accepted) {
        Figure bytes = sums("Reductions of " + which + " vectors by put and get, and MPI", accepted, List.of(PUTGET),
            true);
        return new Figure(bytes.title(), "ints", bytes.y(), bytes.axes(), bytes.series().stream().map(one ->
            new Series(one.name(), one.main(), one.points().stream().map(point -> Point.of(point.x() / Integer.BYTES,
                point.sample().median())).toList())).toList(), bytes.notes());
    }

    private static double[] least(double[] one, double[] other) {
        double[] least = new double[one.length];
        Arrays.setAll(least, i -> Math.min(one[i], other[i]));
        return least;
    }

    private double slots(double bytes) {
        return bytes > SlotSum.SLOT ? Double.POSITIVE_INFINITY
            : SlotSum.micros(CoherentMachine.load(MACHINE), PES, (int) bytes);
    }

    private static Series curve(String name, double[] settings, double[] values, DoublePredicate accepted) {
        return new Series(name, false, Series.of(name, settings, values).points().stream()
            .filter(point -> accepted.test(point.x())).toList());
    }

    private void addPairs() {
        claim("pairs.put", () -> lower("put"));
        claim("pairs.get", () -> lower("get"));
        claim("pairs.distance", () -> Result.of(100 * Stream.of("M", "E", "S").mapToDouble(state ->
            Math.abs(read(MOST_STOPS, state) / read(1, state) - 1)).max().orElseThrow()));
        claim("cost.flat", () -> Result.of(flatOverOthers()));
        claim("pairs.gain", () -> Result.of(gain(ANY)));
        claim("pairs.block", () -> Result.of(gain(bytes -> bytes > LONG_BLOCK)));
        claim("pairs.overlap", () -> Result.of(Stream.of("namashivayam-fig4", "namashivayam-fig5").map(this::values)
            .flatMapToDouble(values -> values.figure().series().stream().map(Series::name)
                .filter(name -> name.startsWith("put") || name.startsWith("store")).flatMapToDouble(name ->
                    apart(values, name, name.replace("put", "get").replace("store", "load")))).max().orElseThrow()));
        claim("stream.sum", () -> {
            double[] gains = stream(true);
            double[] original = stream(false);
            Arrays.setAll(gains, i -> gains[i] / original[i]);
            return Result.of(Arrays.stream(gains).reduce(0, Double::sum) / gains.length);
        });
    }

    /** {@return the published cost of the flat tree over that of the slowest other algorithm, least of all sizes} */
    private double flatOverOthers() {
        double steps = Math.log(PES) / Math.log(2);
        double start = latency(CALL, "put");
        double perByte = 1000 / values("namashivayam-fig5").last(curve("put", 2));
        return IntStream.iterate(Integer.BYTES, bytes -> bytes <= REDUCED, bytes -> 2 * bytes).mapToDouble(bytes ->
            (PES * start + 2 * bytes * (PES - 1) * perByte) / Math.max(steps * (start + bytes * perByte),
                2 * (steps * start + bytes * (PES - 1.0) / PES * perByte))).min().orElseThrow();
    }

    /** {@return nanoseconds of a read of a line that a core has some stops along the ring} */
    private static double read(int stops, String state) {
        return Turns.read(CoherentMachine.load(MACHINE), 0, 1, stops, state)[0];
    }

    /** {@return by how many percent one curve differs from another} */
    private static DoubleStream apart(Values values, String one, String other) {
        return DoubleStream.of(values.least(one, other, x -> true), values.most(one, other, x -> true))
            .map(quotient -> 100 * Math.abs(quotient - 1));
    }

    private Result lower(String what) {
        return Result.of(100 * (1 - latency(POINTER, what) / latency(CALL, what)));
    }

    private double latency(String way, String what) {
        return values("namashivayam-fig3").at(way, 1 + ACCESSES.indexOf(what));
    }

    /** {@return the greatest gain of a store over a put, of blocks of one size or of all} */
    private double gain(DoublePredicate accepted) {
        return IntStream.range(0, PAIRS.length).mapToDouble(i -> values(i < 2 ? "namashivayam-fig4"
            : "namashivayam-fig5").most(curve("store", i), curve("put", i), accepted)).max().orElseThrow();
    }

    private void addReductions() {
        claim("reduce.flat", () -> Result.of(ALGORITHMS.stream().skip(1).mapToDouble(other ->
            sums().least("flat" + PUTGET, other + PUTGET, ANY)).min().orElseThrow()));
        claim("reduce.small", this::small);
        claim("reduce.large", () -> Result.of(ALGORITHMS.stream().limit(ALGORITHMS.size() - 1).mapToDouble(other ->
            sums().at(other + PUTGET, mostReduced()) / sums().at("rabenseifner" + PUTGET, mostReduced())).min()
            .orElseThrow()));
        claim("reduce.pointer", () -> Result.of(ALGORITHMS.stream().mapToDouble(one ->
            sums().most(one + DIRECT, one + PUTGET, ANY)).max().orElseThrow()));
        claim("reduce.rivals", () -> {
            Values values = values("namashivayam-fig7b");
            return Result.of(Stream.of(MVAPICH, INTEL).mapToDouble(rival -> values.least(rival, "rabenseifner", ANY))
                .min().orElseThrow());
        });
        claim("reduce.mvapich", () -> {
            Values values = values("namashivayam-fig7a");
            return Result.of(ALGORITHMS.stream().mapToDouble(one -> values.least(one, MVAPICH, ANY)).min()
                .orElseThrow());
        });
        claim("reduce.left", () -> Result.of(values("namashivayam-fig9").most(LEFT, "recdbl", ANY)));
        claim("reduce.middle", () -> {
            Values values = values("namashivayam-s514");
            return Result.of(Math.max(values.most(TURN, EXCHANGE, bytes -> bytes > SMALL),
                values.most(TURN, STEPS, bytes -> bytes > SMALL)));
        });
        claim("reduce.mpi.small", () -> {
            Values values = values("namashivayam-fig10");
            return Result.of(gain("recdbl", MVAPICH, x -> x <= SMALL && values.at(MVAPICH, x) < values.at(INTEL, x)));
        });
        claim("reduce.mpi.large", () -> Result.of(gain("rabenseifner", INTEL, bytes -> bytes > SMALL)));
        claim("reduce.mpi.both", () -> Result.of(slowest()));
    }

    /** {@return the least time of an MPI over that of a sum by pointer} */
    private double slowest() {
        Values values = values("namashivayam-fig10");
        return values.figure().settings().stream().mapToDouble(bytes -> Math.min(values.at(MVAPICH, bytes),
            values.at(INTEL, bytes)) / values.at(bytes <= SMALL ? "recdbl by pointer" : "rabenseifner by pointer",
                bytes)).min().orElseThrow();
    }

    /** {@return by how many percent a reduction by pointer is faster than an MPI, at its best size} */
    private double gain(String ours, String mpi, DoublePredicate accepted) {
        return 100 * (1 - values("namashivayam-fig10").least(ours + " by pointer", mpi, accepted));
    }

    private Values sums() {
        List<String> programs = List.of(PUTGET, DIRECT);
        programs.forEach(this::reductions);
        return Values.of(programs.stream().flatMap(program -> ALGORITHMS.stream().map(algorithm -> Series.of(
            algorithm + program, reductions(program).get().get("sizes"), reductions(program).get().get(algorithm))))
            .toList());
    }

    private static String fastest(Values values, double bytes) {
        return ALGORITHMS.stream().min(Comparator.comparingDouble(one -> values.at(one + PUTGET, bytes))).orElseThrow();
    }

    /** Recursive doubling and the Bruck variant move the same data; within two percent they count as equal. */
    private Result small() {
        Values values = sums();
        return Result.of(values.figure().settings().stream().takeWhile(bytes -> values.at("recdbl" + PUTGET, bytes)
            <= 1.02 * values.at(fastest(values, bytes) + PUTGET, bytes)).reduce(0.0, Math::max));
    }
}

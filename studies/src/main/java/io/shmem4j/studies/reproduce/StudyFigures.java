// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.experiment.Values;
import io.shmem4j.studies.pointer.JobExperiments;
import io.shmem4j.studies.pointer.JobValues;
import io.shmem4j.studies.pointer.NasRun;
import io.shmem4j.studies.pointer.StreamKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures of Namashivayam and others, and the claims that are about them. */
final class StudyFigures extends Figures {
    private static final String MACHINE = "knc-se10p";
    private static final double[] PAIRS = {1, 2, 8, 64};
    private static final List<String> WAYS = List.of("put", "store", "get", "load");
    private static final List<String> ALGORITHMS = List.of("FLAT", "RECDBL", "BRUCK", "RABENSEIFNER");
    private static final String SMALL_MPI = "MPI, recursive doubling";
    private static final String LARGE_MPI = "MPI, Rabenseifner";
    private static final int SMALL = 4096;
    private static final int[] SORT_PES = {4, 8, 16, 32, 64, 128};
    private static final int[] SOLVER_PES = {4, 16, 36, 64, 121};
    private static final List<String> SUMS = List.of("original", "recdbl", "rabenseifner");
    private static final String MPI_NOTE = "MPI by two copies through cells of 64 KiB, above them fragments of 32 KiB"
        + " after a rendezvous; 1 us of software at each side of a message, a number without a source.";
    private static final String PROFILE_NOTE = JobExperiments.PROFILE_NOTE;
    /** Bytes of all keys of IS and of all cells of SP by class, in MiB; a heap has several times a PE's share. */
    private static final Map<String, Integer> MEBIBYTES = Map.of("A", 32, "B", 128, "C", 512);
    private static final int HEAPS = 16;
    private static final String CALLS = "put and get";
    private static final String POINTER = "pointer";
    private static final String MPI = "MPI by two copies";
    private static final List<String> CLASSES = List.of("A", "B", "C");
    private static final List<Kernel> KERNELS = List.of(
        new Kernel("MG", 0.1, 19.6, 48, "mg --class %s --steps 1", "B", "160m"),
        new Kernel("BT", 0, 15.5, 49, "bt --class %s --steps 2", "C", "160m"),
        new Kernel("EP", 1.6, 0, 48, "ep --class %s", "C", "16m"),
        new Kernel("SP", 0, 44.1, 49, "sp --class %s --steps 2", "C", "64m"),
        new Kernel("IS", 12.4, 11.7, 48, "is --class %s --steps 2 --reduction original", "C", "160m"),
        new Kernel("CG", 0, 33.2, 48, "cg --class %s --steps 1", "B", "160m"),
        new Kernel("FT", 0.8, 31.2, 48, "ft --class %s --steps 2", "B", "160m"),
        new Kernel("DT", 0, 10, 48, "dt --class %s", "B", "160m"),
        new Kernel("LU", 0.1, 14.8, 48, "lu --class %s --steps 8", "C", "160m"));

    /** A row of table 1: the published shares of reductions and remote accesses, and how the kernel is run. */
    private record Kernel(String name, double reductions, double remote, int pes, String command, String size,
            String heap) {
    }

    StudyFigures(Laboratory laboratory) {
        super(laboratory);
    }

    @Override
    void add() {
        figure("namashivayam-fig3", this::latency);
        figure("namashivayam-fig4", () -> bandwidth(0, 1));
        figure("namashivayam-fig5", () -> bandwidth(2, 3));
        figure("namashivayam-fig6", this::stream);
        figure("namashivayam-fig7", () -> sums("Reductions by put and get, and MPI", bytes -> true, List.of("PUTGET"),
            true));
        figure("namashivayam-fig8", () -> sums("Reductions of small vectors", bytes -> bytes <= SMALL,
            List.of("PUTGET", "DIRECT"), false));
        figure("namashivayam-fig9", () -> sums("Reductions of large vectors", bytes -> bytes > SMALL,
            List.of("PUTGET", "DIRECT"), false));
        figure("namashivayam-fig10", () -> sums("Reductions by pointer, and MPI", bytes -> true, List.of("DIRECT"),
            true));
        for (int i = 0; i < CLASSES.size(); i++) {
            String size = CLASSES.get(i);
            String sort = "namashivayam-fig" + (11 + i);
            String solver = "namashivayam-fig" + (15 + i);
            figure(sort, () -> sort(size));
            figure(solver, () -> solver(size));
            claim("is.gain." + size, () -> meanGain(values(sort), 64));
            claim("is.scalable." + size, () -> Result.of(speedUp(values(sort), POINTER) > speedUp(values(sort), MPI),
                speedUps(values(sort))));
            claim("sp.gain." + size, () -> meanGain(values(solver), 36));
            claim("sp.scalable." + size, () -> scales(values(solver)));
        }
        figure("namashivayam-fig14", this::summed);
        figure("namashivayam-tab1", this::profile);
        addReductions();
        addProfile();
    }

    private JobValues job(String... words) {
        return JobValues.now(laboratory.jobs, words).get();
    }

    private JobValues pairs() {
        return job("pairs", MACHINE, "1048576", "1", "2", "8", "64");
    }

    private Figure latency() {
        return new Figure("Latency of 8 bytes", "pairs", "time [ns]", Axes.LOGARITHMIC_SETTINGS,
            JobExperiments.latencies(pairs(), PAIRS),
            List.of("put: half of a ping-pong whose receiver polls; get: of a number its owner has just written.",
                PROFILE_NOTE));
    }

    private Figure bandwidth(Integer... indices) {
        JobValues values = pairs();
        List<Series> series = Stream.of(indices).flatMap(index -> WAYS.stream().map(way -> Series.of(
            text("%s, %.0f %s", way, PAIRS[index], index == 0 ? "pair" : "pairs"), values.get("blocks"),
            values.get("bandwidth." + way + "." + index)))).toList();
        return new Figure("Bandwidth of a pair", "bytes", "10^6 bytes/s", Axes.LOGARITHMIC, series,
            List.of("The same block again and again, mean of the active pairs.", PROFILE_NOTE));
    }

    private Figure stream() {
        JobValues values = job("stream", MACHINE, "262144");
        return new Figure("STREAM with sums over 2 PEs, blocks of 256 KiB", "kernel", "10^6 bytes/s", Axes.LINEAR,
            Arrays.stream(StreamKernel.values()).map(kernel -> kernel.title(false)).toList(),
            List.of(Series.named("original", stream(values, false)),
                Series.named("by pointer, vectors", stream(values, true))), List.of(PROFILE_NOTE));
    }

    private static double[] stream(JobValues values, boolean optimised) {
        return Arrays.stream(StreamKernel.values()).mapToDouble(kernel -> values.get(kernel.title(optimised))[0])
            .toArray();
    }

    private Figure sums(String title, DoublePredicate accepted, List<String> transfers, boolean rivals) {
        String most = laboratory.whole() ? "4194304" : "16384";
        JobValues values = job("reduce", MACHINE, most, "64");
        JobValues mpi = job("mpi", MACHINE, most, "64");
        double[] sizes = values.get("sizes");
        List<Series> series = new ArrayList<>();
        for (String transfer : transfers) {
            for (String algorithm : ALGORITHMS) {
                series.add(curve(algorithm.toLowerCase(Locale.ROOT) + (transfer.equals("DIRECT") ? " by pointer" : ""),
                    sizes, values.get(algorithm + "." + transfer), accepted));
            }
        }
        if (transfers.size() > 1) {
            series.add(curve("recdbl, left computes", sizes, mpi.get("left"), accepted));
        }
        if (rivals) {
            series.add(curve(SMALL_MPI, sizes, mpi.get("recdbl"), accepted));
            series.add(curve(LARGE_MPI, sizes, mpi.get("rabenseifner"), accepted));
            series.add(curve("MPI, ring", sizes, mpi.get("ring"), accepted));
        }
        return new Figure(title + ", 64 PEs", "bytes", "time [us]", Axes.LOGARITHMIC, series,
            rivals ? List.of(PROFILE_NOTE, MPI_NOTE) : List.of(PROFILE_NOTE));
    }

    private static Series curve(String name, double[] settings, double[] values, DoublePredicate accepted) {
        return new Series(name, false, Series.of(name, settings, values).points().stream()
            .filter(point -> accepted.test(point.x())).toList());
    }

    /** {@return the times of runs, which all begin before one of them is waited for} */
    private Series runs(String name, int[] pes, String command, IntFunction<String> heap) {
        List<Supplier<Double>> begun = Arrays.stream(pes).mapToObj(n -> NasRun.now(laboratory.jobs, n, command,
            heap.apply(n))).toList();
        return new Series(name, false, IntStream.range(0, pes.length)
            .mapToObj(i -> Point.of(pes[i], 1e3 * begun.get(i).get())).toList());
    }

    private static String sortHeap(String size, int pes) {
        return Math.max(16, HEAPS * MEBIBYTES.get(size) / pes) + "m";
    }

    /** {@return all numbers of PEs, or the last two for a quick look} */
    private int[] few(int... pes) {
        return laboratory.whole() ? pes : Arrays.copyOfRange(pes, pes.length - 2, pes.length);
    }

    private Figure kernel(String title, int[] pes, String command, Map<String, String> transfers,
            IntFunction<String> heap, String note) {
        return new Figure(title, "PEs", "time [ms]", Axes.LOGARITHMIC, Stream.of(CALLS, POINTER, MPI)
            .map(name -> runs(name, few(pes), command + " --steps 2 --transfer " + transfers.get(name), heap)).toList(),
            List.of(note, PROFILE_NOTE, MPI_NOTE));
    }

    private Figure sort(String size) {
        return kernel("IS class " + size, SORT_PES, "is --class " + size,
            Map.of(CALLS, "putget", POINTER, "pointer", MPI, "messages --reduction messages"),
            n -> sortHeap(size, n),
            "Two of the ten rankings, which differ by one key. By pointer, loads and stores stand for the"
                + " calls, and nothing else is different; bucket sizes are summed by the library in both.");
    }

    private Figure solver(String size) {
        return kernel("SP class " + size, SOLVER_PES, "sp --class " + size,
            Map.of(CALLS, "get", POINTER, "pointer", MPI, "messages"),
            n -> Math.max(64, 4 * MEBIBYTES.get(size) / n) + "m", "Two of the 400 steps.");
    }

    private Figure summed() {
        String size = laboratory.whole() ? "C" : "A";
        int[] pes = laboratory.whole() ? new int[] {16, 32, 64, 128} : new int[] {16};
        return new Figure("IS class " + size + " by its reduction", "PEs", "time [ms]", Axes.LOGARITHMIC,
            SUMS.stream().map(sum -> runs(sum, pes, "is --class " + size + " --steps 2 --transfer putget --reduction "
                + sum, n -> sortHeap(size, n))).toList(), List.of("Two of the ten rankings.", PROFILE_NOTE));
    }

    /** Table 1, one kernel after the other, because class C takes much memory. */
    private Figure profile() {
        List<double[]> shares = new ArrayList<>();
        for (Kernel kernel : KERNELS) {
            String command = kernel.command.formatted(laboratory.whole() ? kernel.size : "A");
            shares.add(laboratory.jobs.now(command, () -> NasRun.shares(kernel.pes, command, kernel.heap)).get());
        }
        return new Figure("Shares of reductions and remote accesses, 48 PEs", "kernel", "share of time [%]",
            Axes.LINEAR, KERNELS.stream().map(Kernel::name).toList(), List.of(
                Series.named("reductions", shares.stream().mapToDouble(share -> share[0]).toArray()),
                published("reductions", Kernel::reductions),
                Series.named("remote accesses", shares.stream().mapToDouble(share -> share[1]).toArray()),
                published("remote accesses", Kernel::remote)),
            List.of("The published shares are of another machine, a node of 48 Opteron cores. CG, DT, FT and MG are of"
                + " class B: class C of FT does not fit the card, and of the others takes 10 GB of the host and more."
                + " BT and SP have 49 PEs, and a few steps stand for all. DT has PEs without a node, which wait in"
                + " its sum."));
    }

    private static Series published(String what, ToDoubleFunction<Kernel> share) {
        return Series.named(what + ", published", KERNELS.stream().mapToDouble(share).toArray());
    }

    private void addReductions() {
        claim("reduce.mvapich", () -> {
            double least = ALGORITHMS.stream().mapToDouble(algorithm -> values("namashivayam-fig7")
                .least(algorithm.toLowerCase(Locale.ROOT), SMALL_MPI, x -> x <= 1024)).min().orElseThrow();
            return Result.of(least > 1, "the best takes %.2f times as long", least);
        });
        claim("reduce.left", () -> Result.of(values("namashivayam-fig9").most("recdbl, left computes", "recdbl",
            x -> true)));
        claim("reduce.mpi.small", () -> Result.of(100 * (1 - values("namashivayam-fig10").least("recdbl by pointer",
            SMALL_MPI, x -> x <= SMALL))));
        claim("reduce.mpi.large", () -> Result.of(100 * (1 - values("namashivayam-fig10").least(
            "rabenseifner by pointer", LARGE_MPI, x -> x > SMALL))));
        claim("headline.20.is", () -> Result.of(SUMS.stream().skip(1).mapToDouble(sum -> values("namashivayam-fig14")
            .most(SUMS.getFirst(), sum, pes -> true)).max().orElseThrow()));
        claim("headline.20.sp", () -> Result.of(values("namashivayam-fig15").most(CALLS, POINTER, pes -> true)));
        claim("is.reduction.drop", () -> {
            Values values = values("namashivayam-fig14");
            double original = values.at("original", 128) / values.at("original", 64);
            double better = values.at("recdbl", 128) / values.at("recdbl", 64);
            return Result.of(better < 0.8 && better < original, "x %.2f, original x %.2f", better, original);
        });
    }

    private void addProfile() {
        claim("profile.order", () -> {
            List<String> ours = ranking("remote accesses");
            return Result.of(ours.equals(ranking("remote accesses, published")), String.join(" ", ours));
        });
        claim("profile.is", () -> {
            Values values = values("namashivayam-tab1");
            int is = values.figure().names().indexOf("IS") + 1;
            int sp = values.figure().names().indexOf("SP") + 1;
            double share = values.at("reductions", is);
            return Result.of(share, "%.1f (remote %.1f; SP remote %.1f)", share, values.at("remote accesses", is),
                values.at("remote accesses", sp));
        });
    }

    /** {@return by how many percent pointers shorten the time, in the mean of the larger numbers of PEs} */
    private static Result meanGain(Values values, int least) {
        List<Double> pes = values.figure().settings();
        double[] gains = pes.stream().mapToDouble(n -> 100 * (1 - values.at(POINTER, n) / values.at(CALLS, n)))
            .toArray();
        double mean = IntStream.range(0, gains.length).filter(i -> pes.get(i) >= least).mapToDouble(i -> gains[i])
            .average().orElseThrow();
        return Result.of(mean, "%.2f; at %.0f to %.0f PEs: %s", mean, pes.getFirst(), pes.getLast(),
            Arrays.stream(gains).mapToObj(gain -> text("%.1f", gain)).collect(Collectors.joining(" ")));
    }

    private static Result scales(Values values) {
        List<Double> pes = values.figure().settings();
        double ideal = pes.getLast() / pes.getFirst();
        return Result.of(Math.min(speedUp(values, POINTER), speedUp(values, MPI)) > ideal / 2,
            speedUps(values) + text(" of %.0f", ideal));
    }

    private static double speedUp(Values values, String curve) {
        return values.at(curve, values.figure().settings().getFirst()) / values.last(curve);
    }

    private static String speedUps(Values values) {
        return list(Stream.of(POINTER, MPI).map(curve -> text("%s x %.1f", curve, speedUp(values, curve))));
    }

    /** {@return the kernels by falling share} */
    private List<String> ranking(String curve) {
        Values values = values("namashivayam-tab1");
        List<String> names = values.figure().names();
        return names.stream().sorted(Comparator.comparingDouble(name -> -values.at(curve, names.indexOf(name) + 1)))
            .toList();
    }
}

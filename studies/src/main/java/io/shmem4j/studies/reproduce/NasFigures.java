// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.studies.pointer.NasRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Integer Sort, SP and the other NAS kernels by calls and by pointer: the figures of Namashivayam and others. */
final class NasFigures extends Figures {
    private static final int[] SORT_PES = {4, 8, 16, 32, 64, 128};
    private static final int[] SOLVER_PES = {4, 16, 36, 64, 121};
    private static final List<String> SUMS = List.of("original", "recdbl", "rabenseifner");
    /** Bytes of all keys of IS and of all cells of SP by class, in MiB; a heap has several times a PE's share. */
    private static final Map<String, Integer> MEBIBYTES = Map.of("A", 32, "B", 128, "C", 512);
    private static final int HEAPS = 16;
    private static final String CALLS = "put and get";
    private static final String POINTER = "pointer";
    private static final String PREFETCHED = "pointer, memory prefetched";
    private static final String CALLS_PREFETCHED = "put and get, memory prefetched";
    private static final String MPI = "MPI by two copies";
    private static final List<String> CLASSES = List.of("A", "B", "C");
    private static final String PROFILE_NOTE = StudyFigures.PROFILE_NOTE;
    private static final String PREFETCH_NOTE = "Memory prefetched: loops of the program take lines of memory at the"
        + " rate of a thread's STREAM, until the chip's bandwidth is used up; the library's copies do above 16 KiB.";
    private static final String MPI_NOTE = StudyFigures.MPI_NOTE;
    private static final int[] SUMMED_PES = {64, 128};
    private static final int FEW = 32;
    private static final List<Kernel> KERNELS = List.of(
        new Kernel("MG", 0.1, 19.6, 48, "mg --class %s --steps 1", "B", "160m"),
        new Kernel("BT", 0, 15.5, 49, "bt --class %s --steps 2", "C", "160m"),
        new Kernel("EP", 1.6, 0, 48, "ep --class %s", "C", "16m"),
        new Kernel("SP", 0, 44.1, 49, "sp --class %s --steps 2", "C", "64m"),
        new Kernel("IS", 12.4, 11.7, 48, "is --class %s --steps 2 --reduction original", "C", "160m"),
        new Kernel("CG", 0, 33.2, 48, "cg --class %s --steps 1", "B", "160m"),
        new Kernel("FT", 0.8, 31.2, 48, "ft --class %s --steps 2", "B", "160m"),
        new Kernel("DT", 0, 10, 43, "dt --class %s", "B", "160m"),
        new Kernel("LU", 0.1, 14.8, 48, "lu --class %s --steps 8", "C", "160m"));

    /** A row of table 1: the published shares of reductions and remote accesses, and how the kernel is run. */
    private record Kernel(String name, double reductions, double remote, int pes, String command, String size,
            String heap) {
    }

    NasFigures(Laboratory laboratory) {
        super(laboratory);
    }

    @Override
    void add() {
        for (int i = 0; i < CLASSES.size(); i++) {
            String size = CLASSES.get(i);
            String sort = "namashivayam-fig" + (11 + i);
            String solver = "namashivayam-fig" + (15 + i);
            figure(sort, () -> sort(size));
            figure(solver, () -> solver(size));
            claim("is.gain." + size, () -> meanGain(values(sort), 64, true));
            claim("is.scalable." + size, () -> Result.of(speedUp(values(sort), POINTER) > speedUp(values(sort), MPI),
                speedUps(values(sort))));
            claim("sp.gain." + size, () -> meanGain(values(solver), 36, false));
            claim("sp.scalable." + size, () -> scales(values(solver)));
        }
        claim("is.few", () -> {
            double[] gains = gains(values("namashivayam-fig11"), true);
            List<Double> pes = values("namashivayam-fig11").figure().settings();
            double most = IntStream.range(0, gains.length).filter(i -> pes.get(i) <= FEW).mapToDouble(i -> gains[i])
                .max().orElseThrow();
            return Result.of(most);
        });
        figure("namashivayam-fig14", this::summed);
        figure("namashivayam-tab1", this::profile);
        claim("headline.20.is", () -> {
            double[] original = sums("A", SUMS.getFirst(), SUMMED_PES[0]).get();
            double[] better = sums("A", SUMS.get(1), SUMMED_PES[0]).get();
            return Result.of(original[1] / better[1], "the sums %.1f, the whole sort %.1f, SP at most %.1f",
                original[1] / better[1], original[0] / better[0],
                values("namashivayam-fig15").most(CALLS, POINTER, pes -> true));
        });
        claim("is.reduction.drop", () -> {
            Values values = values("namashivayam-fig14");
            double original = values.at("original", 128) / values.at("original", 64);
            double better = values.at("recdbl", 128) / values.at("recdbl", 64);
            return Result.of(better < 0.8 && better < original, "x %.2f, original x %.2f", better, original);
        });
        addGains();
        addProfile();
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

    private static String solverHeap(String size, int pes) {
        return Math.max(64, 4 * MEBIBYTES.get(size) / pes) + "m";
    }

    /** {@return all numbers of PEs, or the last two for a quick look} */
    private int[] few(int... pes) {
        return laboratory.whole() ? pes : Arrays.copyOfRange(pes, pes.length - 2, pes.length);
    }

    private Figure kernel(String title, int[] pes, String command, Map<String, String> transfers,
            IntFunction<String> heap, String note) {
        return new Figure(title, "PEs", "time [ms]", Axes.LOGARITHMIC, Stream.of(CALLS, POINTER, CALLS_PREFETCHED,
            PREFETCHED, MPI).map(name -> runs(name, few(pes), command + " --steps 2 --transfer "
                + transfers.get(name), heap)).toList(),
            List.of(note, PREFETCH_NOTE, PROFILE_NOTE, MPI_NOTE));
    }

    private Figure sort(String size) {
        return kernel("IS class " + size, SORT_PES, "is --class " + size,
            Map.of(CALLS, "putget", POINTER, "pointer", CALLS_PREFETCHED, "putget" + NasRun.MEMORY, PREFETCHED,
                "pointer" + NasRun.MEMORY, MPI, "messages --reduction messages"),
            n -> sortHeap(size, n),
            "Two of the ten rankings, which differ by one key. By pointer, loads and stores stand for the"
                + " calls, and nothing else is different; bucket sizes are summed by the library in both.");
    }

    private Figure solver(String size) {
        return kernel("SP class " + size, SOLVER_PES, "sp --class " + size,
            Map.of(CALLS, "get", POINTER, "pointer", CALLS_PREFETCHED, "get" + NasRun.MEMORY, PREFETCHED,
                "pointer" + NasRun.MEMORY, MPI, "messages"),
            n -> solverHeap(size, n), "Two of the 400 steps.");
    }

    /** {@return what a run of IS by a reduction gives} */
    private Supplier<double[]> sums(String size, String sum, int pes) {
        return NasRun.sums(laboratory.jobs, pes, "is --class " + size
            + " --steps 2 --transfer putget --reduction " + sum, sortHeap(size, pes));
    }

    private Figure summed() {
        String size = laboratory.whole() ? "C" : "A";
        int[] pes = laboratory.whole() ? new int[] {16, 32, 64, 128} : new int[] {16};
        Map<String, List<Supplier<double[]>>> begun = SUMS.stream().collect(Collectors.toMap(sum -> sum,
            sum -> Arrays.stream(pes).mapToObj(n -> sums(size, sum, n)).toList()));
        return new Figure("Reductions in IS class " + size, "PEs", "time of a PE in the sums [ms]", Axes.LOGARITHMIC,
            SUMS.stream().map(sum -> new Series(sum, false, IntStream.range(0, pes.length)
                .mapToObj(i -> Point.of(pes[i], 1e3 * begun.get(sum).get(i).get()[1])).toList())).toList(),
            List.of("Two of the ten rankings; the time contains waits for PEs that come later.", PROFILE_NOTE));
    }

    /** Table 1, one kernel after the other, because class C takes much memory. */
    private Figure profile() {
        List<double[]> shares = new ArrayList<>();
        for (Kernel kernel : KERNELS) {
            String command = kernel.command.formatted(laboratory.whole() ? kernel.size : "A");
            shares.add(laboratory.jobs.now(command, () -> NasRun.shares(kernel.pes, command, kernel.heap)).get());
        }
        return new Figure("Shares of reductions and remote accesses, about 48 PEs", "kernel", "share of time [%]",
            Axes.LINEAR, KERNELS.stream().map(Kernel::name).toList(), List.of(
                Series.named("reductions", shares.stream().mapToDouble(share -> share[0]).toArray()),
                published("reductions", Kernel::reductions),
                Series.named("remote accesses", shares.stream().mapToDouble(share -> share[1]).toArray()),
                published("remote accesses", Kernel::remote)),
            List.of("The published shares are of another machine, a node of 48 Opteron cores. CG, DT, FT and MG are of"
                + " class B: class C of FT does not fit the card, and of the others takes 10 GB of the host and more."
                + " BT and SP have 49 PEs, DT one for each node of its graph, and a few steps"
                + " stand for all. PEs of DT that are done wait in its sum.",
                PROFILE_NOTE));
    }

    private static Series published(String what, ToDoubleFunction<Kernel> share) {
        return Series.named(what + ", published", KERNELS.stream().mapToDouble(share).toArray());
    }

    private void addGains() {
        claim("is.order", () -> {
            Values values = values("namashivayam-fig11");
            List<Double> pes = values.figure().settings().stream().filter(n -> n >= FEW).toList();
            double[] gains = pes.stream().mapToDouble(n -> gain(values, n, false)).toArray();
            return Result.of(grows(gains), list(IntStream.range(0, gains.length)
                .mapToObj(i -> text("%.0f: %.0f %%", pes.get(i), gains[i]))));
        });
        claim("is.reduction.order", () -> {
            double[] one = summed("recdbl");
            double[] other = summed("rabenseifner");
            return Result.of(grows(one) && Arrays.stream(other).allMatch(gain -> gain > 0),
                IntStream.range(0, one.length).mapToObj(i -> text("%d: %.0f %%, %.0f %%", SUMMED_PES[i], one[i],
                    other[i])).collect(Collectors.joining("; ")));
        });
        claim("is.reduction.average", () -> {
            double mean = Stream.of("recdbl", "rabenseifner").flatMapToDouble(sum -> Arrays.stream(summed(sum)))
                .average().orElseThrow();
            return Result.of(mean, "%.1f, class C", mean);
        });
        claim("sp.order", () -> {
            double ofA = solved("A");
            double ofB = solved("B");
            return Result.of(ofA > ofB && ofB > 0, "class A: %.2f %%, class B: %.2f %%", ofA, ofB);
        });
        claim("sp.average", () -> Result.of((solved("A") + solved("B")) / 2));
    }

    /** {@return by how many percent pointers shorten SP on 64 PEs} */
    private double solved(String size) {
        List<Supplier<Double>> begun = Stream.of("get", "pointer").map(transfer -> NasRun.now(laboratory.jobs, 64,
            "sp --class " + size + " --steps 2 --transfer " + transfer, solverHeap(size, 64))).toList();
        return 100 * (1 - begun.getLast().get() / begun.getFirst().get());
    }

    /** {@return by how many percent a reduction shortens the sort of class C, at each number of PEs} */
    private double[] summed(String sum) {
        Arrays.stream(SUMMED_PES).forEach(n -> SUMS.forEach(each -> sums("C", each, n)));
        return Arrays.stream(SUMMED_PES).mapToDouble(n -> 100 * (1 - sums("C", sum, n).get()[0]
            / sums("C", SUMS.getFirst(), n).get()[0])).toArray();
    }

    /** {@return whether every number is greater than the one before, and the first is positive} */
    private static boolean grows(double... numbers) {
        return IntStream.range(0, numbers.length).allMatch(i -> numbers[i] > (i == 0 ? 0 : numbers[i - 1]));
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

    /** {@return by how many percent pointers shorten the time of calls at each number of PEs, on one of the chips} */
    private static double[] gains(Values values, boolean memory) {
        return values.figure().settings().stream().mapToDouble(n -> gain(values, n, memory)).toArray();
    }

    private static double gain(Values values, double pes, boolean memory) {
        return 100 * (1 - values.at(memory ? PREFETCHED : POINTER, pes)
            / values.at(memory ? CALLS_PREFETCHED : CALLS, pes));
    }

    /** {@return by how many percent pointers shorten the time on a chip, in the mean of the larger numbers of PEs} */
    private static Result meanGain(Values values, int least, boolean memory) {
        List<Double> pes = values.figure().settings();
        double mean = mean(gains(values, memory), pes, least);
        return Result.of(mean, "%.2f; at %.0f to %.0f PEs: %s; memory %sprefetched: %.2f", mean, pes.getFirst(),
            pes.getLast(), Arrays.stream(gains(values, memory)).mapToObj(gain -> text("%.1f", gain))
                .collect(Collectors.joining(" ")), memory ? "not " : "", mean(gains(values, !memory), pes, least));
    }

    private static double mean(double[] gains, List<Double> pes, int least) {
        return IntStream.range(0, gains.length).filter(i -> pes.get(i) >= least).mapToDouble(i -> gains[i])
            .average().orElseThrow();
    }

    /** {@return whether the times of both fall with every number of PEs, up to about one on each core} */
    private static Result scales(Values values) {
        List<Double> pes = values.figure().settings().stream().filter(n -> n <= SUMMED_PES[0]).toList();
        boolean fall = Stream.of(POINTER, MPI).allMatch(curve -> IntStream.range(1, pes.size())
            .allMatch(i -> values.at(curve, pes.get(i)) < values.at(curve, pes.get(i - 1))));
        return Result.of(fall, speedUps(values));
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

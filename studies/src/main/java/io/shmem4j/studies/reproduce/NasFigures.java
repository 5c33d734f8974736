// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.studies.pointer.NasRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
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
    private static final String MPI = "MPI by two copies";
    private static final String[] CURVES = {CALLS, POINTER, MPI};
    private static final List<String> CLASSES = List.of("A", "B", "C");
    /** Points along an edge of SP's grid by class; faces are sent. */
    private static final int[] EDGES = {64, 102, 162};
    private static final int[] SUMMED_PES = {64, 128};
    private static final int FEWEST = 4;
    private static final int FEW = 32;
    private static final List<Kernel> KERNELS = List.of(
        new Kernel("MG", 0.1, 19.6, 32, "mg --class %s --steps 1", "C", "160m"),
        new Kernel("BT", 0, 15.5, 36, "bt --class %s --steps 2", "C", "160m"),
        new Kernel("EP", 1.6, 0, 48, "ep --class %s --steps 1", "A", "16m"),
        new Kernel("SP", 0, 44.1, 36, "sp --class %s --steps 2", "C", "160m"),
        new Kernel("IS", 12.4, 11.7, 32, "is --class %s --steps 2 --reduction original", "C", "240m"),
        new Kernel("CG", 0, 33.2, 32, "cg --class %s --steps 1", "C", "160m"),
        new Kernel("FT", 0.8, 31.2, 32, "ft --class %s --steps 1", "C", "160m"),
        new Kernel("DT", 0, 10, 43, "dt --class %s", "B", "160m"),
        new Kernel("LU", 0.1, 14.8, 32, "lu --class %s --steps 4", "C", "160m"));

    /** A row of table 1: the published shares of reductions and remote accesses, and how the kernel is run. */
    private record Kernel(String name, double reductions, double remote, int pes, String command, String size,
            String heap) {
    }

    /** A kernel of one class that is timed over numbers of PEs, and how each curve reaches memory of other PEs. */
    private record Timed(String title, int[] pes, String command, Map<String, String> transfers,
            IntFunction<String> heap, String note) {
    }

    NasFigures(Laboratory laboratory) {
        super(laboratory);
        for (int i = 0; i < CLASSES.size(); i++) {
            String size = CLASSES.get(i);
            Timed sort = sort(size);
            Timed solver = solver(size);
            figure("namashivayam-fig" + (11 + i), () -> times(sort));
            figure("namashivayam-fig" + (15 + i), () -> times(solver));
            claim("is.scalable." + size, () -> {
                double[] speedUps = speedUps(sort, SUMMED_PES[1]);
                return Result.of(speedUps[0] / speedUps[1]);
            });
            claim("sp.scalable." + size, () -> Result.of(Arrays.stream(speedUps(solver, SUMMED_PES[0])).min()
                .orElseThrow()));
        }
        figure("namashivayam-fig14", this::summed);
        figure("namashivayam-tab1", this::profile);
        claim("headline.20.is", () -> {
            NasRun original = sums("A", SUMS.getFirst(), SUMMED_PES[0]).get();
            NasRun better = sums("A", SUMS.get(1), SUMMED_PES[0]).get();
            return Result.of(original.reductions() / better.reductions(), "the sums %.1f, the sort %.1f, SP %.1f",
                original.reductions() / better.reductions(), original.seconds() / better.seconds(),
                values("namashivayam-fig15").most(CALLS, POINTER, pes -> true));
        });
        claim("is.reduction.drop", () -> {
            Values values = values("namashivayam-fig14");
            return Result.of(values.at("recdbl", 128) / values.at("recdbl", 64));
        });
        addGains();
        addProfile();
    }

    /** {@return a future of a kernel's run, which begins at the first request} */
    private Supplier<NasRun> begin(Timed kernel, String curve, int pes) {
        return NasRun.now(laboratory.jobs, pes, kernel.command + " --steps 2 --transfer "
            + kernel.transfers.get(curve), kernel.heap.apply(pes));
    }

    /** {@return the times of some curves at some numbers of PEs, which all begin before one of them is waited for} */
    private double[][] times(Timed kernel, int[] pes, String... curves) {
        List<List<Supplier<NasRun>>> begun = Stream.of(curves).map(curve -> Arrays.stream(pes)
            .mapToObj(n -> begin(kernel, curve, n)).toList()).toList();
        return begun.stream().map(curve -> curve.stream().mapToDouble(run -> run.get().seconds()).toArray())
            .toArray(double[][]::new);
    }

    private static String sortHeap(String size, int pes) {
        return Math.max(16, HEAPS * MEBIBYTES.get(size) / pes) + "m";
    }

    private static String solverHeap(String size, int pes) {
        return Math.max(64, 4 * MEBIBYTES.get(size) / pes) + "m";
    }

    private Figure times(Timed kernel) {
        int[] pes = laboratory.whole() ? kernel.pes : Arrays.copyOfRange(kernel.pes, kernel.pes.length - 2,
            kernel.pes.length);
        double[][] times = times(kernel, pes, CURVES);
        return new Figure(kernel.title, "PEs", "time [ms]", Axes.LOGARITHMIC, IntStream.range(0, CURVES.length)
            .mapToObj(i -> Series.of(CURVES[i], Arrays.stream(pes).asDoubleStream().toArray(),
                Arrays.stream(times[i]).map(seconds -> 1e3 * seconds).toArray())).toList(), List.of(kernel.note,
                    StudyFigures.MPI_NOTE, text("Mean gain at all numbers of PEs: %.1f %%.", mean(gains(times)))));
    }

    /** {@return numbers of PEs, without 8 and 16 in the long runs of larger classes} */
    private static int[] settings(String size, int... pes) {
        return Arrays.stream(pes).filter(n -> size.equals("A") || n < 8 || n > 16).toArray();
    }

    private static Timed sort(String size) {
        return new Timed("IS class " + size, settings(size, SORT_PES), "is --class " + size,
            Map.of(CALLS, "putget", POINTER, "pointer", MPI, "messages --reduction messages"),
            n -> sortHeap(size, n), "Two of the ten rankings.");
    }

    private static Timed solver(String size) {
        return new Timed("SP class " + size, settings(size, SOLVER_PES), "sp --class " + size,
            Map.of(CALLS, "get", POINTER, "direct", MPI, "messages"), n -> solverHeap(size, n),
            "Two of the 400 steps. 121 PEs share cores.");
    }

    /** {@return a future of a run of IS by a reduction} */
    private Supplier<NasRun> sums(String size, String sum, int pes) {
        return NasRun.now(laboratory.jobs, pes, "is --class " + size + " --steps 2 --transfer putget --reduction "
            + sum, sortHeap(size, pes));
    }

    private Figure summed() {
        String size = laboratory.whole() ? "C" : "A";
        int[] pes = laboratory.whole() ? new int[] {32, 64, 128} : new int[] {16};
        SUMS.forEach(sum -> Arrays.stream(pes).forEach(n -> sums(size, sum, n)));
        return new Figure("Reductions in IS class " + size, "PEs", "time of a PE in the sums [ms]", Axes.LOGARITHMIC,
            SUMS.stream().map(sum -> Series.of(sum, pes, n -> 1e3 * sums(size, sum, n).get().reductions())).toList(),
            List.of("Two of the ten rankings; the time contains waits for late PEs."));
    }

    private Figure profile() {
        List<double[]> shares = shares(KERNELS);
        return new Figure("Shares of reductions and remote accesses, about 48 PEs", "kernel", "share of time [%]",
            Axes.LINEAR, KERNELS.stream().map(Kernel::name).toList(), List.of(
                Series.named("reductions", shares.stream().mapToDouble(share -> share[0]).toArray()),
                published("reductions", Kernel::reductions),
                Series.named("remote accesses", shares.stream().mapToDouble(share -> share[1]).toArray()),
                published("remote accesses", Kernel::remote)),
            List.of("The published shares are of a node of 48 Opteron cores. BT and SP have 36 PEs, CG, FT, IS, LU and"
                + " MG 32, as the published codes take squares and powers of two; DT is of class B, EP of A."));
    }

    /** {@return shares of reductions and remote accesses, from two runs at a time, as class C takes memory} */
    private List<double[]> shares(List<Kernel> kernels) {
        List<Supplier<NasRun>> begun = new ArrayList<>();
        for (Kernel kernel : kernels) {
            begun.add(NasRun.now(laboratory.jobs, kernel.pes, kernel.command.formatted(laboratory.whole()
                ? kernel.size : "A") + " --transfer putget --warmup 0", kernel.heap));
            if (begun.size() > 1) {
                begun.get(begun.size() - 2).get();
            }
        }
        return begun.stream().map(Supplier::get).map(run -> new double[] {percent(run.reductions(), run),
            percent(run.remote(), run)}).toList();
    }

    /** {@return a part of a run's time in percent, with one digit} */
    private static double percent(double part, NasRun run) {
        return Math.round(1e3 * part / run.seconds()) / 10.0;
    }

    private static Series published(String what, ToDoubleFunction<Kernel> share) {
        return Series.named(what + ", published", KERNELS.stream().mapToDouble(share).toArray());
    }

    private void addGains() {
        claim("is.gain.A", () -> Result.of(mean(gains(sort("A"), n -> n >= FEW))));
        claim("is.few", () -> Result.of(sorts(n -> n <= FEW).max().orElseThrow()));
        claim("is.many", () -> Result.of(sorts(n -> n > FEW).min().orElseThrow()));
        claim("is.reduction.average", () -> Result.of(SUMS.stream().skip(1)
            .flatMapToDouble(sum -> Arrays.stream(summed(sum))).average().orElseThrow()));
        claim("sp.gain.A", () -> Result.of(mean(gains(solver("A"), n -> n >= FEW))));
        claim("sp.order", () -> {
            double[] gains = CLASSES.stream().mapToDouble(size -> gains(solver(size), n -> n == 64)[0]).toArray();
            return Result.of(IntStream.of(1, 2).mapToDouble(i -> gains[i] * EDGES[i] * EDGES[i]
                / (gains[0] * EDGES[0] * EDGES[0])).boxed().max(Comparator.comparingDouble(product ->
                    Math.abs(Math.log(product)))).orElseThrow(), list("%.1f %%", gains));
        });
    }

    /** {@return gains of IS in all classes at the accepted numbers of PEs} */
    private DoubleStream sorts(IntPredicate accepted) {
        return CLASSES.stream().flatMapToDouble(size -> Arrays.stream(gains(sort(size), accepted)));
    }

    /** {@return by how many percent a reduction shortens the sums of class C, at each number of PEs} */
    private double[] summed(String sum) {
        Arrays.stream(SUMMED_PES).forEach(n -> SUMS.forEach(each -> sums("C", each, n)));
        return Arrays.stream(SUMMED_PES).mapToDouble(n -> 100 * (1 - sums("C", sum, n).get().reductions()
            / sums("C", SUMS.getFirst(), n).get().reductions())).toArray();
    }

    private void addProfile() {
        claim("profile.order", () -> same("profile.order", String.join(" ", ranking("remote accesses"))));
        claim("profile.ep", () -> Result.of(reductions("EP")));
        claim("profile.is", () -> Result.of(reductions("IS")));
    }

    /** {@return a kernel's share of reductions in table 1} */
    private double reductions(String kernel) {
        Values values = values("namashivayam-tab1");
        return values.at("reductions", values.figure().names().indexOf(kernel) + 1);
    }

    /** {@return by how many percent pointers shorten the time of calls, at each accepted number of PEs} */
    private double[] gains(Timed kernel, IntPredicate accepted) {
        return gains(times(kernel, Arrays.stream(kernel.pes).filter(accepted).toArray(), CALLS, POINTER));
    }

    private static double[] gains(double[][] times) {
        return IntStream.range(0, times[0].length).mapToDouble(i -> 100 * (1 - times[1][i] / times[0][i])).toArray();
    }

    private static double mean(double... values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** {@return how many times as fast some PEs are as the fewest, by pointer and with MPI} */
    private double[] speedUps(Timed kernel, int pes) {
        return Arrays.stream(times(kernel, new int[] {FEWEST, pes}, POINTER, MPI))
            .mapToDouble(times -> times[0] / times[1]).toArray();
    }

    /** {@return the kernels by falling share} */
    private List<String> ranking(String curve) {
        Values values = values("namashivayam-tab1");
        List<String> names = values.figure().names();
        return names.stream().sorted(Comparator.comparingDouble(name -> -values.at(curve, names.indexOf(name) + 1)))
            .toList();
    }
}

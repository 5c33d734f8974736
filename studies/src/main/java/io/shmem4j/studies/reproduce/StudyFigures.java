// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.knc.JobValues;
import io.shmem4j.studies.knc.NasRun;
import io.shmem4j.studies.knc.StreamKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The figures of Namashivayam and others, and the claims that are about them. */
final class StudyFigures {
    static final Map<String, Function<Laboratory, Figure>> MAKERS = new LinkedHashMap<>();

    private static final String MACHINE = "knc-se10p";
    private static final int[] PAIRS = {1, 2, 8, 64};
    private static final String[] WAYS = {"put", "store", "get", "load"};
    private static final String[] ALGORITHMS = {"FLAT", "RECDBL", "BRUCK", "RABENSEIFNER"};
    private static final String RECDBL = "recdbl by pointer";
    private static final String RABENSEIFNER = "rabenseifner by pointer";
    private static final String SMALL_MPI = "MPI, recursive doubling";
    private static final String LARGE_MPI = "MPI, Rabenseifner";
    private static final String RING_MPI = "MPI, ring";
    private static final int SMALL = 4096;
    private static final int[] SORT_PES = {4, 8, 16, 32, 64, 128};
    private static final int[] SOLVER_PES = {4, 16, 36, 64, 121};
    private static final String[] SUMS = {"original", "recdbl", "rabenseifner"};
    private static final String MPI_NOTE = "MPI by two copies through cells of 64 KiB, above them fragments of 32 KiB"
        + " after a rendezvous; 1 us of software at each side of a message, a number without a source.";
    private static final String PROFILE_NOTE = "Calls of the library cost what the calibrated profile gasnet says.";
    /** Bytes of all keys of IS by class, in MiB; a heap has several times a PE's share. */
    private static final Map<String, Integer> KEYS = Map.of("A", 32, "B", 128, "C", 512);
    private static final int HEAPS = 16;
    /** Bytes of all cells of SP by class, in MiB; a heap has several times a PE's share. */
    private static final Map<String, Integer> GRIDS = Map.of("A", 32, "B", 128, "C", 512);
    private static final String CALLS = "put and get";
    private static final String POINTER = "pointer";
    private static final String MPI = "MPI by two copies";
    private static final String[] CLASSES = {"A", "B", "C"};

    static {
        MAKERS.put("namashivayam-fig3", StudyFigures::latency);
        MAKERS.put("namashivayam-fig4", laboratory -> bandwidth(laboratory, 0, 1));
        MAKERS.put("namashivayam-fig5", laboratory -> bandwidth(laboratory, 2, 3));
        MAKERS.put("namashivayam-fig6", StudyFigures::stream);
        MAKERS.put("namashivayam-fig7", laboratory -> sums(laboratory, "Reductions by put and get, and MPI",
            bytes -> true, List.of("PUTGET"), true));
        MAKERS.put("namashivayam-fig8", laboratory -> sums(laboratory, "Reductions of small vectors",
            bytes -> bytes <= SMALL, List.of("PUTGET", "DIRECT"), false));
        MAKERS.put("namashivayam-fig9", laboratory -> sums(laboratory, "Reductions of large vectors",
            bytes -> bytes > SMALL, List.of("PUTGET", "DIRECT"), false));
        MAKERS.put("namashivayam-fig10", laboratory -> sums(laboratory, "Reductions by pointer, and MPI",
            bytes -> true, List.of("DIRECT"), true));
        for (int i = 0; i < CLASSES.length; i++) {
            String size = CLASSES[i];
            MAKERS.put("namashivayam-fig" + (11 + i), laboratory -> sort(laboratory, size));
            MAKERS.put("namashivayam-fig" + (15 + i), laboratory -> solver(laboratory, size));
        }
        MAKERS.put("namashivayam-fig14", StudyFigures::summed);
        MAKERS.put("namashivayam-tab1", StudyFigures::profile);
    }

    private static final List<Kernel> KERNELS = List.of(
        new Kernel("MG", new double[] {0.1, 19.6}, 48, "mg --class %s --steps 1", "B", "160m"),
        new Kernel("BT", new double[] {0, 15.5}, 49, "bt --class %s --steps 2", "C", "160m"),
        new Kernel("EP", new double[] {1.6, 0}, 48, "ep --class %s", "C", "16m"),
        new Kernel("SP", new double[] {0, 44.1}, 49, "sp --class %s --steps 2", "C", "64m"),
        new Kernel("IS", new double[] {12.4, 11.7}, 48, "is --class %s --steps 2 --reduction original", "C", "160m"),
        new Kernel("CG", new double[] {0, 33.2}, 48, "cg --class %s --steps 1", "B", "160m"),
        new Kernel("FT", new double[] {0.8, 31.2}, 48, "ft --class %s --steps 2", "B", "160m"),
        new Kernel("DT", new double[] {0, 10}, 48, "dt --class %s", "B", "160m"),
        new Kernel("LU", new double[] {0.1, 14.8}, 48, "lu --class %s --steps 8", "C", "160m"));

    private StudyFigures() {
    }

    private static JobValues job(Laboratory laboratory, String... words) {
        return laboratory.jobs().now(String.join(" ", words), () -> JobValues.of(words)).get();
    }

    private static JobValues pairs(Laboratory laboratory) {
        return job(laboratory, "pairs", MACHINE, "1048576", "1", "2", "8", "64");
    }

    private static Series curve(String name, double[] settings, double[] values, DoublePredicate accepted) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < settings.length; i++) {
            if (accepted.test(settings[i]) && !Double.isNaN(values[i])) {
                points.add(Point.of(settings[i], values[i]));
            }
        }
        return new Series(name, false, points);
    }

    private static Figure latency(Laboratory laboratory) {
        JobValues values = pairs(laboratory);
        double[] pairs = {1, 2, 8, 64};
        return new Figure("Latency of 8 bytes", "pairs", "time [ns]", Axes.LOGARITHMIC_SETTINGS, List.of(
            curve("put", pairs, values.get("put.library"), x -> true),
            curve("put by pointer", pairs, values.get("put.pointer"), x -> true),
            curve("get", pairs, values.get("get.library"), x -> true),
            curve("get by pointer", pairs, values.get("get.pointer"), x -> true)),
            List.of("put: half of a ping-pong whose receiver polls; get: of a number its owner has just written.",
                PROFILE_NOTE));
    }

    private static Figure bandwidth(Laboratory laboratory, int... indices) {
        JobValues values = pairs(laboratory);
        List<Series> series = new ArrayList<>();
        for (int index : indices) {
            for (String way : WAYS) {
                series.add(curve(way + ", " + PAIRS[index] + (PAIRS[index] == 1 ? " pair" : " pairs"),
                    values.get("blocks"), values.get("bandwidth." + way + "." + index), x -> true));
            }
        }
        return new Figure("Bandwidth of a pair", "bytes", "10^6 bytes/s", Axes.LOGARITHMIC, series,
            List.of("The same block again and again, mean of the active pairs.", PROFILE_NOTE));
    }

    private static Figure stream(Laboratory laboratory) {
        JobValues values = job(laboratory, "stream", MACHINE, "262144");
        List<String> names = new ArrayList<>();
        List<Point> original = new ArrayList<>();
        List<Point> optimised = new ArrayList<>();
        for (StreamKernel kernel : StreamKernel.values()) {
            names.add(kernel.name().toLowerCase(Locale.ROOT));
            original.add(Point.of(names.size(), values.get(kernel.name())[0]));
            optimised.add(Point.of(names.size(), values.get(kernel.name())[1]));
        }
        return new Figure("STREAM with sums over 2 PEs, blocks of 256 KiB", "kernel", "10^6 bytes/s", Axes.LINEAR,
            names, List.of(new Series("original", false, original),
                new Series("by pointer, vectors", false, optimised)),
            List.of(PROFILE_NOTE));
    }

    private static Figure sums(Laboratory laboratory, String title, DoublePredicate accepted, List<String> transfers,
            boolean rivals) {
        String most = laboratory.whole() ? "4194304" : "16384";
        JobValues values = job(laboratory, "reduce", MACHINE, most, "64");
        JobValues mpi = job(laboratory, "mpi", MACHINE, most, "64");
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
            series.add(curve(RING_MPI, sizes, mpi.get("ring"), accepted));
        }
        return new Figure(title + ", 64 PEs", "bytes", "time [us]", Axes.LOGARITHMIC, series,
            rivals ? List.of(PROFILE_NOTE, MPI_NOTE) : List.of(PROFILE_NOTE));
    }

    private static Series runs(Laboratory laboratory, String name, int[] pes, Function<Integer, String> command,
            Function<Integer, String> heap) {
        List<Supplier<Double>> begun = new ArrayList<>();
        for (int n : pes) {
            begun.add(NasRun.now(laboratory.jobs(), n, command.apply(n), heap.apply(n)));
        }
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < pes.length; i++) {
            points.add(Point.of(pes[i], 1e3 * begun.get(i).get()));
        }
        return new Series(name, false, points);
    }

    private static String heap(String size, int pes) {
        return Math.max(16, HEAPS * KEYS.get(size) / pes) + "m";
    }

    /** {@return all numbers of PEs, or the last two for a quick look} */
    private static int[] few(Laboratory laboratory, int... pes) {
        return laboratory.whole() ? pes : Arrays.copyOfRange(pes, pes.length - 2, pes.length);
    }

    private static Figure sort(Laboratory laboratory, String size) {
        int[] pes = few(laboratory, SORT_PES);
        return new Figure("IS class " + size, "PEs", "time [ms]", Axes.LOGARITHMIC, overTransfers(laboratory, pes,
            Map.of(CALLS, "putget", POINTER, "pointer", MPI, "messages --reduction messages"),
            "is --class " + size + " --steps 2 --transfer ", n -> heap(size, n)),
            List.of("Two of the ten rankings, which differ by one key. By pointer, loads and stores stand for the"
                + " calls, and nothing else is different; bucket sizes are summed by the library in both.",
                PROFILE_NOTE, MPI_NOTE));
    }

    private static List<Series> overTransfers(Laboratory laboratory, int[] pes, Map<String, String> words,
            String command, Function<Integer, String> heap) {
        List<Series> series = new ArrayList<>();
        for (String name : List.of(CALLS, POINTER, MPI)) {
            series.add(runs(laboratory, name, pes, n -> command + words.get(name), heap));
        }
        return series;
    }

    private static Figure summed(Laboratory laboratory) {
        List<Series> series = new ArrayList<>();
        String size = laboratory.whole() ? "C" : "A";
        for (String sum : SUMS) {
            series.add(runs(laboratory, sum, laboratory.whole() ? new int[] {16, 32, 64, 128} : new int[] {16},
                n -> "is --class " + size + " --steps 2 --transfer putget --reduction " + sum, n -> heap(size, n)));
        }
        return new Figure("IS class " + size + " by its reduction", "PEs", "time [ms]", Axes.LOGARITHMIC, series,
            List.of("Two of the ten rankings.", PROFILE_NOTE));
    }

    private static Figure solver(Laboratory laboratory, String size) {
        int[] pes = few(laboratory, SOLVER_PES);
        return new Figure("SP class " + size, "PEs", "time [ms]", Axes.LOGARITHMIC, overTransfers(laboratory, pes,
            Map.of(CALLS, "get", POINTER, "pointer", MPI, "messages"), "sp --class " + size
                + " --steps 2 --transfer ", n -> Math.max(64, 4 * GRIDS.get(size) / n) + "m"),
            List.of("Two of the 400 steps.", PROFILE_NOTE, MPI_NOTE));
    }

    /** Table 1, one kernel after the other, because class C takes much memory. */
    private static Figure profile(Laboratory laboratory) {
        List<List<Point>> points = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<String> names = new ArrayList<>();
        for (Kernel kernel : KERNELS) {
            String command = kernel.command.formatted(laboratory.whole() ? kernel.size : "A");
            double[] shares = laboratory.jobs().now(command, () -> NasRun.shares(kernel.pes, command,
                kernel.heap)).get();
            names.add(kernel.name);
            for (int i = 0; i < 2; i++) {
                points.get(2 * i).add(Point.of(names.size(), shares[i]));
                points.get(2 * i + 1).add(Point.of(names.size(), kernel.published[i]));
            }
        }
        return new Figure("Shares of reductions and remote accesses, 48 PEs", "kernel", "share of time [%]",
            Axes.LINEAR, names, List.of(new Series("reductions", false, points.get(0)),
                new Series("reductions, published", false, points.get(1)),
                new Series("remote accesses", false, points.get(2)),
                new Series("remote accesses, published", false, points.get(3))),
            List.of("The published shares are of another machine, a node of 48 Opteron cores. CG, DT, FT and MG are of"
                + " class B: class C of FT does not fit the card, and of the others takes 10 GB of the host and more."
                + " BT and SP have 49 PEs, and a few steps stand for all. DT has PEs without a node, which wait in"
                + " its sum."));
    }

    /** A row of table 1: the published shares of reductions and remote accesses, and how the kernel is run. */
    private record Kernel(String name, double[] published, int pes, String command, String size, String heap) {
    }

    static void addTo(Checks checks, Laboratory laboratory) {
        checks.add("reduce.mvapich", () -> {
            Values values = values(laboratory, 7);
            double least = Double.POSITIVE_INFINITY;
            for (String algorithm : ALGORITHMS) {
                least = Math.min(least, values.least(algorithm.toLowerCase(Locale.ROOT), SMALL_MPI, x -> x <= 1024));
            }
            return Result.of(least > 1, String.format(Locale.ROOT, "the best takes %.2f times as long", least));
        });
        checks.add("reduce.left", () -> {
            Values values = values(laboratory, 9);
            return Result.of(values.most("recdbl, left computes", "recdbl", x -> true));
        });
        checks.add("reduce.mpi.small", () -> Result.of(100 * (1 - values(laboratory, 10)
            .least(RECDBL, SMALL_MPI, x -> x <= SMALL))));
        checks.add("reduce.mpi.large", () -> Result.of(100 * (1 - values(laboratory, 10)
            .least(RABENSEIFNER, LARGE_MPI, x -> x > SMALL))));
        for (int i = 0; i < CLASSES.length; i++) {
            int sort = 11 + i;
            int solver = 15 + i;
            checks.add("is.gain." + CLASSES[i], () -> meanGain(values(laboratory, sort), 64));
            checks.add("is.scalable." + CLASSES[i], () -> {
                Values values = values(laboratory, sort);
                return Result.of(speedUp(values, POINTER) > speedUp(values, MPI), speedUps(values, POINTER, MPI));
            });
            checks.add("sp.gain." + CLASSES[i], () -> meanGain(values(laboratory, solver), 36));
            checks.add("sp.scalable." + CLASSES[i], () -> {
                Values values = values(laboratory, solver);
                double ideal = ratio(values);
                return Result.of(Math.min(speedUp(values, POINTER), speedUp(values, MPI)) > ideal / 2,
                    speedUps(values, POINTER, MPI) + String.format(Locale.ROOT, " of %.0f", ideal));
            });
        }
        addProfile(checks, laboratory);
        checks.add("headline.20.is", () -> {
            Values values = values(laboratory, 14);
            return Result.of(Math.max(values.most(SUMS[0], SUMS[1], pes -> true),
                values.most(SUMS[0], SUMS[2], pes -> true)));
        });
        checks.add("headline.20.sp", () -> Result.of(values(laboratory, 15).most(CALLS, POINTER, pes -> true)));
        checks.add("is.reduction.drop", () -> {
            Values values = values(laboratory, 14);
            double original = values.at(SUMS[0], 128) / values.at(SUMS[0], 64);
            double better = values.at(SUMS[1], 128) / values.at(SUMS[1], 64);
            return Result.of(better < 0.8 && better < original,
                String.format(Locale.ROOT, "x %.2f, original x %.2f", better, original));
        });
    }

    private static void addProfile(Checks checks, Laboratory laboratory) {
        checks.add("profile.order", () -> {
            Values values = new Values(laboratory.figure("namashivayam-tab1"));
            List<String> ours = ranking(values, "remote accesses");
            List<String> theirs = ranking(values, "remote accesses, published");
            return Result.of(ours.equals(theirs), String.join(" ", ours));
        });
        checks.add("profile.is", () -> {
            Values values = new Values(laboratory.figure("namashivayam-tab1"));
            int is = values.figure().names().indexOf("IS") + 1;
            int sp = values.figure().names().indexOf("SP") + 1;
            double share = values.at("reductions", is);
            return Result.of(share, String.format(Locale.ROOT, "%.1f (remote %.1f; SP remote %.1f)", share,
                values.at("remote accesses", is), values.at("remote accesses", sp)));
        });
    }

    /** {@return by how many percent pointers shorten the time, in the mean of the larger numbers of PEs} */
    private static Result meanGain(Values values, int least) {
        List<Double> pes = values.figure().settings();
        double[] gains = pes.stream().mapToDouble(n -> 100 * (1 - values.at(POINTER, n) / values.at(CALLS, n)))
            .toArray();
        double mean = IntStream.range(0, gains.length).filter(i -> pes.get(i) >= least).mapToDouble(i -> gains[i])
            .average().orElseThrow();
        return Result.of(mean, String.format(Locale.ROOT, "%.2f; at %.0f to %.0f PEs: %s", mean, pes.getFirst(),
            pes.getLast(), Arrays.stream(gains).mapToObj(gain -> String.format(Locale.ROOT, "%.1f", gain))
                .collect(Collectors.joining(" "))));
    }

    /** {@return the last number of PEs over the first} */
    private static double ratio(Values values) {
        List<Double> settings = values.figure().settings();
        return settings.getLast() / settings.getFirst();
    }

    private static double speedUp(Values values, String curve) {
        return values.at(curve, values.figure().settings().getFirst()) / values.last(curve);
    }

    private static String speedUps(Values values, String... curves) {
        StringBuilder text = new StringBuilder();
        for (String curve : curves) {
            text.append(text.isEmpty() ? "" : ", ").append(curve).append(String.format(Locale.ROOT, " x %.1f",
                speedUp(values, curve)));
        }
        return text.toString();
    }

    /** {@return the kernels by falling share} */
    private static List<String> ranking(Values values, String curve) {
        List<String> names = values.figure().names();
        return names.stream().sorted(Comparator.comparingDouble(name -> -values.at(curve, names.indexOf(name) + 1)))
            .toList();
    }

    private static Values values(Laboratory laboratory, int figure) {
        return new Values(laboratory.figure("namashivayam-fig" + figure));
    }
}

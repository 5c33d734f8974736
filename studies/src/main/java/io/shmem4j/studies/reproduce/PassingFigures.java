// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.machine.Change;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.scc.BroadcastRun;
import io.shmem4j.studies.scc.OcBroadcast;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Results that the papers say in passing: claims about figures that others make. */
final class PassingFigures extends Figures {
    private static final int[] ROOTS = {0, 13, 24, 37, 47};
    private static final int LINES = 96;
    private static final String BINOMIAL = "binomial";
    private static final String LIGHTWEIGHT = "lightweight";
    private static final String DISSEMINATION = "dissemination";
    private static final int JUMP = 28;
    /** Nanoseconds by which measured ping-pongs deviate, apart from lines; calibrated. */
    private static final double MEASUREMENT = 68;

    PassingFigures(Laboratory laboratory) {
        super(laboratory);
        claim("pingpong.sigma.cached", () -> deviation(0));
        claim("pingpong.sigma.memory", () -> deviation(1));
        claim("inside.large.flat", () -> RamosFigures.inside(values("ramos-fig11").series("flat tree")));
        claim("inside.large.pipeline", () -> RamosFigures.inside(values("ramos-fig11").series("pipeline")));
        claim("jump.28", this::jump);
        claim("pairs.overlap", () -> Result.of(Stream.of("namashivayam-fig4", "namashivayam-fig5").map(this::values)
            .flatMapToDouble(values -> values.figure().series().stream().map(Series::name)
                .filter(name -> name.startsWith("put") || name.startsWith("store")).flatMapToDouble(name ->
                    apart(values, name, name.replace("put", "get").replace("store", "load")))).max().orElseThrow()));
        claim("profile.ep", () -> {
            Values values = values("namashivayam-tab1");
            return Result.of(values.at("reductions", values.figure().names().indexOf("EP") + 1));
        });
        claim("P16", () -> Result.of(values("putigny-fig4").mean("parallel copies", "sequential copies",
            size -> size >= HostFigures.SHARED)));
        claim("B26", this::roots);
        claim("B27", () -> {
            double[] gains = gains(1, LINES, 2 * LINES);
            return Result.of(gains[0] < gains[1] && gains[1] < gains[2], "%.0f, %.0f, %.0f %%", gains[0], gains[1],
                gains[2]);
        });
        claim("K27", () -> {
            double mean = 1 / values("kohler-fig9f").mean("MPB-direct", "blocking", count -> true);
            return Result.of(mean);
        });
        claim("K28", () -> {
            int first = lowest(553, 600);
            int second = lowest(601, 648);
            return Result.of(first == 576 && second == 624, "%d, %d", first, second);
        });
    }

    /** {@return the deviation by lines and by measurement, which don't depend on each other} */
    private Result deviation(int point) {
        double lines = values("ramos-s31").series("simulated").points().get(point).sample().deviation();
        double all = Math.hypot(lines, Change.of("measurementNs", MEASUREMENT));
        return Result.of(all, "%.1f, by lines alone %.1f", all, lines);
    }

    /** {@return how a barrier's time rises around a number of PEs, where the model's best parameters change} */
    private Result jump() {
        Values values = values("ramos-fig12");
        int from = IntStream.of(JUMP - 2, JUMP).boxed().max(Comparator.comparingDouble(pes -> rise(values, pes)))
            .orElseThrow();
        return Result.of(rise(values, from), "%.2f: from %.2f us at %d to %.2f us", rise(values, from),
            values.at(DISSEMINATION, from), from, values.at(DISSEMINATION, from + 2));
    }

    private static double rise(Values values, int pes) {
        return values.at(DISSEMINATION, pes + 2) / values.at(DISSEMINATION, pes);
    }

    /** {@return by how many percent one curve differs from another} */
    private static DoubleStream apart(Values values, String one, String other) {
        return DoubleStream.of(values.least(one, other, x -> true), values.most(one, other, x -> true))
            .map(quotient -> 100 * Math.abs(quotient - 1));
    }

    private Result roots() {
        double[] times = Arrays.stream(ROOTS).mapToDouble(root -> new BroadcastRun(laboratory.scc,
            MeshOptions.STANDARD, laboratory.scc.cores(), root).latency(new OcBroadcast.Kary(7), LINES)).toArray();
        double least = Arrays.stream(times).min().orElseThrow();
        double most = Arrays.stream(times).max().orElseThrow();
        return Result.of(most / least, "%.3f: %.1f to %.1f us", most / least, least, most);
    }

    /** {@return by how many percent k = 7 takes less than the binomial tree} */
    private double[] gains(int... lines) {
        Values values = values("petrovic-fig8a");
        return Arrays.stream(lines).mapToDouble(n -> 100 * (1 - values.at("k=7", n) / values.at(BINOMIAL, n)))
            .toArray();
    }

    private int lowest(int first, int last) {
        Values values = values("kohler-fig9e");
        List<Double> lengths = values.figure().settings().stream().filter(n -> n >= first && n <= last).toList();
        return lengths.stream().min(Comparator.comparingDouble(n -> values.at(LIGHTWEIGHT, n))).orElseThrow()
            .intValue();
    }
}

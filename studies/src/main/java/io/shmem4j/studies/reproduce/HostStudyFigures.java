// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.report.ToolException;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.studies.describe.HostMachine;
import io.shmem4j.studies.line.Collective;
import io.shmem4j.studies.line.ModelCosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figures of the studies measured with the library on this host. */
final class HostStudyFigures extends Figures {
    private static final String[] PUT = {"put", "copy to ptr", "store loop"};
    private static final String[] GET = {"get", "copy from ptr", "load loop"};
    private static final String PAIR = ", 1 pair";
    private static final List<String> ALGORITHMS = List.of("flat", "recdbl", "bruck", "rabenseifner");
    private static final String ORIGINAL = "scalar, flat put/get";
    private static final String OPTIMISED = "vector, flat direct";

    HostStudyFigures(Laboratory laboratory) {
        super(laboratory);
        figure("namashivayam-host3", () -> figure("Latency by call and by pointer", "bytes", "time [us]", List.of(),
            pointers(), 0, Stream.concat(Stream.of(PUT), Stream.of(GET))));
        figure("namashivayam-host4", () -> figure("Bandwidth by call and by pointer", "bytes", "10^6 bytes/s",
            List.of(), pointers(), 1, Stream.of(PUT[0], GET[0], PUT[1], GET[1]).map(way -> way + PAIR)));
        figure("namashivayam-host6", () -> figure("STREAM in blocks with sums over 2 PEs", "kernel", "10^6 bytes/s",
            List.of("copy", "scale", "add", "triad"), HostRuns.of(laboratory, "--vector", "-np", "2", "bench",
                "stream", "--block", "4096", "--reduce", "1"), 1, Stream.of(ORIGINAL, OPTIMISED)));
        figure("namashivayam-host7", () -> figure("Sums by calls and by pointer, 64 PEs", "bytes", "time [us]",
            List.of(), HostRuns.of(laboratory, "-np", "64", "bench", "reduce", "--sizes",
                laboratory.whole() ? "4,4096,1048576" : "4,4096", "--only", String.join(",", ALGORITHMS)), 0,
            ALGORITHMS.stream().flatMap(algorithm -> Stream.of(algorithm + " putget", algorithm + " direct"))));
        figure("putigny-host", () -> figure("A transfer and its prediction", "bytes", "10^6 bytes/s", List.of(),
            HostRuns.of(laboratory, "-np", "2", "--bind-to", "core", "bench", "transfer", "--sizes",
                "16384,262144,8388608"), 1, Stream.of("measured", "predicted", "sequential copies")));
        figure("ramos-host", this::bands);
        addClaims();
    }

    private static Figure figure(String title, String x, String y, List<String> names, HostRuns runs,
            int table, Stream<String> columns) {
        return new Figure(title, x, y, Axes.LOGARITHMIC, names,
            runs.curves(table, columns.toArray(String[]::new)), List.of(runs.host()));
    }

    private HostRuns pointers() {
        return HostRuns.of(laboratory, "-np", "2", "bench", "ptr", "--pairs", "1", "--sizes", "8,4096,262144");
    }

    /** The models with costs from {@code oshrun model}, compared with the library's tree and dissemination. */
    private Figure bands() {
        ModelCosts costs = ModelCosts.of(laboratory.jobs.now("model of this host", HostStudyFigures::described).get());
        HostRuns runs = HostRuns.of(laboratory, "-np", "2", "bench", "broadcast", "barrier",
            "reduce", "--sizes", "8");
        List<Range> models = Stream.of(Collective.BROADCAST, Collective.BARRIER, Collective.REDUCTION)
            .map(collective -> collective.model(costs, 2)).toList();
        String[] algorithms = {"tree", "dissemination", "tree direct"};
        double[] measured = IntStream.range(0, algorithms.length).mapToDouble(i -> 1000 * runs
            .curves(i, algorithms[i]).getFirst().points().getFirst().sample().median()).toArray();
        return new Figure("The library's collectives and the models on this host, 2 PEs", "collective", "time [ns]",
            Axes.LINEAR, List.of("broadcast of 8 B", "barrier", "reduction of 8 B"), List.of(
                Series.named("measured", measured),
                Series.named("model, least", models.stream().mapToDouble(Range::min).toArray()),
                Series.named("model, greatest", models.stream().mapToDouble(Range::max).toArray())),
            List.of(runs.host(), text("The models have R_L %.1f, R_R %.1f, R_I %.1f"
                + " and c %.1f ns, from oshrun model. A broadcast or reduction is followed by a sync, left in.",
                costs.local(), costs.remote(), costs.memory(), costs.perReader())));
    }

    private static CoherentMachine described() {
        try {
            Path file = Files.createTempFile("this-machine", ".json");
            try {
                HostMachine.describe(file);
                return CoherentMachine.load(file.toString());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new ToolException(1, "can't keep the description of this machine: " + e.getMessage());
        }
    }

    private void addClaims() {
        claim("H1", () -> {
            Values values = values("namashivayam-host3");
            return Result.of(100 * (1 - Math.min(values.least(PUT[1], PUT[0], x -> x <= 64),
                values.least(GET[1], GET[0], x -> x <= 64))));
        });
        claim("H2", () -> Result.of(values("namashivayam-host4").most(PUT[1] + PAIR, PUT[0] + PAIR, x -> true)));
        claim("H3", () -> Result.of(values("namashivayam-host6").mean(OPTIMISED, ORIGINAL, x -> true)));
        claim("H4", () -> Result.of(ALGORITHMS.stream().mapToDouble(algorithm -> values("namashivayam-host7")
            .most(algorithm + " direct", algorithm + " putget", size -> true)).max().orElseThrow()));
    }
}

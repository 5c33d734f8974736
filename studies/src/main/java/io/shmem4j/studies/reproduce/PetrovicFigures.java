// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.mesh.Place;
import io.shmem4j.sim.mesh.Topology;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.scc.Broadcast;
import io.shmem4j.studies.scc.BroadcastFormulas;
import io.shmem4j.studies.scc.BroadcastRun;
import io.shmem4j.studies.scc.CollectiveRun;
import io.shmem4j.studies.scc.OcBroadcast;
import io.shmem4j.studies.scc.Operation;
import io.shmem4j.studies.scc.Rival;
import io.shmem4j.studies.scc.SharedBuffer;
import io.shmem4j.studies.scc.SingleTransfer;
import io.shmem4j.studies.scc.Stack;
import io.shmem4j.studies.scc.Undisturbed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures and tables of Petrovic and others, and the claims that are about them. */
final class PetrovicFigures extends Figures {
    private static final int[] KS = {2, 7, 47};
    private static final int[] SHORT = {1, 4, 8, 16, 24, 32, 48, 64, 80, 96, 97, 112, 128, 144, 160, 176, 192};
    private static final int[] LONG = {1, 4, 16, 32, 64, 96, 97, 128, 192, 256, 512, 1024, 2048, 4096, 8192, 16384,
        32768};
    private static final int[] FEW = {1, 2, 4, 6, 8, 10, 14, 18, 22, 26, 30};
    private static final int DEGREES = 6;
    private static final String UNCALLED = "Without the time of the call.";

    private final MeshMachine machine;
    private final BroadcastRun real;
    private final BroadcastRun flat;
    private final BroadcastFormulas model;
    private final double call;

    PetrovicFigures(Laboratory laboratory) {
        super(laboratory);
        this.machine = laboratory.scc;
        this.real = new BroadcastRun(machine, MeshOptions.STANDARD, machine.cores(), 0);
        this.flat = new BroadcastRun(machine, MeshOptions.FLAT, machine.cores(), 0);
        this.model = new BroadcastFormulas(machine, machine.cores());
        this.call = machine.layers().broadcastCall() * 1e-6;
    }

    @Override
    void add() {
        figure("petrovic-tab1", this::lines);
        figure("petrovic-fig3", this::distances);
        figure("petrovic-fig4a", () -> shared(true));
        figure("petrovic-fig4b", () -> shared(false));
        figure("petrovic-s33", this::undisturbed);
        figure("petrovic-fig6a", this::modelled);
        figure("petrovic-fig6b", this::closeUp);
        figure("petrovic-tab2", this::throughputs);
        figure("petrovic-fig8a", this::latencies);
        figure("petrovic-fig8b", this::rates);
        figure("petrovic-degree", this::degrees);
        figure("petrovic-buffers", this::buffers);
        claim("B23", () -> {
            double[] micros = IntStream.rangeClosed(1, DEGREES).mapToDouble(degree -> values("petrovic-degree")
                .at("k=47", degree)).toArray();
            int best = 1 + IntStream.range(0, DEGREES).boxed().min(Comparator.comparingDouble(i -> micros[i]))
                .orElseThrow();
            return Result.of(best == 2, "degree " + best + ":" + Arrays.stream(micros)
                .mapToObj(time -> text(" %.2f", time)).collect(Collectors.joining()) + " us");
        });
        claim("B25", () -> {
            CollectiveRun run = new CollectiveRun(machine, MeshOptions.STANDARD, machine.cores());
            return Result.of(IntStream.of(4, 16, 96, 384, 768).mapToDouble(count ->
                run.micros(Operation.BROADCAST, Stack.RCKMPI, count)
                    / run.micros(Operation.BROADCAST, Stack.BLOCKING, count)).min().orElseThrow());
        });
        claim("B24", () -> Result.of(values("petrovic-buffers").at("two buffers", 3072)
            / values("petrovic-buffers").at("one buffer", 3072)));
    }

    /** {@return a core at each distance from core 0, by distance} */
    private int[] others() {
        Topology topology = new Topology(machine);
        int most = IntStream.range(0, topology.cores()).map(core -> topology.distance(0, core)).max().orElseThrow();
        return IntStream.rangeClosed(1, most).map(d -> IntStream.range(1, topology.cores())
            .filter(core -> topology.distance(0, core) == d).findFirst().orElseThrow()).toArray();
    }

    private Figure overDistances(String title, List<Series> series) {
        return new Figure(title + " on an idle " + machine.title(), "distance [routers]", "time [us]", Axes.LINEAR,
            series, List.of());
    }

    private Figure lines() {
        return overDistances("A line", List.of(
            Series.named("read of a buffer", Arrays.stream(others()).mapToDouble(other ->
                micros(core -> core.read(new Place.Mpb(other, 0)))).toArray()),
            Series.named("write to a buffer", Arrays.stream(others()).mapToDouble(other ->
                micros(core -> core.write(new Place.Mpb(other, 0)))).toArray())));
    }

    private double micros(Consumer<MeshCore> body) {
        return new MeshChip(machine, MeshOptions.STANDARD).alone(0, body) * 1e-6;
    }

    private Figure distances() {
        List<Series> series = new ArrayList<>();
        for (SingleTransfer kind : List.of(SingleTransfer.GET, SingleTransfer.PUT)) {
            for (int lines : new int[] {1, 4, 8, 16}) {
                series.add(Series.named(kind.title() + ", " + lines + (lines == 1 ? " line" : " lines"),
                    Arrays.stream(others()).mapToDouble(other -> kind.picos(machine, 0, other, lines) * 1e-6)
                        .toArray()));
            }
        }
        return overDistances("Put and get", series);
    }

    private Figure shared(boolean gets) {
        List<Point> all = new ArrayList<>();
        for (int cores = 1; cores <= machine.cores(); cores += laboratory.whole() ? 1 : 6) {
            all.add(Point.of(cores, SharedBuffer.run(machine, MeshOptions.STANDARD, cores, 0, gets).micros()));
        }
        return new Figure("The first n cores " + (gets ? "get " + SharedBuffer.GET_LINES + " lines from"
            : "put a line into") + " the buffer of core 0", "cores", "time [us]", Axes.LINEAR,
            List.of(new Series("each core", true, all),
                new Series("fastest", false, all.stream().map(p -> Point.of(p.x(), p.sample().least())).toList()),
                new Series("slowest", false, all.stream().map(p -> Point.of(p.x(), p.sample().most())).toList())),
            List.of("A box stands for all cores, where the paper has a circle for each. The ports' times are calibrated"
                + " to the two published ratios at 48."));
    }

    private Figure undisturbed() {
        Undisturbed run = new Undisturbed(machine);
        return new Figure("Under load, against the formula", "", "time / formula", Axes.LINEAR,
            List.of("get over a loaded link", "get over it, ports idle", "all cores read memory"),
            List.of(Series.named("slowest", run.link(false)[0], run.link(true)[0], run.memory()[0])),
            List.of("Links delay nobody in this model."));
    }

    private Figure overLines(String title, List<Series> series, String... notes) {
        return new Figure(title, "lines", "time [us]", Axes.LINEAR, series, List.of(notes));
    }

    private Figure modelled() {
        int[] oneChunk = Arrays.stream(SHORT).filter(lines -> lines <= machine.chunkLines()).toArray();
        List<Series> series = new ArrayList<>();
        for (int k : KS) {
            series.add(Series.of("k=" + k + ", formula 13", oneChunk, lines -> model.latency(k, lines)));
            series.add(Series.of("k=" + k + ", events", SHORT, lines -> flat.latency(new OcBroadcast.Kary(k), lines)));
        }
        series.add(Series.of("binomial, formula 14", oneChunk, model::binomial));
        series.add(Series.of("binomial, events", SHORT, lines -> flat.latency(Rival.Which.BINOMIAL, lines)));
        return overLines("Broadcast, all distances 1 and no waiting", series,
            "The full formulas are not in the text; the simplified ones end at one chunk and have no"
                + " notification. Events have both.");
    }

    private Figure closeUp() {
        List<Series> series = new ArrayList<>();
        for (int k : KS) {
            series.add(Series.of("k=" + k, FEW,
                lines -> BroadcastRun.withLateLooks(machine, machine.cores(), k, lines)));
        }
        series.add(Series.of("binomial", FEW, lines -> flat.latency(Rival.Which.BINOMIAL, lines)));
        return overLines("Short broadcasts, all distances 1 and no waiting", series,
            "A parent looks at its children's flags after the last is set, as the formula counts.");
    }

    /** {@return OC-Bcast of all published degrees, and a rival} */
    private static Stream<Broadcast.Kind> with(Rival.Which rival) {
        return Stream.concat(Arrays.stream(KS).mapToObj(OcBroadcast.Kary::new), Stream.of(rival));
    }

    private Figure throughputs() {
        List<Series> series = new ArrayList<>();
        series.add(Series.named("published", 35.22, 34.30, 35.88, 13.38));
        series.add(Series.named("formulas", model.throughput(2), model.throughput(7), model.throughput(47),
            model.scatterAllgather()));
        for (BroadcastRun run : List.of(flat, real)) {
            series.add(Series.named(run == real ? "events" : "events, distances 1",
                DoubleStream.concat(Arrays.stream(KS).mapToDouble(run::rate), DoubleStream.of(run.rivalRate()))
                    .toArray()));
        }
        return new Figure("Throughput of long broadcasts", "", "10^6 bytes/s", Axes.LINEAR,
            List.of("k=2", "k=7", "k=47", "scatter-allgather"), series, List.of());
    }

    private Figure latencies() {
        List<Series> series = new ArrayList<>(with(Rival.Which.BINOMIAL).map(kind -> Series.of(kind.title(), SHORT,
            lines -> real.latency(kind, lines) + call)).toList());
        series.add(Series.named("published, k=7", 16.6));
        series.add(Series.named("published, binomial", 21.6));
        return overLines("Broadcast to all cores of " + machine.title(), series,
            text("Times include %.1f us of a call.", call));
    }

    private Figure rateOverLines(String title, List<Series> series, String... notes) {
        return new Figure(title, "lines", "10^6 bytes/s", Axes.LOGARITHMIC_SETTINGS, series, List.of(notes));
    }

    private double rate(Broadcast.Kind kind, int lines, double more) {
        return lines * (double) machine.lineBytes() / (real.latency(kind, lines) + more);
    }

    private Figure rates() {
        int[] lengths = laboratory.whole() ? LONG : Arrays.copyOf(LONG, LONG.length - 4);
        return rateOverLines("Throughput of a broadcast on " + machine.title(),
            with(Rival.Which.SCATTER_ALLGATHER).map(kind -> Series.of(kind.title(), lengths, lines -> {
                laboratory.progress.println("petrovic-fig8b: " + kind.title() + ", " + lines + " lines");
                return rate(kind, lines, call);
            })).toList());
    }

    private Figure degrees() {
        int[] degrees = IntStream.rangeClosed(1, DEGREES).toArray();
        return new Figure("A line by the degree of the notification tree", "degree", "time [us]", Axes.LINEAR,
            IntStream.of(7, 24, 47).mapToObj(k -> Series.of("k=" + k, degrees,
                degree -> real.latency(new OcBroadcast.Kary(k, false, degree, 2), 1))).toList(), List.of(UNCALLED));
    }

    private Figure buffers() {
        int[] lengths = {96, 192, 384, 768, 1536, 3072};
        return rateOverLines("OC-Bcast with one buffer of 192 lines and with two of 96, k=7", List.of(
            Series.of("one buffer", lengths, lines -> rate(new OcBroadcast.Kary(7, false, 2, 1), lines, 0)),
            Series.of("two buffers", lengths, lines -> rate(new OcBroadcast.Kary(7), lines, 0))), UNCALLED);
    }
}

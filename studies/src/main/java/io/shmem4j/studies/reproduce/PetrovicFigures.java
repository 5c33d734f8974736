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
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.rcce.Broadcast;
import io.shmem4j.studies.rcce.BroadcastFormulas;
import io.shmem4j.studies.rcce.BroadcastRun;
import io.shmem4j.studies.rcce.CollectiveRun;
import io.shmem4j.studies.rcce.OcBroadcast;
import io.shmem4j.studies.rcce.Operation;
import io.shmem4j.studies.rcce.Rival;
import io.shmem4j.studies.rcce.SharedBuffer;
import io.shmem4j.studies.rcce.SingleTransfer;
import io.shmem4j.studies.rcce.Stack;
import io.shmem4j.studies.rcce.Undisturbed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The figures and tables of Petrovic and others, and the claims that are about them. */
final class PetrovicFigures {
    static final Map<String, Function<Laboratory, Figure>> MAKERS = new LinkedHashMap<>();

    private static final int[] KS = {2, 7, 47};
    private static final int[] SHORT = {1, 4, 8, 16, 24, 32, 48, 64, 80, 96, 97, 112, 128, 144, 160, 176, 192};
    private static final int[] LONG = {1, 4, 16, 32, 64, 96, 97, 128, 192, 256, 512, 1024, 2048, 4096, 8192, 16384,
        32768};
    private static final int[] FEW = {1, 2, 4, 6, 8, 10, 14, 18, 22, 26, 30};
    private static final int DEGREES = 6;

    static {
        MAKERS.put("petrovic-tab1", PetrovicFigures::lines);
        MAKERS.put("petrovic-fig3", PetrovicFigures::distances);
        MAKERS.put("petrovic-fig4a", laboratory -> shared(laboratory, true));
        MAKERS.put("petrovic-fig4b", laboratory -> shared(laboratory, false));
        MAKERS.put("petrovic-s33", PetrovicFigures::undisturbed);
        MAKERS.put("petrovic-fig6a", PetrovicFigures::modelled);
        MAKERS.put("petrovic-fig6b", PetrovicFigures::closeUp);
        MAKERS.put("petrovic-tab2", PetrovicFigures::throughputs);
        MAKERS.put("petrovic-fig8a", PetrovicFigures::latencies);
        MAKERS.put("petrovic-fig8b", PetrovicFigures::rates);
        MAKERS.put("petrovic-degree", PetrovicFigures::degrees);
        MAKERS.put("petrovic-buffers", PetrovicFigures::buffers);
    }

    private PetrovicFigures() {
    }

    private static BroadcastRun run(Laboratory laboratory, MeshOptions options) {
        return new BroadcastRun(laboratory.scc(), options, laboratory.scc().cores(), 0);
    }

    /** {@return a core at each distance from core 0, by distance} */
    private static int[] others(MeshMachine machine) {
        Topology topology = new Topology(machine);
        int most = IntStream.range(0, topology.cores()).map(core -> topology.distance(0, core)).max().orElseThrow();
        return IntStream.rangeClosed(1, most).map(d -> IntStream.range(1, topology.cores())
            .filter(core -> topology.distance(0, core) == d).findFirst().orElseThrow()).toArray();
    }

    private static Figure lines(Laboratory laboratory) {
        MeshMachine machine = laboratory.scc();
        int[] others = others(machine);
        int[] distances = IntStream.rangeClosed(1, others.length).toArray();
        return new Figure("A line on an idle " + machine.title(), "distance [routers]", "time [us]", Axes.LINEAR,
            List.of(Series.of("read of a buffer", distances, d -> micros(machine, core ->
                core.read(new Place.Mpb(others[d - 1], 0)))),
                Series.of("write to a buffer", distances, d -> micros(machine, core ->
                    core.write(new Place.Mpb(others[d - 1], 0))))),
            List.of());
    }

    private static double micros(MeshMachine machine, Consumer<MeshCore> body) {
        MeshChip chip = new MeshChip(machine, MeshOptions.STANDARD);
        chip.run(core -> {
            if (core.number() == 0) {
                body.accept(core);
            }
        });
        return chip.endTime() * 1e-6;
    }

    private static Figure distances(Laboratory laboratory) {
        MeshMachine machine = laboratory.scc();
        int[] others = others(machine);
        int[] distances = IntStream.rangeClosed(1, others.length).toArray();
        List<Series> series = new ArrayList<>();
        for (SingleTransfer kind : new SingleTransfer[] {SingleTransfer.GET, SingleTransfer.PUT}) {
            for (int lines : new int[] {1, 4, 8, 16}) {
                series.add(Series.of(kind.title() + ", " + lines + (lines == 1 ? " line" : " lines"), distances,
                    d -> kind.picos(machine, 0, others[d - 1], lines) * 1e-6));
            }
        }
        return new Figure("Put and get on an idle " + machine.title(), "distance [routers]", "time [us]", Axes.LINEAR,
            series, List.of());
    }

    private static Figure shared(Laboratory laboratory, boolean gets) {
        MeshMachine machine = laboratory.scc();
        List<Point> all = new ArrayList<>();
        List<Point> fastest = new ArrayList<>();
        List<Point> slowest = new ArrayList<>();
        for (int cores = 1; cores <= machine.cores(); cores += laboratory.whole() ? 1 : 6) {
            double[] micros = SharedBuffer.run(machine, MeshOptions.STANDARD, cores, 0, gets).micros();
            all.add(Point.of(cores, micros));
            fastest.add(Point.of(cores, Arrays.stream(micros).min().orElseThrow()));
            slowest.add(Point.of(cores, Arrays.stream(micros).max().orElseThrow()));
        }
        return new Figure("The first n cores " + (gets ? "get " + SharedBuffer.GET_LINES + " lines from"
            : "put a line into") + " the buffer of core 0", "cores", "time [us]", Axes.LINEAR,
            List.of(new Series("each core", true, all), new Series("fastest", false, fastest),
                new Series("slowest", false, slowest)),
            List.of("A box stands for all cores, where the paper has a circle for each. The ports' times are calibrated"
                + " to the two published ratios at 48."));
    }

    private static Figure undisturbed(Laboratory laboratory) {
        Undisturbed run = new Undisturbed(laboratory.scc());
        double[] quotients = {run.link(false)[0], run.link(true)[0], run.memory()[0]};
        return new Figure("Under load, against the formula", "", "time / formula", Axes.LINEAR,
            List.of("get over a loaded link", "get over it, ports idle", "all cores read memory"),
            List.of(Series.of("slowest", new int[] {1, 2, 3}, i -> quotients[i - 1])),
            List.of("Links delay nobody in this model."));
    }

    private static Figure modelled(Laboratory laboratory) {
        BroadcastFormulas model = new BroadcastFormulas(laboratory.scc(), laboratory.scc().cores());
        BroadcastRun flat = run(laboratory, MeshOptions.FLAT);
        int[] oneChunk = Arrays.stream(SHORT).filter(lines -> lines <= laboratory.scc().chunkLines()).toArray();
        List<Series> series = new ArrayList<>();
        for (int k : KS) {
            series.add(Series.of("k=" + k + ", formula 13", oneChunk, lines -> model.latency(k, lines)));
            series.add(Series.of("k=" + k + ", events", SHORT, lines -> flat.latency(new OcBroadcast.Kary(k), lines)));
        }
        series.add(Series.of("binomial, formula 14", oneChunk, model::binomial));
        series.add(Series.of("binomial, events", SHORT, lines -> flat.latency(Rival.Which.BINOMIAL, lines)));
        return new Figure("Broadcast, all distances 1 and no waiting", "lines", "time [us]", Axes.LINEAR, series,
            List.of("The full formulas are not in the text; the simplified ones end at one chunk and have no"
                + " notification. Events have both."));
    }

    private static Figure closeUp(Laboratory laboratory) {
        MeshMachine machine = laboratory.scc();
        List<Series> series = new ArrayList<>();
        for (int k : KS) {
            series.add(Series.of("k=" + k, FEW,
                lines -> BroadcastRun.withLateLooks(machine, machine.cores(), k, lines)));
        }
        BroadcastRun flat = run(laboratory, MeshOptions.FLAT);
        series.add(Series.of("binomial", FEW, lines -> flat.latency(Rival.Which.BINOMIAL, lines)));
        return new Figure("Short broadcasts, all distances 1 and no waiting", "lines", "time [us]", Axes.LINEAR, series,
            List.of("A parent looks at its children's flags after the last is set, as the formula counts."));
    }

    private static List<Broadcast.Kind> kinds(boolean longs) {
        List<Broadcast.Kind> kinds = new ArrayList<>();
        for (int k : KS) {
            kinds.add(new OcBroadcast.Kary(k));
        }
        kinds.add(longs ? Rival.Which.SCATTER_ALLGATHER : Rival.Which.BINOMIAL);
        return kinds;
    }

    private static Figure throughputs(Laboratory laboratory) {
        MeshMachine machine = laboratory.scc();
        BroadcastFormulas model = new BroadcastFormulas(machine, machine.cores());
        double bytes = machine.chunkLines() * (double) machine.lineBytes();
        int[] columns = {1, 2, 3, 4};
        int lines = machine.cores() * machine.chunkLines();
        double[] published = {35.22, 34.30, 35.88, 13.38};
        List<Series> series = new ArrayList<>();
        series.add(Series.of("published", columns, i -> published[i - 1]));
        series.add(Series.of("formulas", columns, i -> i <= KS.length ? model.throughput(KS[i - 1])
            : model.scatterAllgather()));
        for (MeshOptions options : new MeshOptions[] {MeshOptions.FLAT, MeshOptions.STANDARD}) {
            BroadcastRun run = run(laboratory, options);
            series.add(Series.of(options.distances() ? "events" : "events, distances 1", columns, i -> i <= KS.length
                ? bytes / run.perChunk(new OcBroadcast.Kary(KS[i - 1]))
                : lines * (double) machine.lineBytes() / run.latency(Rival.Which.SCATTER_ALLGATHER, lines)));
        }
        return new Figure("Throughput of long broadcasts", "", "10^6 bytes/s", Axes.LINEAR,
            List.of("k=2", "k=7", "k=47", "scatter-allgather"), series, List.of());
    }

    private static Figure latencies(Laboratory laboratory) {
        BroadcastRun run = run(laboratory, MeshOptions.STANDARD);
        double call = laboratory.scc().layers().broadcastCall() * 1e-6;
        List<Series> series = new ArrayList<>(kinds(false).stream().map(kind -> Series.of(kind.title(), SHORT,
            lines -> run.latency(kind, lines) + call)).toList());
        series.add(Series.of("published, k=7", new int[] {1}, lines -> 16.6));
        series.add(Series.of("published, binomial", new int[] {1}, lines -> 21.6));
        return new Figure("Broadcast to all cores of " + laboratory.scc().title(), "lines", "time [us]", Axes.LINEAR,
            series, List.of(String.format(Locale.ROOT, "Times include %.1f us of a call.", call)));
    }

    private static Figure rates(Laboratory laboratory) {
        BroadcastRun run = run(laboratory, MeshOptions.STANDARD);
        double call = laboratory.scc().layers().broadcastCall() * 1e-6;
        int[] lengths = laboratory.whole() ? LONG : Arrays.copyOf(LONG, LONG.length - 4);
        return new Figure("Throughput of a broadcast on " + laboratory.scc().title(), "lines", "10^6 bytes/s",
            Axes.LOGARITHMIC_SETTINGS, kinds(true).stream().map(kind -> Series.of(kind.title(), lengths, lines -> {
                laboratory.progress().println("petrovic-fig8b: " + kind.title() + ", " + lines + " lines");
                return lines * (double) laboratory.scc().lineBytes() / (run.latency(kind, lines) + call);
            })).toList(), List.of());
    }

    private static Figure degrees(Laboratory laboratory) {
        BroadcastRun run = run(laboratory, MeshOptions.STANDARD);
        int[] degrees = IntStream.rangeClosed(1, DEGREES).toArray();
        return new Figure("A line by the degree of the notification tree", "degree", "time [us]", Axes.LINEAR,
            Arrays.stream(new int[] {7, 24, 47}).mapToObj(k -> Series.of("k=" + k, degrees,
                degree -> run.latency(new OcBroadcast.Kary(k, false, degree, 2), 1))).toList(),
            List.of("Without the time of the call."));
    }

    private static Figure buffers(Laboratory laboratory) {
        BroadcastRun run = run(laboratory, MeshOptions.STANDARD);
        int[] lengths = {96, 192, 384, 768, 1536, 3072};
        return new Figure("OC-Bcast with one buffer of 192 lines and with two of 96, k=7", "lines", "10^6 bytes/s",
            Axes.LOGARITHMIC_SETTINGS, Arrays.stream(new int[] {1, 2}).mapToObj(buffers -> Series.of(
                buffers == 1 ? "one buffer" : "two buffers", lengths, lines -> lines
                    * (double) laboratory.scc().lineBytes()
                    / run.latency(new OcBroadcast.Kary(7, false, 2, buffers), lines))).toList(),
            List.of("Without the time of the call."));
    }

    static void addTo(Checks checks, Laboratory laboratory) {
        checks.add("B23", () -> {
            Values values = new Values(laboratory.figure("petrovic-degree"));
            StringBuilder text = new StringBuilder();
            int best = 1;
            for (int degree = 1; degree <= DEGREES; degree++) {
                best = values.at("k=47", degree) < values.at("k=47", best) ? degree : best;
                text.append(String.format(Locale.ROOT, " %.2f", values.at("k=47", degree)));
            }
            return Result.of(best == 2, "degree " + best + ":" + text + " us");
        });
        checks.add("B25", () -> {
            CollectiveRun run = new CollectiveRun(laboratory.scc(), MeshOptions.STANDARD, laboratory.scc().cores());
            return Result.of(IntStream.of(4, 16, 96, 384, 768).mapToDouble(count ->
                run.micros(Operation.BROADCAST, Stack.RCKMPI, count)
                    / run.micros(Operation.BROADCAST, Stack.BLOCKING, count)).min().orElseThrow());
        });
        checks.add("B24", () -> {
            Values values = new Values(laboratory.figure("petrovic-buffers"));
            return Result.of(values.at("two buffers", 3072) / values.at("one buffer", 3072));
        });
    }
}

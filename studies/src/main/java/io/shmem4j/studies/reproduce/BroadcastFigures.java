// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.LinesWritten;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.scc.Broadcast;
import io.shmem4j.studies.scc.BroadcastFormulas;
import io.shmem4j.studies.scc.BroadcastRun;
import io.shmem4j.studies.scc.CollectiveRun;
import io.shmem4j.studies.scc.LayerTimes;
import io.shmem4j.studies.scc.OcBroadcast.Leaves;
import io.shmem4j.studies.scc.OcBroadcast;
import io.shmem4j.studies.scc.Operation;
import io.shmem4j.studies.scc.Rival;
import io.shmem4j.studies.scc.Stack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** OC-Bcast and its rivals on the SCC: the figures of Petrovic and others, and the claims. */
final class BroadcastFigures extends Figures {
    private static final int[] KS = {2, 7, 47};
    private static final int ALL = 47;
    private static final String TREE = Rival.Which.BINOMIAL.title();
    private static final String SLICES = Rival.Which.SCATTER_ALLGATHER.title();
    private static final OcBroadcast.Kary SKIPS = new OcBroadcast.Kary(7, Leaves.SKIP);
    /** As many readers of a buffer as the chip serves without contention. */
    private static final OcBroadcast.Kary SHARES = new OcBroadcast.Kary(23, Leaves.SHARE);
    /** Broadcasts in a row; the first ones do not count. */
    private static final int CALLS = 16;
    private static final int BEFORE = 6;
    private static final int[] SHORT = {1, 4, 8, 16, 24, 32, 48, 64, 80, 96, 97, 112, 128, 144, 160, 176, 192};
    private static final int[] LONG = {1, 4, 16, 32, 64, 96, 97, 128, 192, 256, 512, 1024, 2048, 4096, 8192, 16384,
        32768};
    private static final int[] IN_ROW = {48, 96, 97, 128, 192, 193, 256};
    private static final String ROW = ", in a row";
    private static final int[] FEW = {1, 2, 4, 6, 8, 10, 14, 18, 22, 26, 30};
    private static final int[] ROOTS = {0, 13, 24, 37, 47};
    private static final int MANY = 96;
    private static final int LONGEST = 32768;
    private static final int DEGREES = 6;

    private final MeshMachine machine;
    private final BroadcastRun real;
    private final BroadcastRun flat;
    private final BroadcastFormulas model;

    BroadcastFigures(Laboratory laboratory) {
        super(laboratory);
        this.machine = laboratory.scc;
        this.real = from(0);
        this.flat = BroadcastRun.modelled(machine, machine.cores());
        this.model = new BroadcastFormulas(machine, machine.cores());
        figure("petrovic-fig6a", this::modelled);
        figure("petrovic-fig6b", this::closeUp);
        figure("petrovic-tab2", this::throughputs);
        figure("petrovic-fig8a", this::latencies);
        figure("petrovic-fig8b", this::rates);
        figure("petrovic-degree", this::degrees);
        figure("petrovic-buffers", this::buffers);
        figure("petrovic-leaves", this::leaves);
        addRates();
        addShapes();
        addSettings();
    }

    private void addRates() {
        for (int i = 0; i < KS.length; i++) {
            int k = KS[i];
            claim("B" + (i + 1), () -> Result.of(model.throughput(k)));
        }
        claim("B4", () -> Result.of(model.scatterAllgather()));
        claim("B5", () -> {
            double[] flats = rates(flat).toArray();
            return Result.of(IntStream.range(0, flats.length).mapToDouble(i -> 100
                * Math.abs(flats[i] / published("B" + (i + 1)) - 1)).max().orElseThrow());
        });
        claim("B34", () -> {
            LinesWritten ours = real.written(new OcBroadcast.Kary(7), machine.cores() * MANY);
            LinesWritten rival = real.written(Rival.Which.SCATTER_ALLGATHER, machine.cores() * MANY);
            return Result.of(Math.min((double) rival.buffers() / ours.buffers(),
                (double) rival.memory() / ours.memory()));
        });
        claim("B9", () -> Result.of(extreme("B9", below(2), below(7))));
        claim("B10", () -> Result.of(below(ALL)));
        claim("B11", () -> Result.of(extreme("B11", peak("k=2") / peak(SLICES), peak("k=7") / peak(SLICES))));
        claim("B12", () -> Result.of(time("k=7", 1)));
        claim("B13", () -> Result.of(time(TREE, 1)));
        claim("B14", () -> Result.of(gain(TREE, 1)));
        claim("B15", () -> Result.of(extreme("B15", Arrays.stream(SHORT).filter(lines -> lines >= MANY)
            .mapToDouble(lines -> gain("k=2", lines)).toArray())));
        claim("B17", () -> {
            Values values = values("petrovic-fig8b");
            return Result.of(Arrays.stream(KS).mapToDouble(k -> 100 * (values.at("k=" + k + ROW, MANY + 1)
                / values.at("k=" + k + ROW, MANY) - 1)).max().orElseThrow());
        });
    }

    private void addShapes() {
        claim("B18", () -> Result.of((modelled(2 * MANY) - modelled(MANY + 1)) / (modelled(MANY) - modelled(1))));
        claim("B36", () -> Result.of(values("petrovic-fig6a").most("k=7, events", "binomial, events", lines -> true)));
        claim("B19", () -> Result.of(Arrays.stream(SHORT).mapToDouble(lines ->
            100 * (1 - time("k=47", lines) / time("k=7", lines))).boxed()
            .max(Comparator.comparingDouble(Math::abs)).orElseThrow()));
        claim("B20", () -> Result.of(values("petrovic-fig8a").most("k=7", TREE, lines -> true)));
        claim("B21", () -> Result.of((double) OcBroadcast.depth(7, machine.cores())
            / OcBroadcast.depth(24, machine.cores())));
        claim("B22", () -> Result.of(late(ALL, 1) / Math.max(late(2, 1), late(7, 1))));
        claim("B23", () -> Result.of(IntStream.rangeClosed(2, ALL).filter(k -> !model.binaryIsFirst(k, ALL)).count()));
        claim("B31", () -> Result.of(Arrays.stream(KS).mapToDouble(k -> Arrays.stream(SHORT).mapToDouble(lines -> 100
            * Math.abs(model.latency(k, lines, true) / late(k, lines) - 1)).max().orElseThrow()).max().orElseThrow()));
        claim("B32", () -> Result.of(leastRise(IntStream.of(1, MANY / 4, MANY / 2, MANY).mapToDouble(lines ->
            model.binomial(lines) - model.latency(7, lines)).toArray())));
    }

    private void addSettings() {
        claim("B24", () -> Result.of(doubled("")));
        claim("B33", () -> Result.of(doubled(", not kept")));
        claim("B25", () -> {
            CollectiveRun run = new CollectiveRun(machine, MeshOptions.STANDARD, machine.cores());
            return Result.of(IntStream.of(4, 16, 96, 384, 768).mapToDouble(count ->
                run.micros(Operation.BROADCAST, Stack.RCKMPI, count)
                    / run.micros(Operation.BROADCAST, Stack.BLOCKING, count)).min().orElseThrow());
        });
        claim("B26", () -> {
            DoubleSummaryStatistics times = Arrays.stream(ROOTS).mapToDouble(root -> from(root)
                .latency(new OcBroadcast.Kary(7), MANY)).summaryStatistics();
            return Result.of(times.getMax() / times.getMin());
        });
        claim("B27", () -> Result.of(leastRise(IntStream.of(1, MANY, 2 * MANY).mapToDouble(lines -> gain(TREE, lines))
            .toArray())));
        claim("B28", () -> Result.of(Math.min(real.latency(Rival.Which.SCATTER_ALLGATHER, 1) / time(TREE, 1),
            real.latency(Rival.Which.BINOMIAL, 4096) / real.latency(Rival.Which.SCATTER_ALLGATHER, 4096))));
        claim("B29", () -> Result.of(leaves(SKIPS)));
        claim("B30", () -> Result.of(leaves(SHARES)));
    }

    private BroadcastRun from(int root) {
        return new BroadcastRun(machine, MeshOptions.STANDARD, machine.cores(), root);
    }

    /** {@return the time of a broadcast over that of the published one with k = 7, at worst} */
    private double leaves(OcBroadcast.Kary kind) {
        return values("petrovic-leaves").most(kind.title(), new OcBroadcast.Kary(7).title(), lines -> true);
    }

    /** {@return the throughput of two buffers over that of one} */
    private double doubled(String what) {
        Values values = values("petrovic-buffers");
        return values.last("two buffers" + what) / values.last("one buffer" + what);
    }

    /** {@return by how many percent k = 7 takes less than another} */
    private double gain(String than, int lines) {
        return 100 * (1 - time("k=7", lines) / time(than, lines));
    }

    private double modelled(int lines) {
        return values("petrovic-fig6a").at("k=7, events", lines);
    }

    private double time(String kind, int lines) {
        return values("petrovic-fig8a").at(kind, lines);
    }

    /** {@return MB/s of the longest message} */
    private double peak(String kind) {
        return values("petrovic-fig8b").last(kind);
    }

    /** {@return by how many percent that is below formula 15} */
    private double below(int k) {
        return 100 * (1 - peak("k=" + k) / model.throughput(k));
    }

    /** {@return MB/s of long messages as in table 2} */
    private DoubleStream rates(BroadcastRun run) {
        return DoubleStream.concat(Arrays.stream(KS).mapToDouble(k -> rate(run, new OcBroadcast.Kary(k), LONGEST)),
            DoubleStream.of(rate(run, Rival.Which.SCATTER_ALLGATHER, machine.cores() * MANY)));
    }

    private double rate(BroadcastRun run, Broadcast.Kind kind, int lines) {
        return lines * (double) machine.lineBytes() / run.latency(kind, lines);
    }

    /** {@return the time where nodes look at their children's flags after the last one is set} */
    private double late(int k, int lines) {
        return BroadcastRun.withLateLooks(machine, machine.cores(), k, lines);
    }

    private Figure overLines(String title, List<Series> series, String... notes) {
        return new Figure(title, "lines", "time [us]", Axes.LINEAR, series, List.of(notes));
    }

    private Figure modelled() {
        List<Series> series = new ArrayList<>();
        for (int k : KS) {
            series.add(Series.of("k=" + k + ", formula", SHORT, lines -> model.latency(k, lines, false)));
            series.add(Series.of("k=" + k + ", events", SHORT, lines -> flat.latency(new OcBroadcast.Kary(k), lines)));
        }
        series.add(Series.of("binomial, formula 14", SHORT, model::binomial));
        series.add(Series.of("binomial, events", SHORT, lines -> flat.latency(Rival.Which.BINOMIAL, lines)));
        return overLines("Broadcast, all distances 1 and no waiting", series,
            "The paper's full formulas are not in its text. OC-Bcast's are derived here: formula 13 with notifications"
                + " and flags, and for each further chunk what formula 15 counts. Formula 14 has no flags.",
            text("Parents look at flags as these are set: at one line, events take %.1f times the formula with k=47."
                + " B22 and B31 compare figure 6b's late looks.", flat.latency(new OcBroadcast.Kary(ALL), 1)
                    / model.latency(ALL, 1, false)));
    }

    private Figure closeUp() {
        List<Series> series = new ArrayList<>();
        for (int k : KS) {
            series.add(Series.of("k=" + k, FEW, lines -> late(k, lines)));
            series.add(Series.of("k=" + k + ", formula", FEW, lines -> model.latency(k, lines, true)));
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
        series.add(Series.named("published", published("B1"), published("B2"), published("B3"), published("B4")));
        series.add(Series.named("formulas", model.throughput(2), model.throughput(7), model.throughput(47),
            model.scatterAllgather()));
        for (BroadcastRun run : List.of(flat, real)) {
            series.add(Series.named(run == real ? "events" : "events, distances 1", rates(run).toArray()));
        }
        return new Figure("Throughput of long broadcasts", "", "10^6 bytes/s", Axes.LINEAR,
            List.of("k=2", "k=7", "k=47", "scatter-allgather"), series,
            List.of(text("Events are of %d lines with OC-Bcast and of %d with scatter-allgather.", LONGEST,
                machine.cores() * MANY)));
    }

    private Figure latencies() {
        List<Series> series = new ArrayList<>(with(Rival.Which.BINOMIAL).map(kind -> Series.of(kind.title(), SHORT,
            lines -> real.latency(kind, lines))).toList());
        series.add(Series.named("published, k=7", published("B12")));
        series.add(Series.named("published, binomial", published("B13")));
        return new Figure("Broadcast to all cores of " + machine.title(), "lines", "time [us]", Axes.LOGARITHMIC,
            series, List.of(text("OC-Bcast has %.1f us of a call; the binomial tree is of blocking messages.",
                LayerTimes.PUBLISHED.broadcastCall() * 1e-6)));
    }

    private Figure rateOverLines(String title, List<Series> series, String... notes) {
        return new Figure(title, "lines", "10^6 bytes/s", Axes.LOGARITHMIC_SETTINGS, series, List.of(notes));
    }

    private Figure rates() {
        int[] lengths = laboratory.whole() ? LONG : Arrays.copyOf(LONG, LONG.length - 4);
        return rateOverLines("Throughput of a broadcast on " + machine.title(),
            Stream.concat(with(Rival.Which.SCATTER_ALLGATHER).map(kind -> Series.of(kind.title(), lengths, lines -> {
                laboratory.progress.println("petrovic-fig8b: " + kind.title() + ", " + lines + " lines");
                return rate(real, kind, lines);
            })), Arrays.stream(KS).mapToObj(k -> Series.of("k=" + k + ROW, IN_ROW, lines -> lines
                * (double) machine.lineBytes() / real.inRow(new OcBroadcast.Kary(k), lines, CALLS, BEFORE)))).toList(),
            text("In a row: calls %d to %d of broadcasts that follow each other, as the paper times them.", BEFORE + 1,
                CALLS));
    }

    private Figure degrees() {
        int[] degrees = IntStream.rangeClosed(1, DEGREES).toArray();
        return new Figure("A line by the degree of the notification tree", "degree", "time [us]", Axes.LINEAR,
            IntStream.of(7, 24, 47).mapToObj(k -> Series.of("k=" + k, degrees, degree -> notified(k, degree))).toList(),
            List.of(text("Drawn are events, %.3f us by degree 2 and %.3f by 3 with k=7; B23 is of the formula.",
                notified(7, 2), notified(7, 3))));
    }

    private double notified(int k, int degree) {
        return real.latency(new OcBroadcast.Kary(k, false, degree, 2, true, Leaves.COPY), 1);
    }

    private Figure leaves() {
        return overLines("OC-Bcast with other leaves on " + machine.title(), Stream.of(new OcBroadcast.Kary(7), SKIPS,
            SHARES).map(kind -> Series.of(kind.title(), SHORT,
                lines -> real.latency(kind, lines))).toList(), "Where cores share a buffer, the nodes are tiles.");
    }

    private Figure buffers() {
        int[] lengths = {96, 192, 384, 768, 1536, 3072};
        return rateOverLines("OC-Bcast with one buffer of 192 lines and with two of 96, k=7", List.of(
            buffers(1, true, lengths), buffers(2, true, lengths), buffers(1, false, lengths),
            buffers(2, false, lengths)), "Not kept: cores pass chunks on and do not copy them to their memories.");
    }

    private Series buffers(int count, boolean keeps, int... lengths) {
        return Series.of((count == 1 ? "one buffer" : "two buffers") + (keeps ? "" : ", not kept"), lengths,
            lines -> lines * (double) machine.lineBytes() / real.latency(new OcBroadcast.Kary(7, false, 2, count, keeps,
                Leaves.COPY), lines));
    }
}

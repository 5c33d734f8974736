// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.sim.machine.MeshMachine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The published experiments on the SCC with any settings: the options of each, and its figure. */
public final class SccExperiments {
    /**
     * An experiment.
     *
     * @param options the options beyond the common ones
     */
    public record Experiment(String name, List<String> options, Function<SccSetup, Figure> outcome) {
    }

    public static final List<Experiment> ALL = List.of(
        new Experiment("contention", List.of("--cores", "--victim", "--link", "--first-come", "--flat"),
            SccExperiments::contention),
        new Experiment("broadcast", List.of("-k", "--lines", "--rate", "--flat", "--cores", "--root", "--first-come"),
            SccExperiments::broadcast),
        new Experiment("collectives", List.of("--doubles", "--operation", "--cores", "--flat", "--first-come"),
            SccExperiments::collectives));

    private static final int MOST_LINES = 1 << 17;
    private static final int[] SHORT = {1, 2, 4, 8, 16, 32, 48, 64, 96, 97, 144, 192};
    private static final int[] LONG = {1, 8, 24, 48, 72, 96, 97, 120, 144, 192, 193, 288, 384, 768, 1536, 3072};
    /** Numbers per line. */
    private static final int PERIOD = 4;

    private SccExperiments() {
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Contention (OC-Bcast, figure 4): the first n cores use one core's buffer repeatedly. */
    private static Figure contention(SccSetup setup) {
        MeshMachine machine = setup.machine;
        if (setup.victim < 0 || setup.victim >= machine.cores()) {
            throw new IllegalArgumentException("--victim is a core from 0 to " + (machine.cores() - 1) + ", not "
                + setup.victim);
        }
        int[] numbers = SccSetup.values("--cores", setup.cores, machine.cores(), 1, 4, 8, 12, 16, 24, 32, 40, 44, 46,
            48);
        ChipLoad load = new ChipLoad(machine);
        List<Series> series = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (boolean gets : new boolean[] {true, false}) {
            String what = gets ? "get of " + ChipLoad.GET_LINES + " lines" : "put of 1 line";
            DoubleSummaryStatistics[] times = new DoubleSummaryStatistics[machine.cores() + 1];
            for (int cores : numbers) {
                setup.progress.accept(what + ", " + cores + " cores");
                ChipLoad.Shared run = load.shared(setup.options(), cores, setup.victim, gets);
                times[cores] = Arrays.stream(run.micros()).summaryStatistics();
                notes.add(text("%s, %2d cores: slowest/fastest %.2f, worst core %.3f times its own formula%s.", what,
                    cores, times[cores].getMax() / times[cores].getMin(),
                    Arrays.stream(run.quotients()).max().orElseThrow(), links(setup, load, run, cores, gets)));
            }
            series.add(Series.of(what + ", fastest", numbers, cores -> times[cores].getMin()));
            series.add(Series.of(what + ", mean", numbers, cores -> times[cores].getAverage()));
            series.add(Series.of(what + ", slowest", numbers, cores -> times[cores].getMax()));
        }
        if (setup.link) {
            undisturbed(load, notes);
        }
        return new Figure(machine.title() + ": the first n cores use the buffer of core " + setup.victim, "cores",
            "time [us]", Axes.LOGARITHMIC_VALUES, series, notes);
    }

    private static String links(SccSetup setup, ChipLoad chip, ChipLoad.Shared run, int cores, boolean gets) {
        if (!setup.link) {
            return "";
        }
        ChipLoad.Links load = chip.links();
        for (int core = 0; core < cores; core++) {
            load.add(core, setup.victim, gets, (gets ? ChipLoad.GET_LINES : 1) / run.micros()[core]);
        }
        return text(", busiest link %.0f %%", 100 * load.busiest());
    }

    private static void undisturbed(ChipLoad load, List<String> notes) {
        for (boolean beyond : new boolean[] {false, true}) {
            double[] link = load.link(beyond);
            notes.add(text("A get over a link in the middle while others get across it%s: %.4f times its formula,"
                + " busiest link %.0f %%.", beyond ? " from tiles beyond" : "", link[0],
                100 * link[1]));
        }
        double[] memory = load.memory();
        notes.add(text("All cores read their private memory: the slowest takes %.4f times its formula, busiest"
            + " controller %.0f %%.", memory[0], 100 * memory[1]));
    }

    /** OC-Bcast (figure 8) by k and length, beside its rivals. */
    private static Figure broadcast(SccSetup setup) {
        MeshMachine machine = setup.machine;
        BroadcastRun run = new BroadcastRun(machine, setup.options(), setup.oneNumberOfCores(), setup.root);
        int[] lengths = SccSetup.values("--lines", setup.lines, MOST_LINES, setup.rate ? LONG : SHORT);
        int[] ks = SccSetup.values("-k", setup.k, OcBroadcast.mostChildren(machine), 2, 7, 24, 47);
        List<Broadcast.Kind> kinds = new ArrayList<>();
        Arrays.stream(ks).forEach(k -> kinds.add(new OcBroadcast.Kary(k)));
        kinds.add(Rival.Which.BINOMIAL);
        List<Series> series = new ArrayList<>();
        for (Broadcast.Kind kind : kinds) {
            series.add(Series.of(kind.title(), lengths, lines -> {
                setup.progress.accept(kind.title() + ", " + lines + " lines");
                double micros = run.latency(kind, lines);
                return setup.rate ? (double) lines * machine.lineBytes() / micros : micros;
            }));
        }
        return new Figure(machine.title() + ": broadcast to " + run.cores() + " cores from core " + run.root()
            + (setup.options().distances() ? "" : ", all distances 1 and no waiting"), "lines",
            setup.rate ? "10^6 bytes/s" : "time [us]",
            setup.rate ? Axes.LOGARITHMIC_SETTINGS : Axes.LOGARITHMIC, series, notes(setup, run, ks));
    }

    private static List<String> notes(SccSetup setup, BroadcastRun run, int[] ks) {
        List<String> notes = new ArrayList<>();
        BroadcastFormulas model = new BroadcastFormulas(setup.machine, run.cores());
        double bytes = setup.machine.chunkLines() * (double) setup.machine.lineBytes();
        for (int k : ks) {
            setup.progress.accept("long messages, k=" + k);
            double micros = run.perChunk(new OcBroadcast.Kary(k));
            notes.add(text("Long messages, k=%d: %.2f us a chunk, %.2f MB/s; formula 15: %.2f MB/s.", k, micros,
                bytes / micros, model.throughput(k)));
        }
        setup.progress.accept("scatter and allgather");
        int lines = run.cores() * setup.machine.chunkLines();
        double micros = run.latency(Rival.Which.SCATTER_ALLGATHER, lines);
        notes.add(text("Scatter and allgather of %d lines: %.0f us, %.2f MB/s; formula 16: %.2f MB/s.", lines, micros,
            lines * (double) setup.machine.lineBytes() / micros, model.scatterAllgather()));
        return notes;
    }

    /** Collectives (figure 9) over each message library, by length. */
    private static Figure collectives(SccSetup setup) {
        CollectiveRun run = new CollectiveRun(setup.machine, setup.options(), setup.oneNumberOfCores());
        Operation operation = setup.operation();
        // Steps of a whole line would hide the spikes of partial lines. Short ranges are complete.
        int first = setup.range()[0];
        int last = setup.range()[1];
        int step = last - first > 200 ? PERIOD : 1;
        int[] counts = IntStream.iterate(first, n -> n <= last, n -> n + step).toArray();
        Map<Stack, Series> series = new EnumMap<>(Stack.class);
        for (Stack stack : operation.stacks()) {
            series.put(stack, Series.of(stack.title(), counts, count -> {
                if ((count - first) / step % 16 == 0) {
                    setup.progress.accept(operation.title() + ", " + stack.title() + ", from " + count + " numbers");
                }
                return run.micros(operation, stack, count);
            }));
        }
        List<String> notes = new ArrayList<>();
        series.forEach((stack, curve) -> {
            if (stack != Stack.BLOCKING) {
                notes.add(text("%s: blocking takes %.2f times as long in the mean.", stack.title(),
                    Arrays.stream(counts).mapToDouble(count -> series.get(Stack.BLOCKING).median(count)
                        / curve.median(count)).average().orElseThrow()));
            }
        });
        return new Figure(setup.machine.title() + ": " + operation.title() + " on " + run.cores() + " cores",
            "doubles", "time [us]", Axes.LINEAR, List.copyOf(series.values()), notes);
    }
}

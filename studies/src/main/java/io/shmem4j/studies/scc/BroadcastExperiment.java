// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.rcce.Broadcast;
import io.shmem4j.studies.rcce.BroadcastFormulas;
import io.shmem4j.studies.rcce.BroadcastRun;
import io.shmem4j.studies.rcce.OcBroadcast;
import io.shmem4j.studies.rcce.Rival;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** OC figures 6 and 8: OC-Bcast by k and length, and its rivals. */
final class BroadcastExperiment implements SccExperiment {
    private static final int MOST_LINES = 1 << 17;
    private static final int[] SHORT = {1, 2, 4, 8, 16, 32, 48, 64, 96, 97, 144, 192};
    private static final int[] LONG = {1, 8, 24, 48, 72, 96, 97, 120, 144, 192, 193, 288, 384, 768, 1536, 3072};

    @Override
    public String name() {
        return "broadcast";
    }

    @Override
    public List<String> options() {
        return List.of("-k", "--lines", "--rate", "--flat", "--cores", "--root", "--first-come");
    }

    @Override
    public Figure run(SccSetup setup) {
        MeshMachine machine = setup.machine();
        BroadcastRun run = new BroadcastRun(machine, setup.options(), setup.oneNumberOfCores(), setup.root());
        int[] lengths = SccSetup.values("--lines", setup.lines(), MOST_LINES, setup.rate() ? LONG : SHORT);
        int[] ks = SccSetup.values("-k", setup.k(), OcBroadcast.mostChildren(machine), 2, 7, 24, 47);
        List<Broadcast.Kind> kinds = new ArrayList<>();
        for (int k : ks) {
            kinds.add(new OcBroadcast.Kary(k));
        }
        kinds.add(Rival.Which.BINOMIAL);
        double call = machine.layers().broadcastCall() * 1e-6;
        List<Series> series = new ArrayList<>();
        for (Broadcast.Kind kind : kinds) {
            Curve curve = new Curve(kind.title());
            for (int lines : lengths) {
                setup.progress().accept(kind.title() + ", " + lines + " lines");
                double micros = run.latency(kind, lines) + call;
                curve.add(lines, setup.rate() ? (double) lines * machine.lineBytes() / micros : micros);
            }
            series.add(curve.done());
        }
        if (setup.options().distances() && run.cores() == machine.cores() && run.root() == 0) {
            series.addAll(published(setup, lengths[lengths.length - 1]));
        }
        return new Figure(machine.title() + ": broadcast to " + run.cores() + " cores from core " + run.root()
            + (setup.options().distances() ? "" : ", all distances 1 and no waiting"), "lines",
            setup.rate() ? "10^6 bytes/s" : "time [us]",
            setup.rate() ? Axes.LOGARITHMIC_SETTINGS : Axes.LOGARITHMIC, series, notes(setup, run, ks, call));
    }

    /** {@return numbers of the text: times of one line, or rates of long messages, which were computed} */
    private static List<Series> published(SccSetup setup, int longest) {
        if (!setup.rate()) {
            return List.of(new Curve("published k=7").add(1, 16.6).done(),
                new Curve("published binomial").add(1, 21.6).done());
        }
        return List.of(new Curve("published formula, k=2").add(longest, 35.22).done(),
            new Curve("published formula, k=7").add(longest, 34.30).done(),
            new Curve("published formula, k=47").add(longest, 35.88).done());
    }

    private static List<String> notes(SccSetup setup, BroadcastRun run, int[] ks, double call) {
        List<String> notes = new ArrayList<>();
        notes.add(String.format(Locale.ROOT, "Times include %.1f us of a call, calibrated to 16.6 us (k=7) and 21.6 us"
            + " (binomial) for one line. All other times follow from the chip; the published figures are lost.", call));
        BroadcastFormulas model = new BroadcastFormulas(setup.machine(), run.cores());
        double bytes = setup.machine().chunkLines() * (double) setup.machine().lineBytes();
        for (int k : ks) {
            setup.progress().accept("long messages, k=" + k);
            double micros = run.perChunk(new OcBroadcast.Kary(k));
            notes.add(String.format(Locale.ROOT, "Long messages, k=%d: %.2f us a chunk, %.2f MB/s; formula 15: %.2f"
                + " MB/s.", k, micros, bytes / micros, model.throughput(k)));
        }
        setup.progress().accept("scatter and allgather");
        int lines = run.cores() * setup.machine().chunkLines();
        double micros = run.latency(Rival.Which.SCATTER_ALLGATHER, lines);
        notes.add(String.format(Locale.ROOT, "Scatter and allgather of %d lines: %.0f us, %.2f MB/s; formula 16: %.2f"
            + " MB/s. Published from the formulas: 35.22 (k=2), 34.30 (k=7), 35.88 (k=47), 13.38.", lines, micros,
            lines * (double) setup.machine().lineBytes() / micros, model.scatterAllgather()));
        return notes;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.JsonObject;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The figures of Putigny and others, measured on this host by {@code bench transfer}, and the claims about them. */
final class HostFigures {
    static final Map<String, Function<Laboratory, Figure>> MAKERS = new LinkedHashMap<>();

    private static final int STATES = 0;
    private static final int COPIES = 1;
    private static final int PREDICTION = 2;
    private static final int REUSE = 3;
    private static final int SENDERS = 4;
    /** So that the C library's memcpy stores past the caches from about 16 KiB on. */
    private static final Map<String, String> PAST_CACHES = Map.of("GLIBC_TUNABLES",
        "glibc.cpu.x86_non_temporal_threshold=0x4040");
    private static final String[] STEPS = {"load hit M", "store hit O", "load miss M", "store hit M"};
    /** Above the caches nearest to the cores. */
    private static final int BEYOND = 128 << 10;
    private static final int CHUNK = 32 << 10;
    private static final int[] CHUNKS = {1, 2, 3};
    private static final String PAST = "memcpy past the caches";
    private static final String RATE = "10^6 bytes/s";

    static {
        MAKERS.put("putigny-fig2", laboratory -> figure(laboratory, STATES, "Loads and stores that miss",
            "load miss M", "load miss E", "load miss S", "store miss M", "store miss E", "store miss S"));
        MAKERS.put("putigny-fig4", laboratory -> figure(laboratory, PREDICTION, "A transfer and its prediction",
            "measured", "predicted", "sequential copies", "parallel copies"));
        MAKERS.put("putigny-error", laboratory -> {
            Figure errors = figure(laboratory, PREDICTION, "The prediction over what was measured",
                "predicted / measured");
            return new Figure(errors.title(), errors.x(), "predicted / measured", errors.axes(), errors.series(),
                errors.notes());
        });
        MAKERS.put("putigny-fig6", laboratory -> figure(laboratory, REUSE, "A transfer by what is used again",
            "both reused", "source reused", "target reused", "none reused"));
        MAKERS.put("putigny-sides", HostFigures::sides);
        MAKERS.put("putigny-fig13", laboratory -> figure(laboratory, STATES, "Stores that hit", "store hit M",
            "store hit S", "store hit O"));
        MAKERS.put("putigny-fig14", laboratory -> figure(laboratory, REUSE, "A transfer by direction", "both reused",
            "alternating direction"));
    }

    static {
        MAKERS.put("putigny-tab1", HostFigures::chunks);
        MAKERS.put("putigny-tab2", HostFigures::steps);
        MAKERS.put("putigny-fig5", HostFigures::receiver);
        MAKERS.put("putigny-fig8", laboratory -> figure(laboratory, STATES, "Loads of lines that were written back",
            "load miss M", "load miss M flushed", "load miss E"));
        MAKERS.put("putigny-fig9", laboratory -> withMemcpy(laboratory, COPIES, "The sender's copy alone",
            "sender by memcpy", "sender", "sender, flushing", "sender by memcpy"));
        MAKERS.put("putigny-fig10", laboratory -> withMemcpy(laboratory, SENDERS, "A transfer by the sender's stores",
            "memcpy", "Java's copy", "memcpy"));
        MAKERS.put("putigny-fig12", laboratory -> figure(laboratory, STATES, "Stores to lines that a reader wrote back",
            "store hit O", "store hit O flushed"));
    }

    private HostFigures() {
    }

    /** {@return the tables of a run, which all figures share} */
    private static List<JsonObject> tables(Laboratory laboratory) {
        return tables(laboratory, Map.of(), "96m");
    }

    private static List<JsonObject> tables(Laboratory laboratory, Map<String, String> variables, String evict) {
        List<String> words = new ArrayList<>(List.of("-np", "2", "bench", "transfer", "--flush", "yes", "--evict",
            evict));
        words.addAll(laboratory.whole() ? List.of("--sizes", "4096,16384,65536,131072,262144,1048576,4194304,8388608")
            : List.of("--sizes", "16384,262144", "--passes", "2"));
        return HostBench.tables(laboratory, variables, words.toArray(String[]::new));
    }

    /** {@return curves of a table's columns over the sizes; columns that this host can't have are left out} */
    private static Figure figure(Laboratory laboratory, int number, String title, String... names) {
        return figure(laboratory, tables(laboratory).get(number), title, names);
    }

    private static Figure figure(Laboratory laboratory, JsonObject table, String title, String... names) {
        return new Figure(title, "bytes", RATE, Axes.LOGARITHMIC_SETTINGS, HostBench.curves(table, names),
            List.of(HostBench.host(tables(laboratory))));
    }

    /** {@return a figure with one more curve: memcpy of a run in which it stores past the caches} */
    private static Figure withMemcpy(Laboratory laboratory, int number, String title, String memcpy, String... names) {
        Figure plain = figure(laboratory, number, title, names);
        JsonObject past = tables(laboratory, PAST_CACHES, "0").get(number);
        List<Series> series = new ArrayList<>(plain.series());
        series.add(new Series(PAST, false, figure(laboratory, past, title, memcpy).series().getFirst().points()));
        List<String> notes = new ArrayList<>(plain.notes());
        notes.add("Past the caches: memcpy with " + PAST_CACHES.values().iterator().next() + ", so from 16 KiB on.");
        return new Figure(title, plain.x(), plain.y(), plain.axes(), series, notes);
    }

    /** Table I: both sides copy at the same time, each another chunk, as formula 1 adds up their times. */
    private static Figure chunks(Laboratory laboratory) {
        Values values = new Values(sides(laboratory));
        double size = values.figure().settings().stream().filter(bytes -> bytes >= CHUNKS.length * CHUNK).findFirst()
            .orElseThrow();
        double send = CHUNK / values.at("sender", size);
        double receive = CHUNK / values.at("receiver", size);
        double step = Math.max(send, receive);
        List<String> notes = new ArrayList<>(values.figure().notes());
        notes.add(String.format(Locale.ROOT, "Formula 1 with chunks of 32 KiB and the rates of messages of %.0f KiB.",
            size / 1024));
        return new Figure("A pipelined transfer of three chunks", "chunk", "time when it is copied [us]", Axes.LINEAR,
            List.of("1", "2", "3"), List.of(
                Series.of("sender", CHUNKS, chunk -> send + (chunk == 1 ? 0 : send + (chunk - 2) * step)),
                Series.of("receiver", CHUNKS, chunk -> send + (chunk - 1) * step + receive)), notes);
    }

    /** Table II: the four accesses of a transfer, at two sizes. */
    private static Figure steps(Laboratory laboratory) {
        Values values = new Values(figure(laboratory, STATES, "", STEPS));
        List<Series> series = new ArrayList<>();
        for (double size : values.figure().settings()) {
            List<Point> points = new ArrayList<>();
            for (int step = 0; step < STEPS.length; step++) {
                points.add(Point.of(step + 1, values.at(STEPS[step], size)));
            }
            series.add(new Series(String.format(Locale.ROOT, "%.0f KiB", size / 1024), false, points));
        }
        return new Figure("The four accesses of a transfer", "access", RATE, Axes.LINEAR, List.of("1: sender, "
            + STEPS[0], "2: sender, " + STEPS[1], "3: receiver, " + STEPS[2], "4: receiver, " + STEPS[3]), series,
            values.figure().notes());
    }

    /** The receiver's copy beside what its load and its store would give at the same time or one after the other. */
    private static Figure receiver(Laboratory laboratory) {
        Figure copy = figure(laboratory, COPIES, "The receiver's copy alone", "receiver");
        Values values = new Values(figure(laboratory, STATES, "", STEPS));
        List<Point> parallel = new ArrayList<>();
        List<Point> sequential = new ArrayList<>();
        for (double size : copy.settings()) {
            double load = values.at(STEPS[2], size);
            double store = values.at(STEPS[3], size);
            parallel.add(Point.of(size, Math.min(load, store)));
            sequential.add(Point.of(size, load * store / (load + store)));
        }
        return new Figure(copy.title(), copy.x(), RATE, copy.axes(), List.of(copy.series().getFirst(),
            new Series("parallel", false, parallel), new Series("sequential", false, sequential)), copy.notes());
    }

    /** A copy is as fast as the slower of its load and its store (formulas 2 and 3). */
    private static Figure sides(Laboratory laboratory) {
        Figure states = figure(laboratory, STATES, "", "load hit M", "store hit O", "load miss M", "store hit M");
        Values values = new Values(states);
        List<Point> sender = new ArrayList<>();
        List<Point> receiver = new ArrayList<>();
        for (double size : states.settings()) {
            sender.add(Point.of(size, Math.min(values.at("load hit M", size), values.at("store hit O", size))));
            receiver.add(Point.of(size, Math.min(values.at("load miss M", size), values.at("store hit M", size))));
        }
        return new Figure("The slower access of each side", "bytes", RATE, Axes.LOGARITHMIC_SETTINGS,
            List.of(new Series("sender", false, sender), new Series("receiver", false, receiver)), states.notes());
    }

    static void addTo(Checks checks, Laboratory laboratory) {
        addFlushes(checks, laboratory);
        checks.add("P1", () -> Result.of(spread(laboratory.figure("putigny-fig2"), "load")));
        checks.add("P2", () -> Result.of(spread(laboratory.figure("putigny-fig2"), "store")));
        checks.add("P3", () -> Result.of(laboratory.figure("putigny-error").series().getFirst().points().stream()
            .mapToDouble(point -> point.sample().median()).max().orElse(0)));
        checks.add("P4", () -> {
            Values values = new Values(laboratory.figure("putigny-fig6"));
            double receiver = mean(values, "target reused", "none reused");
            double sender = mean(values, "source reused", "none reused");
            return Result.of(receiver > sender, String.format(Locale.ROOT, "x %.2f and x %.2f", receiver, sender));
        });
        checks.add("P5", () -> {
            Values values = new Values(laboratory.figure("putigny-sides"));
            return Result.of(values.last("receiver") / values.last("sender"));
        });
        checks.add("P6", () -> Result.of(new Values(laboratory.figure("putigny-fig13")).most("store hit S",
            "store hit O", size -> true)));
        checks.add("P7", () -> Result.of(100 * (new Values(laboratory.figure("putigny-fig14"))
            .most("alternating direction", "both reused", size -> true) - 1)));
    }

    private static void addFlushes(Checks checks, Laboratory laboratory) {
        checks.add("P8", () -> Result.of(meanOf(laboratory, "putigny-fig5", "receiver", "parallel", false)));
        checks.add("P9", () -> Result.of(meanOf(laboratory, "putigny-fig5", "receiver", "sequential", true)));
        checks.add("P10", () -> Result.of(100 * (meanOf(laboratory, "putigny-fig8", "load miss M flushed",
            "load miss M", true) - 1)));
        checks.add("P11", () -> Result.of(100 * (meanOf(laboratory, "putigny-fig9", PAST, "sender by memcpy", true)
            - 1)));
        checks.add("P12", () -> Result.of(meanOf(laboratory, "putigny-fig9", "sender", "sender, flushing", true)));
        checks.add("P13", () -> Result.of(meanOf(laboratory, "putigny-fig10", PAST, "memcpy", true)));
        checks.add("P14", () -> Result.of(100 * (meanOf(laboratory, "putigny-fig12", "store hit O flushed",
            "store hit O", true) - 1)));
    }

    /** {@return the mean quotient of two curves at sizes beyond the near caches, or within them} */
    private static double meanOf(Laboratory laboratory, String figure, String above, String below, boolean beyond) {
        Values values = new Values(laboratory.figure(figure));
        return values.figure().settings().stream().filter(size -> size > BEYOND == beyond)
            .mapToDouble(size -> values.at(above, size) / values.at(below, size)).average().orElseThrow();
    }

    private static double mean(Values values, String above, String below) {
        return values.figure().settings().stream().mapToDouble(size -> values.at(above, size) / values.at(below, size))
            .average().orElseThrow();
    }

    /** {@return the fastest curve over the slowest at one size, greatest} */
    private static double spread(Figure figure, String access) {
        double most = 0;
        for (double size : figure.settings()) {
            double[] rates = figure.series().stream().filter(series -> series.name().startsWith(access))
                .mapToDouble(series -> series.median(size)).sorted().toArray();
            most = Math.max(most, rates[rates.length - 1] / rates[0]);
        }
        return most;
    }
}

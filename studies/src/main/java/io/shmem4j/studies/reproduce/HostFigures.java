// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.report.figure.Figure.Style;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;

/** The figures of Putigny and others, measured on this host by {@code bench transfer}, and the claims about them. */
final class HostFigures extends Figures {
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
    private static final DoublePredicate BEYOND = size -> size > 128 << 10;
    /** Bytes from which on the published prediction is too high. */
    private static final int SHARED = 256 << 10;
    private static final int CHUNK = 32 << 10;
    private static final int[] CHUNKS = {1, 2, 3};
    private static final String PAST = "memcpy past the caches";
    /** The family of such processors in a machine's description. */
    private static final String BULLDOZER = "(family 21,";
    private static final double GIGA = 1e3;
    private static final String RATE = "10^6 bytes/s";

    HostFigures(Laboratory laboratory) {
        super(laboratory);
        table("putigny-fig2", STATES, "Loads and stores that miss", "load miss M", "load miss E", "load miss S",
            "store miss M", "store miss E", "store miss S");
        table("putigny-fig4", PREDICTION, "A transfer and its prediction", "measured", "predicted",
            "sequential copies", "parallel copies");
        figure("putigny-error", () -> {
            Figure errors = curves(PREDICTION, "The prediction over what was measured", "predicted / measured");
            return new Figure(errors.title(), errors.x(), "predicted / measured", errors.axes(), errors.series(),
                errors.notes());
        });
        table("putigny-fig6", REUSE, "A transfer by what is used again", "both reused", "source reused",
            "target reused", "none reused");
        figure("putigny-sides", this::sides);
        table("putigny-fig13", STATES, "Stores that hit", "store hit M", "store hit S", "store hit O");
        table("putigny-fig14", REUSE, "A transfer by direction", "both reused", "alternating direction");
        figure("putigny-tab1", this::chunks);
        figure("putigny-tab2", this::steps);
        figure("putigny-fig5", this::receiver);
        table("putigny-fig8", STATES, "Loads of lines that were written back", "load miss M", "load miss M flushed",
            "load miss E");
        figure("putigny-fig9", () -> withMemcpy(COPIES, "The sender's copy alone", "sender by memcpy", "sender",
            "sender, flushing", "sender by memcpy"));
        figure("putigny-fig10", () -> withMemcpy(SENDERS, "A transfer by the sender's stores", "memcpy", "Java's copy",
            "memcpy"));
        table("putigny-fig12", STATES, "Stores to lines that a reader wrote back", "store hit O",
            "store hit O flushed");
        addClaims();
    }

    private void addClaims() {
        claim("P1", () -> spread("load"));
        claim("P2", () -> spread("store"));
        claim("P3", () -> {
            Values values = values("putigny-fig4");
            double least = values.figure().settings().getFirst();
            double worst = values.most("predicted", "measured", size -> size < SHARED);
            return Result.of(worst, "%.2f; of the shortest message %.2f us are no copies", worst,
                least / values.at("measured", least) - least / values.at("predicted", least));
        });
        claim("P15", () -> Result.of(values("putigny-fig4").least("predicted", "measured", size -> size >= SHARED)));
        claim("P16", () -> Result.of(values("putigny-fig5").mean("parallel", "sequential",
            size -> size >= SHARED)));
        claim("P4", () -> {
            double receiver = values("putigny-fig6").mean("target reused", "none reused", size -> true);
            double sender = values("putigny-fig6").mean("source reused", "none reused", size -> true);
            return Result.of(receiver > sender, "x %.2f and x %.2f", receiver, sender);
        });
        claim("P5", () -> Result.of(values("putigny-sides").last("receiver") / values("putigny-sides").last("sender")));
        claim("P6", () -> owned("putigny-fig13", "store hit S", "store hit O", 3));
        claim("P7", () -> owned("putigny-fig14", "alternating direction", "both reused", 1.25));
        claim("P8", () -> Result.of(values("putigny-fig5").mean("receiver", "parallel", BEYOND.negate())));
        claim("P9", () -> beyond("putigny-fig5", "receiver", "sequential"));
        claim("P10", () -> percent(beyond("putigny-fig8", "load miss M flushed", "load miss M")));
        claim("P11", () -> percent(beyond("putigny-fig9", PAST, "sender by memcpy")));
        claim("P12", () -> beyond("putigny-fig9", "sender", "sender, flushing"));
        claim("P13", () -> beyond("putigny-fig10", PAST, "memcpy"));
        claim("P14", () -> percent(beyond("putigny-fig12", "store hit O flushed", "store hit O")));
    }

    /** A quotient over the published one: that of AMD's Bulldozer, or 1 of processors where the paper sees nothing. */
    private Result owned(String figure, String above, String below, double published) {
        Values values = values(figure);
        double quotient = values.mean(above, below, size -> true);
        boolean bulldozer = values.figure().notes().getFirst().contains(BULLDOZER);
        return Result.of(bulldozer ? quotient / published : quotient, "x %.2f; %.2f to %.2f by size", quotient,
            values.least(above, below, size -> true), values.most(above, below, size -> true));
    }

    /** {@return the mean of quotients beyond the caches nearest to the cores, and each of them} */
    private Result beyond(String figure, String above, String below) {
        Values values = values(figure);
        return Result.of(values.mean(above, below, BEYOND), "%.2f: %s", values.mean(above, below, BEYOND),
            list("%.2f", values.figure().settings().stream().mapToDouble(size -> size).filter(BEYOND)
                .map(size -> values.at(above, size) / values.at(below, size)).toArray()));
    }

    private static Result percent(Result quotient) {
        double percent = 100 * (quotient.value() - 1);
        return Result.of(percent, "%.1f: %s", percent, quotient.text().replaceFirst(".*: ", ""));
    }

    private void table(String id, int number, String title, String... names) {
        figure(id, () -> curves(number, title, names));
    }

    /** {@return runs that all figures share, and in turns with them those that store past the caches} */
    private List<HostRuns> bothRuns() {
        return HostRuns.inTurns(laboratory, command(Map.of(), "96m"), command(PAST_CACHES, "0"));
    }

    private HostRuns runs() {
        return bothRuns().getFirst();
    }

    private HostRuns.Command command(Map<String, String> variables, String evict) {
        List<String> words = new ArrayList<>(List.of("-np", "2", "--bind-to", "core", "bench", "transfer",
            "--flush", "yes", "--evict", evict));
        words.addAll(laboratory.whole() ? List.of("--sizes", "4096,16384,65536,131072,262144,1048576,4194304,8388608")
            : List.of("--sizes", "16384,262144", "--passes", "2"));
        return new HostRuns.Command(variables, words.toArray(String[]::new));
    }

    private Figure overBytes(String title, List<Series> series, String... notes) {
        return new Figure(title, "bytes", RATE, Axes.LOGARITHMIC, series,
            Stream.concat(Stream.of(runs().host()), Stream.of(notes)).toList());
    }

    /** {@return curves of a table's columns over the sizes; columns that this host can't have are left out} */
    private Figure curves(int number, String title, String... names) {
        return overBytes(title, runs().curves(number, names));
    }

    /** {@return a figure with one more curve: memcpy of a run in which it stores past the caches} */
    private Figure withMemcpy(int number, String title, String memcpy, String... names) {
        List<Series> series = new ArrayList<>(runs().curves(number, names));
        series.add(new Series(PAST, false, new Style(names.length, 0), bothRuns().getLast().curves(number, memcpy)
            .getFirst().points()));
        return overBytes(title, series, "Past the caches: memcpy with " + PAST_CACHES.values().iterator().next()
            + ", so from 16 KiB on.");
    }

    /** Table I: both sides copy at the same time, each another chunk, as formula 1 adds up their times. */
    private Figure chunks() {
        Values values = new Values(sides());
        double size = values.figure().settings().stream().filter(bytes -> bytes >= CHUNKS.length * CHUNK).findFirst()
            .orElseThrow();
        double send = CHUNK / values.at("sender", size);
        double receive = CHUNK / values.at("receiver", size);
        double step = Math.max(send, receive);
        return new Figure("A pipelined transfer of three chunks", "chunk", "time when it is copied [us]", Axes.LINEAR,
            List.of("1", "2", "3"), List.of(
                Series.of("sender", CHUNKS, chunk -> send + (chunk == 1 ? 0 : send + (chunk - 2) * step)),
                Series.of("receiver", CHUNKS, chunk -> send + (chunk - 1) * step + receive)),
            List.of(runs().host(), text("Formula 1 with chunks of 32 KiB and the rates of messages of"
                + " %.0f KiB.", size / 1024)));
    }

    /** Table II: the four accesses of a transfer, at two sizes. */
    private Figure steps() {
        Values values = accesses();
        return new Figure("The four accesses of a transfer", "access", RATE, Axes.LINEAR, List.of("1: sender, "
            + STEPS[0], "2: sender, " + STEPS[1], "3: receiver, " + STEPS[2], "4: receiver, " + STEPS[3]),
            values.figure().settings().stream().map(size -> Series.named(text("%.0f KiB", size / 1024),
                Stream.of(STEPS).mapToDouble(step -> values.at(step, size)).toArray())).toList(),
            values.figure().notes());
    }

    private Values accesses() {
        return new Values(curves(STATES, "", STEPS));
    }

    /** {@return a curve over the sizes, from the rates of two of the accesses} */
    private static Series from(Values values, String name, int load, int store, DoubleBinaryOperator rate) {
        return new Series(name, false, values.figure().settings().stream().map(size -> Point.of(size,
            rate.applyAsDouble(values.at(STEPS[load], size), values.at(STEPS[store], size)))).toList());
    }

    /** The receiver's copy beside what its load and its store would give at the same time or one after the other. */
    private Figure receiver() {
        Series copy = runs().curves(COPIES, "receiver").getFirst();
        return overBytes("The receiver's copy alone", List.of(copy, from(accesses(), "parallel", 2, 3, Math::min),
            from(accesses(), "sequential", 2, 3, (load, store) -> load * store / (load + store))));
    }

    /** A copy is as fast as the slower of its load and its store (formulas 2 and 3). */
    private Figure sides() {
        return overBytes("The slower access of each side", List.of(from(accesses(), "sender", 0, 1, Math::min),
            from(accesses(), "receiver", 2, 3, Math::min)));
    }

    /** {@return the greatest over the least of all sizes and states of an access} */
    private Result spread(String access) {
        DoubleSummaryStatistics rates = laboratory.figure("putigny-fig2").series().stream()
            .filter(series -> series.name().startsWith(access)).flatMap(series -> series.points().stream())
            .mapToDouble(point -> point.sample().median()).summaryStatistics();
        return Result.of(rates.getMax() / rates.getMin(), "%.2f; %.1f to %.1f GB/s", rates.getMax() / rates.getMin(),
            rates.getMin() / GIGA, rates.getMax() / GIGA);
    }
}

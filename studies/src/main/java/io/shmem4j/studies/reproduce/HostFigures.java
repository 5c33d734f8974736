// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.report.Sample;
import java.util.DoubleSummaryStatistics;
import java.util.List;
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
    private static final String OWN = "store hit M";
    private static final String FLUSHING = "sender, flushing";
    private static final String PAST = "sender, past the caches";
    private static final String MESSAGES_PAST = "past the caches";
    private static final String BESIDE = "predicted beside it";
    private static final String[] STEPS = {"load hit M", "store hit O", "load miss M", OWN};
    /** Above the caches nearest to the cores. */
    private static final DoublePredicate BEYOND = size -> size > 128 << 10;
    /** Bytes from which on the published prediction is too high. */
    private static final int SHARED = 256 << 10;
    private static final DoublePredicate IN_SHARED = size -> size >= SHARED;
    private static final int CHUNK = 32 << 10;
    private static final int[] CHUNKS = {1, 2, 3};
    /** The family of such processors in a machine's description. */
    private static final String BULLDOZER = "(family 21,";
    private static final String RATE = "10^6 bytes/s";

    HostFigures(Laboratory laboratory) {
        super(laboratory);
        figure("putigny-fig2", () -> {
            Figure misses = curves(STATES, "Loads and stores that miss", "load miss M", "load miss E", "load miss S",
                "store miss M", "store miss E", "store miss S");
            // Each run says in how many passes both PEs were on one core.
            return new Figure(misses.title(), misses.x(), misses.y(), misses.axes(), misses.series(),
                Stream.concat(misses.notes().stream(), runs().notes(STATES)).toList());
        });
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
        table("putigny-fig13", STATES, "Stores that hit", OWN, "store hit S", "store hit O");
        table("putigny-fig14", REUSE, "A transfer by direction", "to and fro", "alternating direction");
        figure("putigny-tab1", this::chunks);
        figure("putigny-tab2", this::steps);
        figure("putigny-fig5", this::receiver);
        table("putigny-fig8", STATES, "Loads of lines that were flushed", "load miss M", "load miss M flushed",
            "load miss E");
        table("putigny-fig9", COPIES, "The sender's copy alone", "sender", FLUSHING, PAST);
        table("putigny-fig10", SENDERS, "A transfer by the sender's stores", "as usual", MESSAGES_PAST);
        table("putigny-fig12", STATES, "Stores to lines that a reader flushed", "store hit O", "store hit O flushed");
        addClaims();
    }

    private void addClaims() {
        claim("P1", () -> spread("load"));
        claim("P2", () -> spread("store"));
        claim("P3", () -> Result.of(values("putigny-fig4").most("predicted", "measured", IN_SHARED.negate())));
        claim("P15", () -> Result.of(new Sample(runs().each().map(run -> Values.of(run.curves(PREDICTION, BESIDE,
            "measured"))).mapToDouble(values -> values.least(BESIDE, "measured", IN_SHARED)).toArray()).median()));
        claim("P16", () -> Result.of(values("putigny-fig5").mean("parallel", "sequential", IN_SHARED)));
        claim("P4", () -> {
            double receiver = values("putigny-fig6").mean("target reused", "none reused", size -> true);
            double sender = values("putigny-fig6").mean("source reused", "none reused", size -> true);
            return Result.of(receiver / sender);
        });
        claim("P5", () -> Result.of(values("putigny-sides").last("receiver") / values("putigny-sides").last("sender")));
        claim("P6", () -> owned("putigny-fig13", "store hit S", "store hit O", 3));
        claim("P7", () -> owned("putigny-fig14", "alternating direction", "to and fro", 1.25));
        claim("P8", () -> Result.of(values("putigny-fig5").mean("receiver", "parallel", BEYOND.negate())));
        claim("P9", () -> Result.of(beyond("putigny-fig5", "receiver", "sequential")));
        claim("P10", () -> Result.of(100 * (beyond("putigny-fig8", "load miss M flushed", "load miss M") - 1)));
        claim("P11", () -> Result.of(100 * (beyond("putigny-fig9", PAST, "sender") - 1)));
        claim("P12", () -> Result.of(beyond("putigny-fig9", "sender", FLUSHING)));
        claim("P13", () -> Result.of(beyond("putigny-fig10", MESSAGES_PAST, "as usual")));
        claim("P14", () -> Result.of(100 * (beyond("putigny-fig12", "store hit O flushed", "store hit O") - 1)));
    }

    /** A quotient over the published one: that of AMD's Bulldozer, or 1 of processors where the paper sees nothing. */
    private Result owned(String figure, String above, String below, double published) {
        Values values = values(figure);
        double quotient = values.mean(above, below, size -> true);
        boolean bulldozer = values.figure().notes().getFirst().contains(BULLDOZER);
        return Result.of(bulldozer ? quotient / published : quotient);
    }

    /** {@return the mean of quotients beyond the caches nearest to the cores} */
    private double beyond(String figure, String above, String below) {
        return values(figure).mean(above, below, BEYOND);
    }

    private void table(String id, int number, String title, String... names) {
        figure(id, () -> curves(number, title, names));
    }

    /** {@return runs that all figures share} */
    private HostRuns runs() {
        return HostRuns.of(laboratory, "-np", "2", "--bind-to", "core", "bench", "transfer", "--flush", "yes",
            "--passes", laboratory.whole() ? "60" : "2", "--sizes", laboratory.whole()
                ? "4096,16384,65536,131072,262144,1048576,4194304,8388608" : "16384,262144");
    }

    private Figure overBytes(String title, List<Series> series) {
        return new Figure(title, "bytes", RATE, Axes.LOGARITHMIC, series, List.of(runs().host()));
    }

    /** {@return curves of a table's columns over the sizes; columns that this host can't have are left out} */
    private Figure curves(int number, String title, String... names) {
        return overBytes(title, runs().curves(number, names));
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
        Values values = new Values(curves(STATES, "", STEPS));
        return new Figure("The four accesses of a transfer", "access", RATE, Axes.LINEAR, List.of("1: sender, "
            + STEPS[0], "2: sender, " + STEPS[1], "3: receiver, " + STEPS[2], "4: receiver, " + STEPS[3]),
            values.figure().settings().stream().map(size -> Series.named(text("%.0f KiB", size / 1024),
                Stream.of(STEPS).mapToDouble(step -> values.at(step, size)).toArray())).toList(),
            values.figure().notes());
    }

    private Values accesses() {
        return measured(STATES, STEPS);
    }

    private Values measured(int table, String... names) {
        return Values.of(runs().curves(table, names));
    }

    /** {@return a curve over the sizes, from the rates of two of the accesses} */
    private static Series from(Values values, String name, int load, int store, DoubleBinaryOperator rate) {
        return new Series(name, false, values.figure().settings().stream().map(size -> Point.of(size,
            rate.applyAsDouble(values.at(STEPS[load], size), values.at(STEPS[store], size)))).toList());
    }

    /** The receiver's copy compared with its load and store in parallel and in sequence. */
    private Figure receiver() {
        Series copy = runs().curves(COPIES, "receiver").getFirst();
        return overBytes("The receiver's copy alone", List.of(copy, from(accesses(), "parallel", 2, 3, Math::min),
            from(accesses(), "sequential", 2, 3, HostFigures::oneByOne)));
    }

    private static double oneByOne(double load, double store) {
        return load * store / (load + store);
    }

    /**
     * A copy is as fast as the slower of its load and its store (formulas 2 and 3), both at the length of the message,
     * which formula 1 makes of its chunks.
     */
    private Figure sides() {
        Series sender = from(accesses(), "sender", 0, 1, Math::min);
        Series receiver = from(accesses(), "receiver", 2, 3, Math::min);
        return overBytes("The slower access of each side", List.of(sender, receiver, new Series("message", false,
            sender.points().stream().map(point -> Point.of(point.x(), pipelined(Math.max(1, point.x() / CHUNK),
                sender.median(point.x()), receiver.median(point.x())))).toList())));
    }

    private static double pipelined(double chunks, double send, double receive) {
        return chunks / (1 / send + (chunks - 1) / Math.min(send, receive) + 1 / receive);
    }

    /** {@return the fastest over the slowest rate of an access, of all sizes and states} */
    private Result spread(String access) {
        DoubleSummaryStatistics rates = laboratory.figure("putigny-fig2").series().stream()
            .filter(series -> series.name().startsWith(access)).flatMap(series -> series.points().stream())
            .mapToDouble(point -> point.sample().median()).summaryStatistics();
        return Result.of(rates.getMax() / rates.getMin());
    }
}

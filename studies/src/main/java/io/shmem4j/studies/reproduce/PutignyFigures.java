// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure;
import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.transfer.SlotPipe;
import io.shmem4j.sim.transfer.SlotPipe.Habits;
import io.shmem4j.sim.transfer.SlotPipe.Schedule;
import io.shmem4j.sim.transfer.StateRates;
import io.shmem4j.sim.transfer.StateRates.Before;
import io.shmem4j.sim.transfer.StateRates.Work;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The figures of Putigny and others, simulated on both of their machines, and the claims about them. */
final class PutignyFigures extends Figures {
    private static final String FIG4 = "putigny-fig4";
    private static final String FIG5 = "putigny-fig5";
    private static final String FIG6 = "putigny-fig6";
    private static final String FIG9 = "putigny-fig9";
    private static final String FIG13 = "putigny-fig13";
    private static final String FIG14 = "putigny-fig14";
    private static final String STEPS_TABLE = "putigny-tab2";
    private static final String SIDES = "putigny-sides";
    private static final String MEASURED = "measured";
    private static final String PREDICTED = "predicted";
    private static final String SENDER = "sender";
    private static final String RECEIVER = "receiver";
    private static final String PAST = "past the caches";
    private static final String[] STEPS = {"load hit M", "store hit S", "load miss M", "store hit M"};
    /** Above the caches nearest to the cores. */
    private static final DoublePredicate ANY = size -> true;
    private static final DoublePredicate BEYOND = size -> size > 128 << 10;
    /** From here on the published prediction is too high, and from there on it fits again. */
    private static final int SHARED = 256 << 10;
    private static final int MEMORY = 16 << 20;
    private static final DoublePredicate IN_SHARED = size -> size >= SHARED && size <= MEMORY;
    private static final int[] CHUNKS = {1, 2, 3};
    private static final int MIDDLE = 1 << 20;
    /** Up to here both buffers of a message stay in the caches. */
    private static final int CACHED = 4 << 20;
    private static final double PER_MICROSECOND = 1e6;
    private static final String NEAR = "Xeon, cores of one socket.";
    private static final String APART = "Xeon, cores of two sockets.";
    private static final String MODULES = "Opteron, two modules with a last cache, or of two sockets where it says so.";

    private final CoherentMachine xeon = CoherentMachine.load("xeon-e5-2650-x2");
    private final CoherentMachine opteron = CoherentMachine.load("opteron-6272-x4");
    private final StateRates near = new StateRates(xeon, 1);
    private final StateRates far = new StateRates(xeon, xeon.distances().socketCores());
    private final StateRates module = new StateRates(opteron, 2);
    private final StateRates socket = new StateRates(opteron, opteron.distances().socketCores());

    PutignyFigures(Laboratory laboratory) {
        super(laboratory);
        figure("putigny-fig2", () -> figure("Loads and stores that miss", NEAR,
            load(near, "load miss M", Before.MISS_MODIFIED), load(near, "load miss E", Before.MISS_EXCLUSIVE),
            load(near, "load miss S", Before.MISS_SHARED), store(near, "store miss M", Before.MISS_MODIFIED),
            store(near, "store miss E", Before.MISS_EXCLUSIVE), store(near, "store miss S", Before.MISS_SHARED)));
        figure(FIG4, () -> figure("A transfer and its prediction", NEAR, pipe(MEASURED, near, Habits.USUAL),
            values(SIDES).series(PREDICTED), from("sequential copies", SIDES, SENDER, RECEIVER,
                PutignyFigures::oneByOne), from("parallel copies", SIDES, SENDER, RECEIVER, Math::min)));
        figure("putigny-error", () -> new Figure("The prediction over what comes out", "bytes",
            "predicted / measured", Axes.LOGARITHMIC, List.of(from("predicted / measured", FIG4, PREDICTED, MEASURED,
                (predicted, measured) -> predicted / measured)), List.of(NEAR)));
        figure(FIG6, () -> figure("A transfer by what is used again", NEAR, Stream.of("both", "source", "target",
            "none").map(used -> pipe(used + " reused", near, new Habits(!used.equals("target") && !used.equals("none"),
                !used.equals("source") && !used.equals("none"), Work.COPY, true, false))).toArray(Series[]::new)));
        figure(SIDES, this::sides);
        figure("putigny-tab1", this::chunks);
        figure(FIG5, () -> figure("The receiver's copy alone", NEAR,
            copy(RECEIVER, Work.COPY, Before.MISS_MODIFIED, Before.HIT_MODIFIED),
            from("parallel", STEPS_TABLE, STEPS[2], STEPS[3], Math::min),
            from("sequential", STEPS_TABLE, STEPS[2], STEPS[3], PutignyFigures::oneByOne)));
        figure(STEPS_TABLE, () -> figure("The four accesses of a transfer", NEAR,
            load(near, STEPS[0], Before.HIT_MODIFIED), store(near, STEPS[1], Before.READ_BY_OTHER),
            load(near, STEPS[2], Before.MISS_MODIFIED), store(near, STEPS[3], Before.HIT_MODIFIED)));
        figure("putigny-fig8", () -> figure("Loads of lines that were flushed", APART,
            load(far, "load miss M", Before.MISS_MODIFIED), load(far, "flushed", Before.MODIFIED_FLUSHED)));
        figure(FIG9, () -> figure("The sender's copy alone", NEAR,
            copy(SENDER, Work.COPY, Before.HIT_MODIFIED, Before.READ_BY_OTHER),
            copy("flushing", Work.COPY_AND_FLUSH, Before.HIT_MODIFIED, Before.READ_BY_OTHER),
            copy(PAST, Work.COPY_PAST, Before.HIT_MODIFIED, Before.READ_BY_OTHER)));
        figure("putigny-fig10", () -> figure("A transfer by the sender's stores", APART,
            pipe("as usual", far, new Habits(true, true, Work.COPY, true, false)),
            pipe(PAST, far, new Habits(true, true, Work.COPY_PAST, true, false))));
        figure("putigny-fig12", () -> figure("Stores to lines that a reader flushed", APART,
            store(far, "store hit S", Before.READ_BY_OTHER), store(far, "flushed", Before.READ_BY_OTHER_FLUSHED)));
        figure(FIG13, () -> figure("Stores that hit", MODULES, Stream.of(module, socket).flatMap(place ->
            Stream.of(store(place, "to M" + place(place), Before.HIT_MODIFIED), store(place, "to S" + place(place),
                Before.READ_FROM_OTHER), store(place, "to O" + place(place), Before.READ_BY_OTHER)))
            .toArray(Series[]::new)));
        figure(FIG14, () -> figure("A transfer by direction", MODULES, Stream.of(module, near).flatMap(place ->
            Stream.of(false, true).map(same -> pipe((same ? "same slots, " : "slots of each direction, ")
                + (place == near ? "Xeon" : "Opteron"), place, new Habits(true, true, Work.COPY, true, same))))
            .toArray(Series[]::new)));
        addClaims();
    }

    private void addClaims() {
        claim("P1", () -> spread("load"));
        claim("P2", () -> spread("store"));
        claim("P3", () -> farthest("P3", FIG4, PREDICTED, MEASURED, size -> size < SHARED));
        claim("P15", () -> Result.of(values(FIG4).least(PREDICTED, MEASURED, IN_SHARED)));
        claim("P17", () -> farthest("P17", FIG4, PREDICTED, MEASURED, size -> size > MEMORY));
        claim("P16", () -> Result.of(values(FIG5).mean("parallel", "sequential", size -> size >= SHARED)));
        claim("P4", () -> Result.of(reused("source") / reused("target")));
        claim("P5", () -> Result.of(mean(SIDES, RECEIVER, SENDER, IN_SHARED)));
        claim("P6", () -> Result.of(mean(FIG13, "to S", "to O")));
        claim("P18", () -> Result.of(mean(FIG13, "to S, sockets apart", "to O, sockets apart")));
        claim("P7", () -> Result.of(mean(FIG14, "same slots, Opteron", "slots of each direction, Opteron")));
        claim("P23", () -> farthest("P23", FIG14, "same slots, Opteron", "slots of each direction, Opteron", ANY));
        claim("P19", () -> farthest("P19", FIG14, "same slots, Xeon", "slots of each direction, Xeon", ANY));
        claim("P8", () -> farthest("P8", FIG5, RECEIVER, "parallel", BEYOND.negate()));
        claim("P9", () -> farthest("P9", FIG5, RECEIVER, "sequential", BEYOND));
        claim("P10", () -> gain("putigny-fig8", "flushed", "load miss M"));
        claim("P11", () -> Result.of(extreme("P11", 100 * (values(FIG9).least(PAST, SENDER, ANY) - 1),
            100 * (values(FIG9).most(PAST, SENDER, ANY) - 1))));
        claim("P12", () -> Result.of(mean(FIG9, SENDER, "flushing", BEYOND)));
        claim("P13", () -> Result.of(mean("putigny-fig10", PAST, "as usual", BEYOND)));
        claim("P20", () -> Result.of(otherStates()));
        claim("P21", () -> Result.of(extreme("P21", sizes(SlotPipe.CHUNK, MEMORY).mapToDouble(this::formula)
            .toArray())));
        claim("P22", () -> Result.of(byState()));
        claim("P14", () -> gain("putigny-fig12", "flushed", "store hit S"));
    }

    private Result gain(String figure, String above, String below) {
        return Result.of(100 * (mean(figure, above, below, BEYOND) - 1));
    }

    private double mean(String figure, String above, String below) {
        return mean(figure, above, below, ANY);
    }

    private double mean(String figure, String above, String below, DoublePredicate accepted) {
        return values(figure).mean(above, below, accepted);
    }

    /** {@return the quotient of two curves that is farthest from the middle of the claim's range} */
    private Result farthest(String claim, String figure, String above, String below, DoublePredicate accepted) {
        return Result.of(extreme(claim, values(figure).least(above, below, accepted),
            values(figure).most(above, below, accepted)));
    }

    /** {@return the gain or loss by using a buffer again, in the mean of all sizes} */
    private double reused(String buffer) {
        Values values = values(FIG6);
        return IntStream.of(sizes()).mapToDouble(size -> Math.abs(values.at(buffer + " reused", size)
            / values.at("none reused", size) - 1)).average().orElseThrow();
    }

    private static String place(StateRates place) {
        return place.other() > 2 ? ", sockets apart" : "";
    }

    private int[] sizes() {
        return laboratory.whole() ? IntStream.rangeClosed(12, 25).map(bits -> 1 << bits).toArray()
            : new int[] {16 << 10, SHARED, 2 * MEMORY};
    }

    private IntStream sizes(int from, int to) {
        return IntStream.of(sizes()).filter(size -> size >= from && size <= to);
    }

    private Series curve(String name, IntToDoubleFunction rate) {
        return Series.of(name, sizes(), rate);
    }

    private Series load(StateRates rates, String name, Before before) {
        return curve(name, size -> rates.rate(Work.LOAD, before, Before.NOBODY, size));
    }

    private Series store(StateRates rates, String name, Before before) {
        return curve(name, size -> rates.rate(Work.STORE, Before.NOBODY, before, size));
    }

    private Series copy(String name, Work work, Before from, Before to) {
        return curve(name, size -> near.rate(work, from, to, size));
    }

    private Series pipe(String name, StateRates place, Habits habits) {
        return curve(name, size -> SlotPipe.rate(place.machine(), place.other(), size, habits));
    }

    private static Figure figure(String title, String where, Series... series) {
        return new Figure(title, "bytes", "10^6 bytes/s", Axes.LOGARITHMIC, List.of(series), List.of(where));
    }

    private Series from(String name, String figure, String one, String other, DoubleBinaryOperator rate) {
        Values values = values(figure);
        return curve(name, size -> rate.applyAsDouble(values.at(one, size), values.at(other, size)));
    }

    private static double oneByOne(double one, double other) {
        return one * other / (one + other);
    }

    /** Each side by formulas 2 and 3, with rates at the length of the message, and the message by formula 1. */
    private Figure sides() {
        Series sender = from(SENDER, STEPS_TABLE, STEPS[0], STEPS[1], Math::min);
        Series receiver = from(RECEIVER, STEPS_TABLE, STEPS[2], STEPS[3], Math::min);
        return figure("The slower access of each side", NEAR, sender, receiver, curve(PREDICTED, size ->
            pipelined(Math.max(1, size / SlotPipe.CHUNK), sender.median(size), receiver.median(size))));
    }

    private static double pipelined(double chunks, double send, double receive) {
        return chunks / (1 / send + (chunks - 1) / Math.min(send, receive) + 1 / receive);
    }

    /** Table I: both sides copy at the same time, each another chunk. */
    private Figure chunks() {
        Schedule three = SlotPipe.schedule(xeon, near.other(), CHUNKS.length * SlotPipe.CHUNK);
        return new Figure("A pipelined transfer of three chunks", "chunk", "time when it is copied [us]", Axes.LINEAR,
            List.of("1", "2", "3"), List.of(
                Series.of(SENDER, CHUNKS, chunk -> three.sent().get(chunk - 1) / PER_MICROSECOND),
                Series.of(RECEIVER, CHUNKS, chunk -> three.received().get(chunk - 1) / PER_MICROSECOND)),
            List.of(NEAR));
    }

    /** {@return formula 1, with the mean times of the simulated copies, over the simulated time} */
    private double formula(int size) {
        Schedule done = SlotPipe.schedule(xeon, near.other(), size);
        double chunks = done.sent().size();
        double send = chunks / done.copying()[0];
        double receive = chunks / done.copying()[1];
        return chunks / pipelined(chunks, send, receive) / done.received().getLast();
    }

    /** {@return of how many accesses the lines aren't in the states of table II} */
    private long otherStates() {
        return sizes(0, CACHED).mapToLong(size -> {
            boolean[] differs = SlotPipe.schedule(xeon, near.other(), size).differs();
            return IntStream.range(0, differs.length).filter(access -> differs[access]).count();
        }).sum();
    }

    /** {@return the fastest of loads over the slowest, by state, if as many lines are missing} */
    private double byState() {
        List<Before> states = List.of(Before.MISS_MODIFIED, Before.MISS_EXCLUSIVE, Before.MISS_SHARED);
        DoubleSummaryStatistics rates = states.stream().mapToDouble(before ->
            near.rate(Work.LOAD, before, Before.NOBODY, MIDDLE)).summaryStatistics();
        boolean equal = states.stream().mapToLong(before ->
            near.misses(Work.LOAD, before, Before.NOBODY, MIDDLE)).distinct().count() == 1;
        return equal ? rates.getMax() / rates.getMin() : 1;
    }

    /** {@return the fastest over the slowest rate of an access, of all sizes and states} */
    private Result spread(String access) {
        DoubleSummaryStatistics rates = values("putigny-fig2").figure().series().stream()
            .filter(series -> series.name().startsWith(access)).flatMap(series -> series.points().stream())
            .mapToDouble(point -> point.sample().median()).summaryStatistics();
        return Result.of(rates.getMax() / rates.getMin());
    }
}

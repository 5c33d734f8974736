// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.choice.Guide;
import io.shmem4j.explore.choice.Recorder;
import io.shmem4j.explore.choice.Strategy;
import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Options;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs the schedules of a strategy until one fails, all have been run, or a bound is reached. */
public final class Explorer {
    /** Limits of the search for failures without late stores, after a failure with late stores. */
    private static final int PROOF_RUNS = 10_000;
    private static final long PROOF_STEPS = 500_000;
    private static final int PASSING_RUNS = 100;
    private static final int SHRINKING_RUNS = 2_000;
    private static final long SHRINKING_STEPS = 2_000_000;
    static final String UNSHRUNK = String.format(Locale.ROOT, "Not all of these steps may be needed: shrinking stopped"
        + " after %,d schedules or %,d steps.", SHRINKING_RUNS, SHRINKING_STEPS);
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Jobs jobs;
    private Options options;
    private final Supplier<String> result;
    private final boolean sameResult;
    private final Map<String, Long> results = new TreeMap<>();
    private Consumer<String> progress = line -> { };
    private long runs;
    private long tooLong;
    private long finished;
    private long distinct;
    /** The number of steps after which no further schedule is begun. */
    private long mostSteps = Long.MAX_VALUE;
    private List<Integer> cutOff;
    private String firstResult;
    private Found proof;

    /**
     * Result of an exploration.
     *
     * @param runs     the number of schedules that were run
     * @param nanos    the time they took
     * @param complete whether all schedules have been covered
     * @param tooLong  how many schedules exceeded the maximum number of steps
     * @param cutOff   the last one of these if no schedule has come to its end, or null
     * @param results  how often each result of the program occurred
     * @param failure  the first schedule that failed, or null
     */
    public record Found(long runs, long nanos, boolean complete, long tooLong, List<Integer> cutOff,
        Map<String, Long> results, Failure failure) {
        /** {@return text such as "1,234 schedules in 0.5 s (2,468 a second)"} */
        public String amount() {
            double seconds = nanos * 1e-9;
            return String.format(Locale.ROOT, "%,d %s in %.1f s (%,.0f a second)", runs,
                runs == 1 ? "schedule" : "schedules", seconds, runs / Math.max(seconds, 1e-9));
        }
    }

    /**
     * A failing schedule.
     *
     * @param schedule its choices, for a {@link Guide}
     * @param ending   how it fails
     * @param shrunk   whether shrinking has tried all that it can remove
     */
    public record Failure(List<Integer> schedule, Ending ending, boolean shrunk) {
    }

    /**
     * Explores a program.
     *
     * @param result     returns the result of the last run, or null
     * @param sameResult whether a result that differs from that of the default schedule is a failure
     */
    public Explorer(Jobs jobs, Options options, Supplier<String> result, boolean sameResult) {
        this.jobs = jobs;
        this.options = options;
        this.result = result;
        this.sameResult = sameResult;
    }

    /** Sets a listener for lines about the progress. */
    public Explorer onProgress(Consumer<String> listener) {
        progress = listener;
        return this;
    }

    public Found explore(Strategy strategy, long mostRuns, long mostNanos) {
        long start = System.nanoTime();
        long reported = start;
        Failure failure = sameResult ? reference() : null;
        boolean complete = false;
        long steps = 0;
        while (failure == null && runs < mostRuns && steps < mostSteps) {
            long now = System.nanoTime();
            if (now - start > mostNanos) {
                break;
            }
            if (now - reported > PROGRESS_NANOS) {
                reported = now;
                progress.accept("so far " + found(now - start, false, null).amount()
                    + (distinct == 0 ? "" : String.format(Locale.ROOT, ", %,d of them different", distinct)));
            }
            Chooser chooser = strategy.next(tooLong > 0);
            if (chooser == null) {
                // Where dead PEs restart, too few programs have been compared with samples.
                complete = tooLong == 0 && !(options.deaths() > 0 && options.has(Options.Trait.RETURNS));
                break;
            }
            Recorder recorder = new Recorder(chooser);
            Ending ending = judged(jobs.run(options, recorder, Jobs.Watcher.NOBODY));
            runs++;
            steps += recorder.steps();
            finished += ending.kind() == Ending.Manner.FINISHED ? 1 : 0;
            if (ending.kind() == Ending.Manner.TOO_LONG) {
                tooLong++;
                cutOff = finished == 0 ? recorder.actors() : null;
            }
            distinct += strategy.searches(chooser) && ending.kind() != Ending.Manner.LEFT ? 1 : 0;
            if (ending.failed()) {
                failure = new Failure(recorder.actors(), ending, false);
            }
        }
        return found(System.nanoTime() - start, complete, failure);
    }

    /**
     * Runs the default schedule, in which all stores arrive at once, and {@return its failure, or null} Its result is
     * the one that others are compared with.
     *
     * @throws IllegalStateException if a second run has another result
     */
    public Failure reference() {
        Ending ending = replay(List.of(), Jobs.Watcher.NOBODY);
        if (!ending.failed() && replay(List.of(), Jobs.Watcher.NOBODY).kind() == Ending.Manner.DIFFERS) {
            throw new IllegalStateException("the same schedule has had different results (" + results.keySet()
                + "), so results can't be compared: they depend on time, on random numbers without a seed, on static"
                + " fields, or on another thread");
        }
        results.clear();
        return ending.failed() ? new Failure(List.of(), ending, true) : null;
    }

    private Found found(long nanos, boolean complete, Failure failure) {
        return new Found(runs, nanos, complete, tooLong, finished == 0 ? cutOff : null, results, failure);
    }

    /** {@return the ending of a run, or a failure if its result differs} */
    private Ending judged(Ending ending) {
        String said = ending.kind() == Ending.Manner.FINISHED ? result.get() : null;
        if (said == null) {
            return ending;
        }
        results.merge(said, 1L, Long::sum);
        firstResult = firstResult == null ? said : firstResult;
        return !sameResult || said.equals(firstResult) ? ending : new Ending(Ending.Manner.DIFFERS, -1, null,
            "the results are \"" + said.strip() + "\" here and \"" + firstResult.strip() + "\" in another schedule");
    }

    /** Runs a schedule and {@return how it ends} */
    public Ending replay(List<Integer> schedule, Jobs.Watcher watcher) {
        return judged(jobs.run(options, new Guide(schedule), watcher));
    }

    /** {@return whether a schedule passes once the program has one more call behind a late access} */
    boolean passes(List<Integer> schedule, Step late, Jobs.Ordering added) {
        return !judged(jobs.run(options, new Guide(schedule), Jobs.Watcher.NOBODY,
            begun -> begun.actor() == late.actor() ? added : Jobs.Ordering.NONE)).failed();
    }

    /** {@return whether a schedule passes once an early load is made in its turn} */
    boolean passesWithout(List<Integer> schedule, Step early) {
        List<Integer> turned = new ArrayList<>(schedule);
        turned.replaceAll(choice -> choice == early.choice() ? (Integer) early.actor() : choice);
        return !replay(turned, Jobs.Watcher.NOBODY).failed();
    }

    /** {@return the rows of a schedule that passes with stores and loads in order; none if none was found} */
    List<Row> passingRows() {
        Explorer inOrder = new Explorer(jobs, options.onTime(), result, sameResult);
        Strategy random = Strategy.of("random", 1);
        for (int run = 0; run < PASSING_RUNS; run++) {
            Rows passing = new Rows(jobs);
            if (!inOrder.judged(jobs.run(inOrder.options, random.next(false), passing)).failed()) {
                return passing.all();
            }
        }
        return List.of();
    }

    /** {@return the options of the schedules that are replayed} */
    public Options options() {
        return options;
    }

    /**
     * {@return the failure with the smallest schedule that was found} Schedules without late stores and early loads are
     * smaller than all others; if one of these fails, all later replays are without them.
     */
    public Failure simplest(Failure failure) {
        Failure smallest = shrink(failure);
        if (isWeak(smallest)) {
            Explorer inOrder = new Explorer(jobs, options.onTime(), result, sameResult);
            inOrder.mostSteps = PROOF_STEPS;
            proof = inOrder.explore(Strategy.of("dpor", 0), PROOF_RUNS, Long.MAX_VALUE);
            if (proof.failure() == null && !proof.complete()) {
                // The first schedules differ at their ends only.
                proof = inOrder.explore(Strategy.of("random", 1), 2 * PROOF_RUNS, Long.MAX_VALUE);
            }
            if (proof.failure() != null) {
                options = inOrder.options;
                firstResult = inOrder.firstResult;
                smallest = shrink(proof.failure());
            }
        }
        return smallest;
    }

    /** {@return whether a schedule contains late stores or early loads} */
    boolean isWeak(Failure failure) {
        return failure.schedule().stream().anyMatch(choice -> choice >= jobs.pes() || Step.isEarly(choice));
    }

    private Failure shrink(Failure failure) {
        int[] left = {SHRINKING_RUNS};
        long[] steps = new long[1];
        boolean[] stopped = new boolean[1];
        List<Integer> smallest = new Shrinking(jobs.pes(), failure.schedule(), schedule -> {
            stopped[0] = --left[0] < 0 || steps[0] > SHRINKING_STEPS;
            if (stopped[0]) {
                throw new CancellationException();
            }
            Guide guide = new Guide(schedule);
            Recorder recorder = new Recorder(guide);
            Ending ending = judged(jobs.run(options, recorder, Jobs.Watcher.NOBODY));
            steps[0] += recorder.steps();
            return ending.resembles(failure.ending()) ? guide.used() : null;
        }).shrink();
        return new Failure(smallest, replay(smallest, Jobs.Watcher.NOBODY), !stopped[0]);
    }

    /** {@return the exploration without late stores and early loads, in which no schedule fails} */
    Found proof() {
        return proof;
    }
}

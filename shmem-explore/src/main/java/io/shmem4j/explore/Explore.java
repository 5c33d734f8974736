// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import io.shmem4j.Shmem.Program;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.explore.choice.Strategy;
import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Options;
import io.shmem4j.explore.run.Options.Trait;
import io.shmem4j.explore.story.Explorer;
import io.shmem4j.explore.story.Story;
import io.shmem4j.pe.LocalHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs a program by many schedules, with stores as late as the specification permits, until a schedule fails.
 *
 * <pre>{@code
 * Explore.run(2, () -> {
 *     try (Shmem shmem = Shmem.init()) {
 *         ...
 *         assertEquals(42, data.get(0));
 *     }
 * });
 * }</pre>
 *
 * <p>The program runs many times in this JVM, one PE at a time. Equal schedules must have equal effects: the program
 * must not depend on time, unseeded random numbers, or static fields that an earlier run has changed.
 */
public final class Explore {
    private static final long STANDARD_SCHEDULES = 100_000;
    private static final double STANDARD_SECONDS = 60;

    private final Options options;
    private final long seed;
    private final long schedules;
    private final double seconds;
    private final Supplier<String> result;
    private final boolean same;

    private Explore(Options options, long seed, long schedules, double seconds, Supplier<String> result, boolean same) {
        Strategy.of(options.strategy(), seed);
        this.options = options;
        this.seed = seed;
        this.schedules = schedules;
        this.seconds = seconds;
        this.result = result;
        this.same = same;
    }

    /**
     * Results of an exploration.
     *
     * @param schedules the number of schedules that were run
     * @param complete  whether every other schedule is equivalent to one of these; false where dead PEs restart
     * @param results   how often each result of {@link #results} occurred
     */
    public record Tried(long schedules, boolean complete, Map<String, Long> results) {
    }

    /** {@return the default exploration: all schedules of small programs, samples of larger programs' schedules} */
    public static Explore standard() {
        return new Explore(Options.STANDARD, 1, STANDARD_SCHEDULES, STANDARD_SECONDS, () -> null, false);
    }

    /**
     * {@return the exploration that a text describes, such as {@code dpor crash}}
     *
     * @param words a strategy as in {@link #strategy}, followed by any of {@code crash} for {@link #crash one death}
     *     with a restart, {@code stay-dead} for a death without one, {@code spurious}, {@code linearize},
     *     {@code on-time}, {@code early} for {@link #earlyLoads}
     */
    public static Explore of(String words) {
        return standard().with(Options.STANDARD.with(words));
    }

    /**
     * Explores a program by the {@link #standard} exploration.
     *
     * @param nPes    the number of PEs
     * @param program the code that each PE runs
     * @return the results
     * @throws JobFailedException if a schedule fails; the message contains its steps
     */
    public static Tried run(int nPes, Program program) {
        return standard().explore(nPes, program);
    }

    /**
     * {@return this exploration with another strategy}
     *
     * @param newStrategy auto, dpor, pct[:DEPTH], pos or random
     * @param newSeed     the seed of random choices
     */
    public Explore strategy(String newStrategy, long newSeed) {
        return new Explore(options.by(newStrategy), newSeed, schedules, seconds, result, same);
    }

    /**
     * {@return this exploration with other bounds}
     *
     * @param mostSchedules the maximum number of schedules
     * @param mostSeconds   the maximum time
     * @param mostSteps     the maximum number of steps in a schedule
     */
    public Explore bounds(long mostSchedules, double mostSeconds, int mostSteps) {
        return new Explore(options.within(mostSteps), seed, mostSchedules, mostSeconds, result, same);
    }

    private Explore with(Options newOptions) {
        return new Explore(newOptions, seed, schedules, seconds, result, same);
    }

    /** {@return this exploration with stores and loads in the order of the program} */
    public Explore withoutLateStores() {
        return with(options.onTime());
    }

    /**
     * {@return this exploration with loads that are made before earlier loads, as on ARM and on accelerators} Nothing
     * makes a load earlier than a wait, a {@code quiet} or a fetching atomic before it. The library itself keeps loads
     * in order; so this is for protocols that are to run elsewhere.
     */
    public Explore earlyLoads() {
        return with(options.with(Trait.EARLY, true));
    }

    /** {@return this exploration with the library's own accesses as steps, for tests of the library} */
    public Explore ofLibrary() {
        return with(options.with(Trait.LIBRARY, true));
    }

    /**
     * {@return this exploration with deaths of PEs at any step, in a fault-tolerant job}
     *
     * @param deaths  the maximum number of deaths in a schedule
     * @param returns whether dead PEs restart, as with {@code oshrun --respawn}; if not, PEs die only after all have
     *     met, and the survivors continue
     */
    public Explore crash(int deaths, boolean returns) {
        return with(options.mortal(deaths, returns));
    }

    /** {@return this exploration with spurious wake-ups, spurious failures of lock tests, and early timeouts} */
    public Explore spurious() {
        return with(options.with(Trait.SPURIOUS, true));
    }

    /** {@return this exploration with a check that maps, queues and pools are linearizable} */
    public Explore linearizable() {
        return with(options.with(Trait.LINEARIZES, true));
    }

    /**
     * {@return this exploration for a program with results}
     *
     * @param ofRun called after each run, returns its result
     * @param equal whether a schedule fails if its result differs from that of the schedule in which all stores arrive
     *     at once
     */
    public Explore results(Supplier<String> ofRun, boolean equal) {
        return new Explore(options, seed, schedules, seconds, Objects.requireNonNull(ofRun, "ofRun"), equal);
    }

    /**
     * Explores a program.
     *
     * @param nPes    the number of PEs
     * @param program the code that each PE runs
     * @return the results
     * @throws JobFailedException if a schedule fails, or all take too many steps; the message contains the steps
     */
    public Tried explore(int nPes, Program program) {
        Objects.requireNonNull(program, "program");
        List<Future<Tried>> tried = new ArrayList<>();
        LocalHost.lend(nPes, memory -> Jobs.in(memory, nPes, pe -> program.run()), jobs -> {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                tried.add(threads.submit(() -> explore(jobs)));
            }
        });
        if (tried.getFirst().state() == Future.State.SUCCESS) {
            return tried.getFirst().resultNow();
        }
        if (tried.getFirst().exceptionNow() instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) tried.getFirst().exceptionNow();
    }

    private Tried explore(Jobs jobs) {
        Explorer explorer = new Explorer(jobs, options, result, same);
        Explorer.Found found = explorer.explore(Strategy.of(options.strategy(), seed), schedules,
            (long) (seconds * TimeUnit.SECONDS.toNanos(1)));
        if (found.failure() != null) {
            Story story = new Story(jobs, explorer, explorer.simplest(found.failure()));
            Throwable cause = story.ending().thrown();
            TreeMap<Integer, Throwable> failures = new TreeMap<>();
            if (cause != null) {
                failures.put(story.ending().pe(), cause);
            }
            throw new JobFailedException(Story.sentence(story.ending()) + ", after " + found.amount() + ":\n"
                + story.text(), cause, failures);
        }
        if (found.cutOff() != null) {
            throw new JobFailedException("no schedule has come to its end, of " + found.amount()
                + "; the last one was cut off here:\n" + Story.lastSteps(jobs, explorer, found.cutOff()), null,
                new TreeMap<>());
        }
        return new Tried(found.runs(), found.complete(), Map.copyOf(found.results()));
    }
}

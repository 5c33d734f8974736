// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import io.shmem4j.Shmem.Program;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.explore.choice.Strategy;
import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Options;
import io.shmem4j.explore.story.Explorer;
import io.shmem4j.explore.story.Story;
import io.shmem4j.pe.LocalHost;
import io.shmem4j.shm.LocalMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs a program by many schedules, with stores that arrive as late as the specification allows, until one of them
 * fails.
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
 * <p>The program runs many times in this JVM; one PE goes on at a time. It must do the same whenever the schedule is
 * the same, and leave nothing in static fields that the next run depends on.
 */
public final class Explore {
    private static final long STANDARD_SCHEDULES = 100_000;
    private static final double STANDARD_SECONDS = 60;
    private static final int STANDARD_STEPS = 20_000;

    private final String strategy;
    private final long seed;
    private final long schedules;
    private final double seconds;
    private final Options options;
    private final Supplier<String> result;
    private final boolean same;

    private Explore(String strategy, long seed, long schedules, double seconds, Options options,
        Supplier<String> result, boolean same) {
        Strategy.of(strategy, seed);
        this.strategy = strategy;
        this.seed = seed;
        this.schedules = schedules;
        this.seconds = seconds;
        this.options = options;
        this.result = result;
        this.same = same;
    }

    /**
     * Results of an exploration.
     *
     * @param schedules how many schedules were run
     * @param complete  whether all others have the same results as one of them
     * @param results   the results of the program that {@link #results} has asked for, and how often each came
     */
    public record Tried(long schedules, boolean complete, Map<String, Long> results) {
    }

    /** {@return the usual exploration: all schedules of small programs, and samples of those of larger ones} */
    public static Explore standard() {
        return new Explore("auto", 1, STANDARD_SCHEDULES, STANDARD_SECONDS,
            new Options(true, false, STANDARD_STEPS, 0, true, false, false), () -> null, false);
    }

    /**
     * {@return the exploration that some words ask for, as in {@code dpor crash}}
     *
     * @param words a strategy as in {@link #strategy}, and then {@code crash} for {@link #crash one death} that is
     *              followed by another life, {@code stay-dead} for one that is not, {@code spurious},
     *              {@code linearize}, {@code on-time}
     */
    public static Explore of(String words) {
        Explore explore = standard();
        for (String word : words.strip().split("\\s+")) {
            explore = switch (word) {
                case "crash" -> explore.crash(1, true);
                case "stay-dead" -> explore.crash(1, false);
                case "spurious" -> explore.spurious();
                case "linearize" -> explore.linearizable();
                case "on-time" -> explore.withoutLateStores();
                default -> explore.strategy(word, explore.seed);
            };
        }
        return explore;
    }

    /**
     * Explores a program as {@link #standard} does.
     *
     * @param nPes    number of PEs
     * @param program what each of them runs
     * @return what was tried
     * @throws JobFailedException with the story of a schedule that fails, if there is one
     */
    public static Tried run(int nPes, Program program) {
        return standard().explore(nPes, program);
    }

    /**
     * {@return the same by another strategy}
     *
     * @param newStrategy auto, dpor, pct[:DEPTH], pos or random
     * @param newSeed     for what is drawn
     */
    public Explore strategy(String newStrategy, long newSeed) {
        return new Explore(newStrategy, newSeed, schedules, seconds, options, result, same);
    }

    /**
     * {@return the same with other bounds}
     *
     * @param mostSchedules how many schedules are run at most
     * @param mostSeconds   how long
     * @param mostSteps     how many accesses a schedule may have
     */
    public Explore bounds(long mostSchedules, double mostSeconds, int mostSteps) {
        return new Explore(strategy, seed, mostSchedules, mostSeconds, options.bounded(mostSteps), result, same);
    }

    private Explore with(Options newOptions) {
        return new Explore(strategy, seed, schedules, seconds, newOptions, result, same);
    }

    /** {@return the same with stores that arrive at once} */
    public Explore withoutLateStores() {
        return with(options.onTime());
    }

    /** {@return the same with the library's own accesses as steps, too: for tests of the library} */
    public Explore ofLibrary() {
        return with(options.ofLibrary());
    }

    /**
     * {@return the same with deaths of PEs at any step, in a job that outlives them}
     *
     * @param deaths  how many die in a schedule, at most
     * @param returns whether each begins another life, as by {@code oshrun --respawn}; otherwise the others go on
     *                without it, and it dies when all have met first
     */
    public Explore crash(int deaths, boolean returns) {
        return with(options.mortal(deaths, returns));
    }

    /** {@return the same with spurious wake-ups, spurious failures of lock tests, and limits that pass early} */
    public Explore spurious() {
        return with(options.ofSpurious());
    }

    /**
     * {@return the same with a check of containers: of each map, queue and pool, the operations must have results as if
     * each had happened at one moment between its call and its return}
     */
    public Explore linearizable() {
        return with(options.ofHistory());
    }

    /**
     * {@return the same for a program with results}
     *
     * @param ofRun called when a run has ended, for what it has come to
     * @param equal whether all schedules must have the same
     */
    public Explore results(Supplier<String> ofRun, boolean equal) {
        return new Explore(strategy, seed, schedules, seconds, options, Objects.requireNonNull(ofRun, "ofRun"), equal);
    }

    /**
     * Explores a program.
     *
     * @param nPes    number of PEs
     * @param program what each of them runs
     * @return what was tried
     * @throws JobFailedException with the story of a schedule that fails, if there is one
     */
    public Tried explore(int nPes, Program program) {
        Objects.requireNonNull(program, "program");
        Tried[] tried = new Tried[1];
        Guest guest = new Guest();
        LocalHost.lend(nPes, guest, memory -> guest.jobs = Guest.jobs(nPes, memory, program),
            () -> tried[0] = guest.explore(this));
        return tried[0];
    }

    /** The host of explored PEs, beside which the JVM's own threads go on. */
    private static final class Guest extends io.shmem4j.spi.Host {
        private Jobs jobs;

        private Tried explore(Explore how) {
            Throwable[] thrown = new Throwable[1];
            Tried[] tried = new Tried[1];
            Thread thread = Thread.ofVirtual().name("explore").unstarted(() -> tried[0] = how.explore(jobs));
            thread.setUncaughtExceptionHandler((of, what) -> thrown[0] = what);
            thread.start();
            join(thread);
            switch (thrown[0]) {
                case null -> {
                    return tried[0];
                }
                case RuntimeException exception -> throw exception;
                case Error error -> throw error;
                default -> throw new IllegalStateException(thrown[0]);
            }
        }

        private static void join(Thread thread) {
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private static Jobs jobs(int nPes, LocalMemory memory, Program program) {
            try {
                return new Jobs(nPes, memory.heapBytes(nPes), () -> {
                    try {
                        memory.begin();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }, pe -> program.run());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean hasPe() {
            return jobs.hasPe();
        }

        @Override
        public io.shmem4j.spi.Backend backend() {
            return jobs.backend();
        }

        @Override
        public void run(int nPes, Task task) {
            jobs.run(nPes, task);
        }
    }

    private Tried explore(Jobs jobs) {
        Explorer explorer = new Explorer(jobs, options, result, same);
        Explorer.Found found = explorer.explore(Strategy.of(strategy, seed), schedules,
            (long) (seconds * TimeUnit.SECONDS.toNanos(1)));
        if (found.failure() != null) {
            Story story = new Story(jobs, explorer, explorer.shrink(found.failure()));
            Throwable cause = story.ending().thrown();
            TreeMap<Integer, Throwable> failures = new TreeMap<>();
            if (cause != null) {
                failures.put(story.ending().pe(), cause);
            }
            throw new JobFailedException(Story.sentence(story.ending()) + ", after " + found.amount() + ":\n"
                + story.text(), cause, failures);
        }
        return new Tried(found.runs(), found.complete(), Map.copyOf(found.results()));
    }
}

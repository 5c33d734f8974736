// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.report.Progress;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Prints the plan and the progress of a measurement of minutes: at its start the plan, the time that it takes about,
 * and how to choose less; then its progress, by a bar on a terminal, elsewhere by a line now and then.
 */
public final class LongRun implements AutoCloseable {
    /** Shorter runs are over before a user has read the line. */
    private static final double SHORT = 20;
    private static final double LINE_SECONDS = 30;
    private static final double NANO = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final int steps;
    private final double expected;
    private final Progress progress;
    private final PrintStream err;
    private final LongSupplier clock;
    private final long start;
    private double nextLine = LINE_SECONDS;
    private double expectedSoFar;
    private int done;

    /** A run whose surroundings a test has made. */
    LongRun(String name, int steps, double expected, Progress progress, PrintStream err, LongSupplier clock) {
        this.name = name;
        this.steps = steps;
        this.expected = expected;
        this.progress = progress;
        this.err = err;
        this.clock = clock;
        this.start = clock.getAsLong();
        progress.plan(steps);
    }

    /** {@return a run that begins now}, named by the words after {@code oshrun} */
    public static LongRun of(String name, int steps, double seconds) {
        return new LongRun(name, steps, seconds, Progress.toTerminal(), System.err, System::nanoTime);
    }

    /** Prints the plan, if the run takes long enough. */
    public LongRun tell(String what, String less) {
        if (expected >= SHORT) {
            err.println("oshrun " + name + ": " + what + ", about " + Progress.inWords(expected) + "; " + less);
        }
        return this;
    }

    public void step(String what, double seconds) {
        double elapsed = (clock.getAsLong() - start) / NANO;
        String left = done == 0 ? "" : Progress.inWords(left(elapsed)) + " left, ";
        progress.step(left + what);
        if (!progress.isShown() && elapsed >= nextLine) {
            nextLine = elapsed + LINE_SECONDS;
            err.println("oshrun " + name + ": " + done + " of " + steps + " runs done, about " + left + "now " + what);
        }
        expectedSoFar += seconds;
        done++;
    }

    /** {@return seconds to the end}, where steps go on to take longer or less than expected as they have done */
    private double left(double elapsed) {
        double pace = expectedSoFar > 0 ? elapsed / expectedSoFar : 1;
        return pace * Math.max(0, expected - expectedSoFar);
    }

    @Override
    public void close() {
        progress.close();
    }
}

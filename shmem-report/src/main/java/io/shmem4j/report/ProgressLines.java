// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lines in place of a bar where there is no terminal: one at the start of a long run, and one now and then on how far
 * it is.
 */
final class ProgressLines {
    /** Shorter runs are over before a user has read the line. */
    private static final double SHORT = 20;
    private static final double LINE_SECONDS = 30;
    private static final double NANO = TimeUnit.SECONDS.toNanos(1);

    private final double stepSeconds;
    private final String less;
    private final PrintStream err;
    private final LongSupplier clock;
    private final long start;
    private double nextLine = LINE_SECONDS;
    private String name = "";
    private int announced;

    /** Lines for steps that take some seconds at most, which the user may shorten. */
    ProgressLines(double stepSeconds, String less, PrintStream err, LongSupplier clock) {
        this.stepSeconds = stepSeconds;
        this.less = less;
        this.err = err;
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    /** Names the part of the run that begins now. */
    void begin(String part) {
        name = part;
    }

    void step(int done, int total, String what) {
        double expected = (total - announced) * stepSeconds;
        if (total > announced && expected >= SHORT) {
            err.println("oshrun " + name + ": " + (total - announced) + " values, up to about "
                + Progress.inWords(expected) + "; " + less);
        }
        announced = total;
        double elapsed = (clock.getAsLong() - start) / NANO;
        if (elapsed >= nextLine) {
            nextLine = elapsed + LINE_SECONDS;
            err.println("oshrun " + name + ": " + done + " of " + total + " values measured after "
                + Progress.inWords(elapsed) + ", now " + what);
        }
    }
}

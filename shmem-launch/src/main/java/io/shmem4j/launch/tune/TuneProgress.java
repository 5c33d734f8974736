// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import java.io.Console;
import java.util.Locale;

/** A line on the terminal that says what is measured and how much of its time is over; nothing where there is none. */
final class TuneProgress extends Thread implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 500;
    private static final int WIDTH = 30;

    private final boolean shown;
    private final boolean said;
    private String what = "";
    private long begin;
    private double seconds;
    private boolean over;

    /**
     * A line.
     *
     * @param quiet never to show it
     * @param verbose to say what begins, whether there is a terminal or not
     */
    TuneProgress(boolean quiet, boolean verbose) {
        Console console = System.console();
        this.shown = !quiet && !verbose && console != null && console.isTerminal();
        this.said = verbose;
        setDaemon(true);
    }

    /**
     * A measurement begins.
     *
     * @param name what
     * @param expected seconds it will take
     */
    synchronized void begin(String name, double expected) {
        what = name;
        begin = System.nanoTime();
        seconds = expected;
        if (said) {
            System.err.printf(Locale.ROOT, "oshrun: measuring %s, about %.0f s%n", name, expected);
        }
        if (shown && getState() == State.NEW) {
            start();
        }
    }

    @Override
    public synchronized void run() {
        try {
            while (!over) {
                double part = Math.min(1, (System.nanoTime() - begin) * 1e-9 / seconds);
                int full = (int) Math.round(part * WIDTH);
                System.err.printf(Locale.ROOT, "\r\u001b[Koshrun: measuring %s [%s%s] %3.0f %%", what, "#".repeat(full),
                    " ".repeat(WIDTH - full), 100 * part);
                wait(INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void close() {
        if (shown && !over) {
            System.err.print("\r\u001b[K");
        }
        over = true;
        notifyAll();
    }
}

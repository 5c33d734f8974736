// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A progress bar for long runs on a terminal: one line that is redrawn and finally erased. Without a terminal there is
 * no output, or an occasional line.
 */
public final class Progress implements AutoCloseable {
    private static final int WIDTH = 30;
    private static final int LINE = 78;
    /** Minimum interval between redraws, so that drawing doesn't disturb measurements. */
    private static final long INTERVAL_NANOS = 100_000_000;
    private static final int SECONDS_UP_TO = 90;
    private static final int TENS = 10;
    private static final int MINUTE = 60;
    private static final String WIPE = "\r" + " ".repeat(LINE) + "\r";

    private final OutputStream terminal;
    private final ProgressLines lines;
    private int total;
    private int done;
    private long next = System.nanoTime();

    /** Either argument may be null. */
    Progress(OutputStream terminal, ProgressLines lines) {
        this.terminal = terminal;
        this.lines = lines;
    }

    /**
     * {@return a bar on the terminal of standard error, if there is one}
     *
     * <p>A PE's standard error is a pipe, so the launcher's is used.
     */
    public static Progress toTerminal() {
        return new Progress(terminal(), null);
    }

    /**
     * {@return such a bar, or lines of text if there is no terminal}
     *
     * @param what a name for the steps
     * @param less advice to the user on shortening the run
     */
    public static Progress toTerminalOrLines(String what, double stepSeconds, String less, PrintStream err) {
        OutputStream terminal = terminal();
        return new Progress(terminal, terminal == null
            ? new ProgressLines(what, stepSeconds, less, err, System::nanoTime) : null);
    }

    private static OutputStream terminal() {
        Path device = terminalOf(ProcessHandle.current());
        if (device == null) {
            Optional<ProcessHandle> launcher = ProcessHandle.current().parent();
            device = launcher.isEmpty() ? null : terminalOf(launcher.get());
        }
        try {
            return device == null ? null : Files.newOutputStream(device);
        } catch (IOException e) {
            return null;
        }
    }

    public static Progress none() {
        return new Progress(null, null);
    }

    private static Path terminalOf(ProcessHandle process) {
        try {
            Path target = Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "fd", "2"));
            return target.startsWith("/dev/pts") || target.toString().startsWith("/dev/tty") ? target : null;
        } catch (IOException e) {
            return null;
        }
    }

    public void begin(String name) {
        if (lines != null) {
            lines.begin(name);
        }
    }

    public void plan(int steps) {
        total += steps;
    }

    public void step(String what) {
        if (terminal != null && System.nanoTime() - next >= 0) {
            next = System.nanoTime() + INTERVAL_NANOS;
            int filled = total == 0 ? 0 : Math.min(WIDTH, WIDTH * done / total);
            String line = "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + done + "/" + total + " "
                + what;
            draw(WIPE + (line.length() < LINE ? line : line.substring(0, LINE)));
        }
        if (lines != null) {
            lines.step(done, total, what);
        }
        done++;
    }

    /** Erases the bar before results are printed. */
    public void wipe() {
        if (terminal != null) {
            draw(WIPE);
        }
    }

    private void draw(String text) {
        try {
            terminal.write(text.getBytes(StandardCharsets.UTF_8));
            terminal.flush();
        } catch (IOException e) {
            total = 0; // nobody looks at a closed terminal
        }
    }

    @Override
    public void close() {
        wipe();
    }

    /** {@return an estimated duration, rounded to tens of seconds or to minutes} */
    public static String inWords(double seconds) {
        if (seconds < SECONDS_UP_TO) {
            return Math.max(1, Math.round(seconds / TENS)) * TENS + " seconds";
        }
        return Math.round(seconds / MINUTE) + " minutes";
    }

    /**
     * Replaces the bar if there is no terminal: a line at the start of a long run, and occasional lines about the
     * progress.
     */
    static final class ProgressLines {
        /** Seconds below which a run prints no line. */
        private static final double SHORT = 20;
        private static final double LINE_SECONDS = 30;
        private static final double NANO = TimeUnit.SECONDS.toNanos(1);

        private final String what;
        private final double stepSeconds;
        private final String less;
        private final PrintStream err;
        private final LongSupplier clock;
        private final long start;
        private double nextLine = LINE_SECONDS;
        private String name = "";
        private int announced;

        /** {@code stepSeconds} is the estimated maximum duration of a step. */
        ProgressLines(String what, double stepSeconds, String less, PrintStream err, LongSupplier clock) {
            this.what = what;
            this.stepSeconds = stepSeconds;
            this.less = less;
            this.err = err;
            this.clock = clock;
            this.start = clock.getAsLong();
        }

        /** Begins a part of the run. */
        void begin(String part) {
            name = part;
        }

        void step(int done, int total, String now) {
            double expected = (total - announced) * stepSeconds;
            if (total > announced && expected >= SHORT) {
                err.println("oshrun " + name + ": " + (total - announced) + " " + what + ", up to about "
                    + inWords(expected) + "; " + less);
            }
            announced = total;
            double elapsed = (clock.getAsLong() - start) / NANO;
            if (elapsed >= nextLine) {
                nextLine = elapsed + LINE_SECONDS;
                err.println("oshrun " + name + ": " + done + " of " + total + " " + what + " measured after "
                    + inWords(elapsed) + ", now " + now);
            }
        }
    }
}

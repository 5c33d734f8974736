// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A bar that tells a person at a terminal how far a long run has come; nothing elsewhere. It is one line, drawn again
 * and again and wiped at the end.
 */
public final class Progress implements AutoCloseable {
    private static final int WIDTH = 30;
    private static final int LINE = 78;
    /** Steps that follow each other faster are not drawn: they may be parts of what is measured. */
    private static final long INTERVAL_NANOS = 100_000_000;
    private static final String WIPE = "\r" + " ".repeat(LINE) + "\r";

    private final OutputStream terminal;
    private int total;
    private int done;
    private long next = System.nanoTime();

    /** Draws into a stream, or nowhere if it is null. */
    Progress(OutputStream terminal) {
        this.terminal = terminal;
    }

    /**
     * {@return a bar on the terminal that standard error goes to, if it goes to one}
     *
     * <p>A PE writes to a pipe; it is its launcher's standard error that may be a terminal.
     */
    public static Progress toTerminal() {
        Path device = terminalOf(ProcessHandle.current());
        if (device == null) {
            Optional<ProcessHandle> launcher = ProcessHandle.current().parent();
            device = launcher.isEmpty() ? null : terminalOf(launcher.get());
        }
        try {
            return new Progress(device == null ? null : Files.newOutputStream(device));
        } catch (IOException e) {
            return new Progress(null);
        }
    }

    /** {@return a bar that nobody sees} */
    public static Progress none() {
        return new Progress(null);
    }

    /** {@return whether somebody sees it} */
    public boolean isShown() {
        return terminal != null;
    }

    private static Path terminalOf(ProcessHandle process) {
        try {
            Path target = Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "fd", "2"));
            return target.startsWith("/dev/pts") || target.toString().startsWith("/dev/tty") ? target : null;
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Announces steps.
     *
     * @param steps how many more there are
     */
    public void plan(int steps) {
        total += steps;
    }

    /**
     * Begins a step.
     *
     * @param what what is done now
     */
    public void step(String what) {
        if (terminal != null && System.nanoTime() - next >= 0) {
            next = System.nanoTime() + INTERVAL_NANOS;
            int filled = total == 0 ? 0 : Math.min(WIDTH, WIDTH * done / total);
            String line = "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + done + "/" + total + " "
                + what;
            draw(WIPE + (line.length() < LINE ? line : line.substring(0, LINE)));
        }
        done++;
    }

    /** Wipes the bar, so that results can be printed. */
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
            total = 0; // whoever closed the terminal doesn't look at it
        }
    }

    @Override
    public void close() {
        wipe();
    }
}

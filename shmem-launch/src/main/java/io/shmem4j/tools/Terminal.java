// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The terminal that the view is shown on. Keys come as they are pressed, without Enter; how the terminal was before is
 * restored by {@link #close}, and when a signal ends this process.
 */
final class Terminal implements AutoCloseable {
    /** No key. */
    static final char NONE = 0;

    private static final File DEVICE = new File("/dev/tty");
    private static final int USUAL_ROWS = 24;
    private static final int USUAL_COLUMNS = 80;

    private final BlockingQueue<Character> keys = new LinkedBlockingQueue<>();
    private final Thread restorer = new Thread(this::restore, "terminal");
    private final String before;
    private boolean restored;

    /** Rows and columns. */
    record Size(int rows, int columns) {
    }

    private Terminal(String before) {
        this.before = before;
    }

    /** {@return this process's terminal, which may have been taken away} */
    static Terminal open() {
        Terminal terminal = new Terminal(stty("-g"));
        if (!terminal.before.isEmpty()) {
            Runtime.getRuntime().addShutdownHook(terminal.restorer);
            terminal.takeKeys();
            Thread reader = new Thread(terminal::read, "keys");
            reader.setDaemon(true);
            reader.start();
        }
        return terminal;
    }

    /** Keys come at once; said again with each view, because a shell resets it for a program that it has stopped. */
    synchronized void takeKeys() {
        if (!before.isEmpty() && !restored) {
            stty("-icanon", "-echo", "min", "1", "time", "0");
        }
    }

    private synchronized void restore() {
        if (!restored) {
            restored = true;
            stty(before);
        }
    }

    private void read() {
        try (InputStream in = new FileInputStream(DEVICE)) {
            for (int key = in.read(); key >= 0; key = in.read()) {
                keys.add((char) key);
            }
        } catch (IOException e) {
            // The terminal is gone: no more keys.
            return;
        }
    }

    /** {@return whether a key waits to be taken} */
    boolean hasKey() {
        return !keys.isEmpty();
    }

    /** {@return the next key, {@link #NONE} when none comes} */
    char key(long nanos) {
        try {
            Character key = keys.poll(nanos, TimeUnit.NANOSECONDS);
            return key == null ? NONE : key;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NONE;
        }
    }

    /** {@return its size now: a person may change it while the view is renewed} */
    static Size size() {
        String[] size = stty("size").split(" ");
        boolean known = size.length == 2 && size[0].matches("[1-9][0-9]{0,4}") && size[1].matches("[1-9][0-9]{0,4}");
        return known ? new Size(Integer.parseInt(size[0]), Integer.parseInt(size[1]))
            : new Size(USUAL_ROWS, USUAL_COLUMNS);
    }

    /** {@return what stty says, nothing where there is no terminal} */
    private static String stty(String... words) {
        String[] command = new String[words.length + 1];
        command[0] = "stty";
        System.arraycopy(words, 0, command, 1, words.length);
        try {
            Process stty = new ProcessBuilder(command).redirectInput(DEVICE)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            stty.waitFor();
            return said;
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    @Override
    public void close() {
        if (!before.isEmpty()) {
            restore();
            try {
                Runtime.getRuntime().removeShutdownHook(restorer);
            } catch (IllegalStateException e) {
                // It is running: a signal came at the same time.
                return;
            }
        }
    }
}

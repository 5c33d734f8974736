// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Live view on a terminal, with the keys of top. It ends with the job or with the key q. */
final class LiveView {
    private static final String HOME_AND_CLEAR = "\033[H\033[J";
    private static final long FOREVER = Long.MAX_VALUE;
    private static final List<String> HELP = List.of(
        "q      quit",
        "space  look now",
        "p      pause, and go on",
        "s      sort the PEs: by number, by cpu, by waiting",
        "h      this help",
        "",
        "waiting  how often the PE was found in a wait of the library",
        "cpu      processor time that it used",
        "ops/s    its calls, in jobs that were started with oshrun --stat",
        "",
        "any key goes back");

    private final Sampler sampler;
    private final String job;
    private final String folder;
    private final long nanos;
    private final boolean colours = System.getenv().getOrDefault("NO_COLOR", "").isEmpty()
        && !"dumb".equals(System.getenv("TERM"));
    private Look.Order order = Look.Order.PE;
    private boolean paused;

    /** A view of one job, or of all jobs for an empty name. */
    LiveView(Sampler sampler, String job, String folder, long nanos) {
        this.sampler = sampler;
        this.job = job;
        this.folder = folder;
        this.nanos = nanos;
    }

    /** Why the view ended: no such job, the job ended, or the user quit. */
    enum End {
        NOT_FOUND, ENDED, QUIT
    }

    End show() throws IOException {
        try (Terminal terminal = Terminal.open()) {
            Sampler.Found shown = sampler.sample(nanos, () -> false);
            if (isOver(shown)) {
                return End.NOT_FOUND;
            }
            while (print(terminal, shown)) {
                // A key interrupts the sample.
                boolean idle = paused || shown.running().isEmpty();
                Sampler.Found found = idle ? shown : sampler.sample(nanos, terminal::hasKey);
                char key = terminal.key(paused ? FOREVER : idle ? nanos : 0);
                if (idle && (!paused || key == ' ')) {
                    found = sampler.sample(nanos, terminal::hasKey);
                }
                if (isOver(found)) {
                    return End.ENDED;
                }
                // A sample interrupted by a signal is printed all the same.
                shown = key == Terminal.NONE || key == ' ' ? found : shown;
                switch (key) {
                    case 'q', 'Q' -> {
                        return End.QUIT;
                    }
                    case 'p', 'P' -> paused = !paused;
                    case 's', 'S' -> order = order.next();
                    case 'h', 'H', '?' -> help(terminal);
                    default -> { }
                }
            }
            return End.QUIT;
        }
    }

    private boolean isOver(Sampler.Found found) {
        return found.running().isEmpty() && found.absent().isEmpty() && !job.isEmpty();
    }

    private void help(Terminal terminal) {
        write(terminal, HELP, Terminal.size());
        terminal.key(FOREVER);
    }

    /** Prints the view, and {@return whether the output is still open} */
    private boolean print(Terminal terminal, Sampler.Found found) {
        Terminal.Size size = Terminal.size();
        Look look = new Look(size.columns(), colours, order);
        List<String> lines = new ArrayList<>(StatTable.of(found, folder, look).lines().toList());
        int room = size.rows() - 2;
        if (lines.size() > room && room > 1) {
            int more = lines.size() - room + 1;
            lines.subList(room - 1, lines.size()).clear();
            lines.add(look.line("... " + more + " lines more", Look.Style.DIM));
        }
        lines.add(look.line((paused ? "PAUSED  p goes on" : "p pause") + "  q quit  space look now  s sort (by "
            + order.text + ")  h help", Look.Style.DIM));
        return write(terminal, lines, size);
    }

    private static boolean write(Terminal terminal, List<String> lines, Terminal.Size size) {
        terminal.readUnbuffered();
        StringBuilder text = new StringBuilder(HOME_AND_CLEAR);
        lines.stream().limit(Math.max(1, size.rows() - 1)).forEach(line -> text.append(line)
            .append(System.lineSeparator()));
        System.out.print(text);
        System.out.flush();
        return !System.out.checkError();
    }

    /**
     * The controlling terminal, in a mode that delivers keys without Enter. {@link #close} and the shutdown hook
     * restore the old mode.
     */
    private static final class Terminal implements AutoCloseable {
        static final char NONE = 0;

        private static final File DEVICE = new File("/dev/tty");
        private static final int USUAL_ROWS = 24;
        private static final int USUAL_COLUMNS = 80;

        private final BlockingQueue<Character> keys = new LinkedBlockingQueue<>();
        private final Thread restorer = new Thread(this::restore, "terminal");
        private final String before;
        private boolean restored;

        record Size(int rows, int columns) {
        }

        private Terminal(String before) {
            this.before = before;
        }

        /** Opens this process's terminal; it may be missing. */
        static Terminal open() {
            Terminal terminal = new Terminal(stty("-g"));
            if (!terminal.before.isEmpty()) {
                Runtime.getRuntime().addShutdownHook(terminal.restorer);
                terminal.readUnbuffered();
                Thread reader = new Thread(terminal::read, "keys");
                reader.setDaemon(true);
                reader.start();
            }
            return terminal;
        }

        /** Sets the mode without Enter. Each view repeats it, because a shell resets the mode when it stops a job. */
        synchronized void readUnbuffered() {
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
                // The terminal is gone, so there are no keys.
            }
        }

        boolean hasKey() {
            return !keys.isEmpty();
        }

        /** {@return the next key, or {@link #NONE} after the time} */
        char key(long nanos) {
            try {
                Character key = keys.poll(nanos, TimeUnit.NANOSECONDS);
                return key == null ? NONE : key;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return NONE;
            }
        }

        /** {@return the current size, which changes with the window} */
        static Size size() {
            String[] size = stty("size").split(" ");
            boolean known = size.length == 2 && Stream.of(size).allMatch(one -> one.matches("[1-9][0-9]{0,4}"));
            return known ? new Size(Integer.parseInt(size[0]), Integer.parseInt(size[1]))
                : new Size(USUAL_ROWS, USUAL_COLUMNS);
        }

        /** {@return the output of stty, empty without a terminal} */
        private static String stty(String... words) {
            List<String> command = new ArrayList<>(List.of(words));
            command.addFirst("stty");
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
                    // The shutdown hook is running, because of a signal.
                    return;
                }
            }
        }
    }
}

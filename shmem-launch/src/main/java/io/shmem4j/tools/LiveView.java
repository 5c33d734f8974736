// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Shows the jobs on a terminal and renews them until the job ends or the user leaves, with the keys of top. */
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

    /** Of one job, or of all where its name is empty. */
    LiveView(Sampler sampler, String job, String folder, long nanos) {
        this.sampler = sampler;
        this.job = job;
        this.folder = folder;
        this.nanos = nanos;
    }

    /** How the view came to its end: there was no such job, it has ended, or nobody wants to see more. */
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
                // A key cuts a look short.
                boolean idle = paused || shown.running().isEmpty();
                Sampler.Found found = idle ? shown : sampler.sample(nanos, terminal::hasKey);
                char key = terminal.key(paused ? FOREVER : idle ? nanos : 0);
                if (idle && (!paused || key == ' ')) {
                    found = sampler.sample(nanos, terminal::hasKey);
                }
                if (isOver(found)) {
                    return End.ENDED;
                }
                // A sample that a signal has cut short is printed all the same.
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
        return found.running().isEmpty() && found.others().isEmpty() && !job.isEmpty();
    }

    private void help(Terminal terminal) {
        write(terminal, HELP, Terminal.size());
        terminal.key(FOREVER);
    }

    /** {@return whether the output still has a reader} */
    private boolean print(Terminal terminal, Sampler.Found found) {
        Terminal.Size size = Terminal.size();
        Look look = new Look(size.columns(), colours, order);
        List<String> lines = new ArrayList<>(StatTable.of(found, folder, look).lines().toList());
        int room = size.rows() - 2;
        if (lines.size() > room && room > 1) {
            int more = lines.size() - room + 1;
            lines.subList(room - 1, lines.size()).clear();
            lines.add(look.line("... " + more + " lines more", Look.Kind.DIM));
        }
        lines.add(look.line((paused ? "PAUSED  p goes on" : "p pause") + "  q quit  space look now  s sort (by "
            + order.text() + ")  h help", Look.Kind.DIM));
        return write(terminal, lines, size);
    }

    private static boolean write(Terminal terminal, List<String> lines, Terminal.Size size) {
        terminal.takeKeys();
        StringBuilder text = new StringBuilder(HOME_AND_CLEAR);
        lines.stream().limit(Math.max(1, size.rows() - 1)).forEach(line -> text.append(line)
            .append(System.lineSeparator()));
        System.out.print(text);
        System.out.flush();
        return !System.out.checkError();
    }
}

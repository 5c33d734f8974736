// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.spi.Waiter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Live view on a terminal of one job, or of all jobs for an empty name. It ends with the job. */
record LiveView(Sampler sampler, String job, String folder, long nanos) {
    private static final String HOME_AND_CLEAR = "\033[H\033[J";
    private static final File TERMINAL = new File("/dev/tty");
    private static final int USUAL_ROWS = 24;
    private static final int USUAL_COLUMNS = 80;

    /** Prints views until the job has ended, and {@return whether there was such a job} */
    boolean show() throws IOException {
        boolean shown = false;
        while (!System.out.checkError()) {
            Sampler.Found found = sampler.sample(nanos);
            if (found.running().isEmpty() && found.absent().isEmpty() && !job.isEmpty()) {
                return shown;
            }
            shown = true;
            print(found);
            if (found.running().isEmpty()) {
                Waiter.park(nanos);
            }
        }
        return true;
    }

    private void print(Sampler.Found found) {
        String[] size = size().split(" ");
        boolean known = size.length == 2 && size[0].matches("[1-9][0-9]{0,4}") && size[1].matches("[1-9][0-9]{0,4}");
        int rows = known ? Integer.parseInt(size[0]) : USUAL_ROWS;
        boolean colours = System.getenv().getOrDefault("NO_COLOR", "").isEmpty()
            && !"dumb".equals(System.getenv("TERM"));
        Look look = new Look(known ? Integer.parseInt(size[1]) : USUAL_COLUMNS, colours);
        List<String> lines = new ArrayList<>(StatTable.of(found, folder, look).lines().toList());
        int room = Math.max(2, rows - 1);
        if (lines.size() > room) {
            int more = lines.size() - room + 1;
            lines.subList(room - 1, lines.size()).clear();
            lines.add(look.line("... " + more + " lines more", Look.Style.DIM));
        }
        System.out.print(HOME_AND_CLEAR + String.join(System.lineSeparator(), lines) + System.lineSeparator());
    }

    /** {@return rows and columns of the terminal, which change with its window; empty without a terminal} */
    private static String size() {
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(TERMINAL)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            return new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }
}

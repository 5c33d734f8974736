// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Jobs;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats a failing schedule as a table of steps with a column per PE, followed by the reason if known. */
public final class Story {
    /** Maximum number of columns; with more PEs each line names its PE instead. */
    private static final int MOST_COLUMNS = 4;
    private static final int WIDTH = 46;

    private final Jobs jobs;
    private final Explorer explorer;
    private final Explorer.Failure failure;
    private final List<Row> rows;
    private final Ending ending;

    /** Replays the schedule and records its steps. */
    public Story(Jobs jobs, Explorer explorer, Explorer.Failure failure) {
        this.jobs = jobs;
        this.explorer = explorer;
        this.failure = failure;
        Rows watcher = new Rows(jobs);
        this.ending = explorer.replay(failure.schedule(), watcher);
        this.rows = watcher.all();
    }

    public Ending ending() {
        return ending;
    }

    /** {@return a sentence about how a schedule ends} */
    public static String sentence(Ending ending) {
        String who = ending.pe() < 0 ? "" : "PE " + ending.pe() + " ";
        return switch (ending.kind()) {
            case THREW -> who + "throws " + ending.thrown() + Rows.place(ending.thrown());
            case DEADLOCK -> "nobody can go on: " + ending.text();
            case FINISHED -> "all PEs come to their ends";
            default -> who + ending.text();
        };
    }

    /** {@return how a schedule ends, for a message that starts with the PE} */
    public static String reason(Ending ending) {
        return ending.thrown() != null ? ending.thrown().toString()
            : ending.kind() == Ending.Manner.DEADLOCK ? "deadlock" : ending.text();
    }

    /** {@return the table, the ending and the reason} */
    public String text() {
        return table() + (failure.shrunk() ? "" : Explorer.UNSHRUNK + "\n")
            + new Causes(jobs, explorer, failure, rows, ending).text();
    }

    /** {@return a line for each PE: what it did last in a schedule that was cut off} */
    public static String lastSteps(Jobs jobs, Explorer explorer, List<Integer> schedule) {
        List<Row> rows = new Story(jobs, explorer, new Explorer.Failure(schedule, null, true)).rows;
        return IntStream.range(0, jobs.pes()).mapToObj(pe -> rows.reversed().stream().filter(row -> row.pe == pe
            && row.begin == null).findFirst().map(row -> "  PE " + pe + ": " + row.text() + "\n").orElse(""))
            .collect(Collectors.joining());
    }

    /** {@return the table and the ending} */
    public String table() {
        StringBuilder text = new StringBuilder();
        boolean columns = jobs.pes() <= MOST_COLUMNS;
        if (columns) {
            text.append("  step");
            for (int pe = 0; pe < jobs.pes() - 1; pe++) {
                text.append(String.format("%-" + WIDTH + "s", "  PE " + pe));
            }
            text.append("  PE ").append(jobs.pes() - 1).append('\n');
        }
        for (Row row : rows) {
            text.append(String.format(Locale.ROOT, "%6d", row.number)).append(columns ? " ".repeat(row.pe * WIDTH)
                + "  " : "  PE " + row.pe + ": ").append(row.text()).append('\n');
        }
        text.append("  then  ").append(sentence(ending)).append('\n');
        return text.toString();
    }
}

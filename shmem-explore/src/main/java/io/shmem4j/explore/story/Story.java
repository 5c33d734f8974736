// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Chooser.Ordering;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
        int number = 0;
        for (Row row : rows) {
            row.number = ++number;
        }
    }

    public Ending ending() {
        return ending;
    }

    /** {@return a sentence about how a schedule ends} */
    public static String sentence(Ending ending) {
        String who = ending.pe() < 0 ? "" : "PE " + ending.pe() + " ";
        return switch (ending.kind()) {
            case THREW -> {
                String place = Rows.place(ending.thrown());
                yield who + "throws " + ending.thrown() + (place == null ? "" : " (" + place + ")");
            }
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
        return table() + (failure.shrunk() ? "" : Explorer.UNSHRUNK + "\n") + reasons();
    }

    /** {@return the table and the ending} */
    public String table() {
        StringBuilder text = new StringBuilder();
        boolean columns = jobs.pes() <= MOST_COLUMNS;
        if (columns) {
            text.append("  step");
            for (int pe = 0; pe < jobs.pes(); pe++) {
                text.append(pe == jobs.pes() - 1 ? "  PE " + pe : String.format("%-" + WIDTH + "s", "  PE " + pe));
            }
            text.append('\n');
        }
        for (Row row : rows) {
            text.append(String.format(Locale.ROOT, "%6d", row.number));
            String said = "  " + (columns ? "" : "PE " + row.pe + ": ") + row.text();
            if (columns) {
                text.append(" ".repeat(row.pe * WIDTH));
            }
            text.append(said).append('\n');
        }
        text.append("  then  ").append(sentence(ending)).append('\n');
        return text.toString();
    }

    /**
     * {@return which access was late and which step overtook it, if the schedule passes with the call that is missing,
     * and whether schedules without late stores fail}
     */
    private String reasons() {
        if (!ending.failed() || !explorer.hasLate(failure)) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        long end = System.nanoTime() + Explorer.PROOF_NANOS;
        boolean all = true;
        for (Row begin : rows) {
            all = System.nanoTime() < end;
            if (!all) {
                break;
            }
            if (begin.begins() && failure.schedule().contains(begin.step.actor()) && explorer.passes(
                failure.schedule(), begin.step, isMendedByFence(begin) ? Ordering.FENCE : Ordering.QUIET)) {
                lines.add(lacks(begin));
            }
        }
        Explorer.Found proof = explorer.withoutLateStores();
        if (proof.failure() == null) {
            if (lines.isEmpty() && all) {
                lines.add("No fence() or quiet() behind a single one of these stores makes this schedule pass.");
            }
            lines.add("Where stores arrive at once, none of " + String.format(Locale.ROOT, "%,d", proof.runs())
                + " schedules fails" + (proof.complete() ? "; these are all there are." : "."));
        } else {
            lines.add("Schedules in which all stores arrive at once fail, too.");
        }
        return String.join("\n", lines) + "\n";
    }

    /** {@return the first load by which the PE passes its buffered store to other words, or null} */
    private Row passer(Row begin) {
        int end = begin.happened == null ? rows.size() : begin.happened.number - 1;
        return !begin.step.buffered() ? null : rows.subList(begin.number, end).stream().filter(row ->
            row.pe == begin.pe && row.begin == null && row.step.kind() == Step.Kind.READ && !row.begins()
            && !row.passes() && row.step.address() != begin.step.address()).findFirst().orElse(null);
    }

    private String lacks(Row begin) {
        if (begin.step.kind() == Step.Kind.READ) {
            return "PE " + begin.pe + " lacks a quiet() behind " + begin.routine + " at " + begin.place
                + ", before it uses what the call fetches.";
        }
        Row later = overtaker(begin);
        Row load = later == null ? passer(begin) : null;
        if (load != null) {
            return "PE " + begin.pe + " lacks a quiet() between " + begin.place + " and " + load.place
                + ": the load of " + load.object + " (step " + load.number + ") has passed the store to the PE's own "
                + begin.object + " (step " + begin.number + "), as loads of most processors may.";
        }
        if (later == null) {
            return "PE " + begin.pe + " lacks a quiet() behind " + begin.routine + " of " + begin.object + " at "
                + begin.place + ": the store was still on its way.";
        }
        Row cause = later.begin == null ? later : later.begin;
        return "PE " + begin.pe + " lacks a " + (isMendedByFence(begin) ? "fence()" : "quiet()") + " between "
            + begin.place + " and " + cause.place + ": the store to " + begin.object + " (step " + begin.number
            + ") was still on its way when " + cause.object + " (step " + later.number + ") had changed.";
    }

    private boolean isMendedByFence(Row begin) {
        Row later = begin.step.kind() == Step.Kind.READ ? null : overtaker(begin);
        return later != null && later.step.target() == begin.step.target();
    }

    /**
     * {@return a later store of the PE that overtook this one, or null} Another PE has seen it before the earlier store
     * arrived, or the earlier store has overwritten it.
     */
    private Row overtaker(Row begin) {
        int end = begin.happened == null ? rows.size() : begin.happened.number - 1;
        for (int i = begin.number; i < end; i++) {
            Row row = rows.get(i);
            boolean later = row.begin == null ? !row.begins() : row.begin.number > begin.number;
            boolean stores = row.step.kind() == Step.Kind.WRITE || row.step.kind() == Step.Kind.UPDATE;
            if (row.pe == begin.pe && later && stores && !row.passes() && (row.step.conflicts(begin.step)
                || isSeenBefore(row, begin, i + 1, end))) {
                return row;
            }
        }
        return null;
    }

    /** {@return whether some PE sees the later store and then reads where the earlier one has not arrived} */
    private boolean isSeenBefore(Row later, Row begin, int from, int end) {
        for (int i = from; i < end; i++) {
            Row sees = rows.get(i);
            if (sees.pe != later.pe && !sees.begins() && sees.step.conflicts(later.step) && rows.subList(i + 1, end)
                .stream().anyMatch(looks -> looks.pe == sees.pe && !looks.begins()
                    && looks.step.conflicts(begin.step))) {
                return true;
            }
        }
        return false;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Chooser.Ordering;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Sentences about the order that a failing schedule lacks. */
final class Causes {
    private final Jobs jobs;
    private final Explorer explorer;
    private final Explorer.Failure failure;
    private final List<Row> rows;
    private final Ending ending;

    Causes(Jobs jobs, Explorer explorer, Explorer.Failure failure, List<Row> rows, Ending ending) {
        this.jobs = jobs;
        this.explorer = explorer;
        this.failure = failure;
        this.rows = rows;
        this.ending = ending;
    }

    /** {@return the causes, and whether schedules without late stores and early loads fail} */
    String text() {
        if (!ending.failed()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        if (explorer.isWeak(failure)) {
            addMended(lines);
            Explorer.Found proof = explorer.proof();
            lines.add("Where stores arrive at once, none of " + String.format(Locale.ROOT, "%,d", proof.runs())
                + " schedules fails" + (proof.complete() ? "; these are all there are." : "."));
        } else {
            addOrders(lines);
        }
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    /** {@return whether the schedule chooses when a late access happens} */
    private boolean isChosen(Row row) {
        return row.begins() && failure.schedule().contains(row.step.actor());
    }

    /** Adds each call with which the schedule passes; those without a known overtaker only if there are no others. */
    private void addMended(List<String> lines) {
        long end = System.nanoTime() + Explorer.PROOF_NANOS;
        List<String> others = new ArrayList<>();
        for (Row row : rows) {
            if (System.nanoTime() > end) {
                return;
            }
            if (isChosen(row) && explorer.passes(failure.schedule(), row.step,
                isMendedByFence(row) ? Ordering.FENCE : Ordering.QUIET)) {
                (overtaker(row) == null && passer(row) == null ? others : lines).add(lacks(row));
            } else if (row.step.early() && explorer.passesWithout(failure.schedule(), row.step)) {
                lines.add(isEarly(row));
            }
        }
        lines.addAll(lines.isEmpty() ? others : List.of());
        if (lines.isEmpty()) {
            lines.add("No fence() or quiet() behind a single one of these stores makes this schedule pass.");
        }
    }

    /** {@return the first load by which the PE passes its buffered store to other words, or null} */
    private Row passer(Row begin) {
        int end = begin.happened == null ? rows.size() : begin.happened.number - 1;
        return !begin.step.buffered() ? null : rows.subList(begin.number, end).stream().filter(row ->
            row.pe == begin.pe && row.isLoad() && row.step.address() != begin.step.address()).findFirst().orElse(null);
    }

    private static String between(Row first, Row second) {
        return first.place.equals(second.place) ? "between the call at " + first.place + " and the next one there"
            : "between " + first.place + " and " + second.place;
    }

    private String isEarly(Row load) {
        Row poll = rows.subList(0, load.number - 1).reversed().stream().filter(row -> row.pe == load.pe && row.isLoad()
            && row.step.address() != load.step.address()).findFirst().orElse(load);
        return "PE " + load.pe + " lacks a quiet() or a wait " + between(poll, load) + ": the load of " + load.object
            + " (step " + load.number + ") was made before that of " + poll.object + " (step " + poll.number
            + "), as loads of some processors may be.";
    }

    private String lacks(Row begin) {
        if (begin.step.kind() == Step.Kind.READ) {
            return "PE " + begin.pe + " lacks a quiet() behind " + begin.routine + " at " + begin.place
                + ", before it uses what the call fetches.";
        }
        Row later = overtaker(begin);
        Row load = later == null ? passer(begin) : null;
        if (load != null) {
            return "PE " + begin.pe + " lacks a quiet() " + between(begin, load) + ": the load of " + load.object
                + " (step " + load.number + ") has passed the store to the PE's own " + begin.object + " (step "
                + begin.number + "), as loads of most processors may.";
        }
        if (later == null) {
            return "PE " + begin.pe + " lacks a quiet() behind " + begin.routine + " of " + begin.object + " at "
                + begin.place + ": the store was still on its way.";
        }
        Row wiped = wiped(begin);
        return "PE " + begin.pe + " lacks a " + (isMendedByFence(begin) ? "fence() " : "quiet() ")
            + between(begin, later) + ": the store to " + begin.object + " (step " + begin.number + ") "
            + (wiped == null ? "was still on its way when " + later.object + " (step " + later.number
            + ") had changed." : "came late and has overwritten that of PE " + wiped.pe + " at " + wiped.place
            + " (step " + wiped.number + ").");
    }

    /** {@return another PE's store that a late one has overwritten, or null} */
    private Row wiped(Row begin) {
        return begin.happened == null ? null : rows.subList(begin.number, begin.happened.number - 1).reversed().stream()
            .filter(row -> row.pe != begin.pe && row.isStore() && row.step.overlaps(begin.step)).findFirst()
            .orElse(null);
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
            boolean later = row.begin == null || row.begin.number > begin.number;
            if (row.pe == begin.pe && later && row.isStore() && (row.step.overlaps(begin.step)
                || isSeenBefore(row, begin, i + 1, end))) {
                return row;
            }
        }
        return null;
    }

    /**
     * {@return whether some PE learns of the later store, itself or from others, and then reads where the earlier one
     * has not arrived}
     */
    private boolean isSeenBefore(Row later, Row begin, int from, int end) {
        Set<Integer> informed = new HashSet<>();
        List<Row> news = new ArrayList<>(List.of(later));
        for (Row row : rows.subList(from, end)) {
            if (row.begins() || row.pe == later.pe) {
                continue;
            }
            if (informed.contains(row.pe) && row.step.overlaps(begin.step)) {
                return true;
            }
            if (news.stream().anyMatch(each -> each.step.overlaps(row.step))) {
                informed.add(row.pe);
            }
            if (row.isStore() && informed.contains(row.pe)) {
                news.add(row);
            }
        }
        return false;
    }

    /** Adds why a schedule fails whose stores and loads are in order: a store is lost, or nobody waits for it. */
    private void addOrders(List<String> lines) {
        Set<Long> looked = new HashSet<>();
        List<Row> looks = rows.reversed().stream().filter(row -> (ending.pe() < 0 || ending.pe() == row.pe)
            && row.isLoad() && looked.add(row.step.address())).toList();
        List<Row> passing = ending.thrown() == null ? List.of() : explorer.passingRows();
        Stream.concat(looks.stream().map(this::lost), looks.stream().map(look -> unawaited(look, passing)))
            .filter(Objects::nonNull).findFirst().ifPresent(lines::add);
    }

    /** {@return which store was overwritten before the PE saw it, or by a PE that had not seen it; or null} */
    private String lost(Row look) {
        Row last = null;
        Row reset = null;
        // A wait looks again only where its condition holds.
        for (Row row : rows.subList(0, ending.thrown() == null ? rows.size() : look.number - 1).reversed()) {
            if (!row.isStore() || !row.step.overlaps(look.step)) {
                continue;
            }
            Row loaded = last == null ? null : lastLoad(last.pe, last);
            if (last != null && last.step.kind() == Step.Kind.WRITE && row.pe != last.pe
                && loaded != null && loaded.number < row.number) {
                return overwritten(row, last) + ", by a PE that loaded it before (step " + loaded.number + ").";
            }
            if (last != null && row.pe != look.pe && lastLoad(look.pe, last) == lastLoad(look.pe, row)
                && (last.step.kind() == Step.Kind.WRITE || last.pe != look.pe)) {
                boolean alike = row.pe == last.pe && (last.step.kind() == Step.Kind.UPDATE
                    || Objects.equals(row.value, last.value));
                return alike && reset != null && reset.pe == look.pe
                    ? overwritten(last, reset) + ": PE " + look.pe + " takes it for the one before (step "
                    + row.number + ")." : overwritten(row, last) + " before PE " + look.pe + " has seen it.";
            }
            reset = last;
            last = row;
        }
        return null;
    }

    /** {@return the last row before another one in which a PE loads its words, or null} */
    private Row lastLoad(int pe, Row other) {
        return rows.subList(0, other.number - 1).reversed().stream().filter(row -> row.pe == pe && row.isLoad()
            && row.step.overlaps(other.step)).findFirst().orElse(null);
    }

    private static String overwritten(Row first, Row second) {
        return "PE " + first.pe + "'s store to " + first.object + " at " + first.place + " (step " + first.number
            + ") is overwritten by " + (first.place.equals(second.place) ? "the next one there" : "the one at "
            + second.place) + " (step " + second.number + ")";
    }

    /** {@return which store the PE sees in a schedule that passes, and does not wait for, or null} */
    private String unawaited(Row look, List<Row> passing) {
        long nth = rows.subList(0, look.number).stream().filter(look::isSameCall).count();
        Row seen = passing.stream().filter(look::isSameCall).skip(nth - 1).findFirst().orElse(null);
        Row store = seen == null ? null : passing.subList(0, passing.indexOf(seen)).reversed().stream()
            .filter(row -> row.isStore() && row.step.overlaps(seen.step)).findFirst().orElse(null);
        if (store == null || rows.subList(0, look.number).stream().filter(store::isSameCall).count()
            >= passing.subList(0, passing.indexOf(store) + 1).stream().filter(store::isSameCall).count()) {
            return null;
        }
        return "PE " + look.pe + " does not wait for PE " + store.pe + "'s store to " + store.object + " at "
            + store.place + " before it loads that at " + look.place + " (step " + look.number + ")" + itsWait(look)
            + ".";
    }

    /** {@return which store has ended the PE's last wait before a load, or an empty string} */
    private String itsWait(Row look) {
        Row wait = rows.subList(0, look.number - 1).reversed().stream().filter(row -> row.pe == look.pe && row.isLoad()
            && row.routine.toLowerCase(Locale.ROOT).contains("wait")).findFirst().orElse(null);
        Row end = wait == null ? null : rows.subList(0, wait.number - 1).reversed().stream().filter(row ->
            row.pe != look.pe && row.isStore() && row.step.overlaps(wait.step)).findFirst().orElse(null);
        return end == null ? "" : ": its wait for " + wait.object + " at " + wait.place + " was ended by PE " + end.pe
            + "'s store at " + end.place + " (step " + end.number + ")";
    }
}

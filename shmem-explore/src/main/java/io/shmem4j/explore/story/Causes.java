// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Jobs.Ordering;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Sentences about the order that a failing schedule lacks. */
final class Causes {
    /** How many accesses are tried with a call behind them. */
    private static final int MOST_MENDED = 1_000;

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
                + " schedules fails" + (proof.complete() ? "; these are all there are." : "; there are more."));
        } else {
            addOrders(lines);
        }
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private static Row first(List<Row> rows, Predicate<Row> test) {
        return rows.stream().filter(test).findFirst().orElse(null);
    }

    /** {@return the last one of the first rows that passes a test, or null} */
    private static Row last(List<Row> rows, int count, Predicate<Row> test) {
        return first(rows.subList(0, count).reversed(), test);
    }

    /** {@return the rows between those in which a late access is issued and performed} */
    private List<Row> meanwhile(Row begin) {
        return rows.subList(begin.number, begin.happened == null ? rows.size() : begin.happened.number - 1);
    }

    /** {@return the call behind a late access with which the schedule passes} */
    private Ordering mend(Row row) {
        if (!row.begins() || !failure.schedule().contains(row.step.actor())) {
            return Ordering.NONE;
        }
        boolean near = overtaker(row) instanceof Row later && later.step.target() == row.step.target();
        return near && explorer.passes(failure.schedule(), row.step, Ordering.FENCE) ? Ordering.FENCE
            : (!near || row.isChanged()) && explorer.passes(failure.schedule(), row.step, Ordering.QUIET)
            ? Ordering.QUIET : Ordering.NONE;
    }

    /** Adds each call with which the schedule passes; those without a known overtaker only if there are no others. */
    private void addMended(List<String> lines) {
        int tried = 0;
        List<String> others = new ArrayList<>();
        for (Row row : rows) {
            if ((row.begins() || row.step.early()) && ++tried > MOST_MENDED) {
                lines.add("Only the first " + MOST_MENDED + " late accesses were tried with a fence() or quiet() behind"
                    + " them.");
                return;
            }
            Ordering mend = mend(row);
            if (mend != Ordering.NONE) {
                (overtaker(row) == null && passer(row) == null && !row.isChanged() ? others : lines)
                    .add(lacks(row, mend));
            } else if (row.step.early() && explorer.passesWithout(failure.schedule(), row.step)) {
                lines.add(isEarly(row));
            }
        }
        lines.addAll(lines.isEmpty() ? others : List.of());
        if (lines.isEmpty()) {
            lines.add("No fence() or quiet() behind a single one of these stores makes this schedule pass.");
        }
    }

    /** {@return the first load by which the PE passes its late store to other words, or null} */
    private Row passer(Row begin) {
        return begin.step.kind() == Step.Kind.READ ? null : first(meanwhile(begin), row -> row.pe == begin.pe
            && row.isLoad() && row.step.address() != begin.step.address());
    }

    private static String between(Row first, Row second) {
        return first.place.equals(second.place) ? "between the call at " + first.place + " and the next one there"
            : "between " + first.place + " and " + second.place;
    }

    private String isEarly(Row load) {
        Row poll = Objects.requireNonNullElse(last(rows, load.number - 1, row -> row.pe == load.pe && row.isLoad()
            && row.step.address() != load.step.address()), load);
        return "PE " + load.pe + " lacks a quiet() or a wait " + between(poll, load) + ": the load of " + load.object
            + " (step " + load.number + ") was made before that of " + poll.object + " (step " + poll.number
            + "), as loads of some processors may be.";
    }

    private String lacks(Row begin, Ordering mend) {
        if (begin.step.kind() == Step.Kind.READ) {
            return "PE " + begin.pe + " lacks a quiet() behind " + begin.routine + " at " + begin.place
                + ", before it uses what the call fetches.";
        }
        Row later = overtaker(begin);
        Row load = later == null ? passer(begin) : null;
        if (load != null) {
            return "PE " + begin.pe + " lacks a quiet() " + between(begin, load) + ": the load of " + load.object
                + " (step " + load.number + ") has passed the store to "
                + (begin.step.buffered() ? "the PE's own " : "") + begin.object + " (step " + begin.number
                + "), as loads of most processors may.";
        }
        if (later == null || mend == Ordering.QUIET && begin.isChanged()) {
            return "PE " + begin.pe + " lacks a quiet() behind " + begin.routine + " of " + begin.object + " at "
                + begin.place + (begin.isChanged() ? ": the source was changed before the store arrived (step "
                + begin.happened.number + ")." : ": the store was still on its way.");
        }
        Row wiped = wiped(begin);
        return "PE " + begin.pe + " lacks a " + mend.name().toLowerCase(Locale.ROOT) + "() " + between(begin, later)
            + ": the store to " + begin.object + " (step " + begin.number + ") "
            + (wiped == null ? "was still on its way when " + later.object + " (step " + later.number
            + ") had changed." + signalled(begin, later) : "came late and has overwritten that of PE " + wiped.pe
            + " at " + wiped.place + " (step " + wiped.number + ").");
    }

    /** {@return another PE's store that a late one has overwritten, or null} */
    private Row wiped(Row begin) {
        return begin.happened == null ? null : first(meanwhile(begin).reversed(), row -> row.pe != begin.pe
            && row.stores(begin));
    }

    /** {@return which wait was ended by the signal of another store, in the word of this store's one; or nothing} */
    private String signalled(Row begin, Row later) {
        Row own = first(rows, row -> row.begins() && row.step.behind() == begin.step.actor() && later.stores(row));
        Row other = first(rows, row -> row.begins() && row.step.actor() == later.step.behind());
        Row wait = first(rows.subList(later.number, rows.size()), row -> row.isWait() && later.stores(row));
        return own == null || other == null || wait == null || last(rows, wait.number, row -> row.stores(wait)) != later
            ? "" : " PE " + wait.pe + "'s wait at " + wait.place + " (step " + wait.number + ") was ended by the signal"
            + " of a later store, to " + other.object + " (step " + other.number + "); this store's own signal (step "
            + own.number + "), in the same word, was still on its way.";
    }

    /**
     * {@return a later store of the PE that overtook this one, or null} Another PE has seen it before the earlier store
     * arrived, or the earlier store has overwritten it.
     */
    private Row overtaker(Row begin) {
        return begin.step.kind() == Step.Kind.READ ? null : first(meanwhile(begin), row -> row.pe == begin.pe
            && row.isStore() && (row.begin == null || row.begin.number > begin.number)
            && (row.step.overlaps(begin.step) || isSeenBefore(row, begin)));
    }

    /**
     * {@return whether some PE learns of the later store, itself or from others, and then reads where the earlier one
     * has not arrived}
     */
    private boolean isSeenBefore(Row later, Row begin) {
        Set<Integer> informed = new HashSet<>();
        List<Row> news = new ArrayList<>(List.of(later));
        for (Row row : meanwhile(begin)) {
            if (row.number <= later.number || row.begins() || row.pe == later.pe) {
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
        boolean all = ending.pe() < 0 || ending.kind() == Ending.Manner.POLLS;
        List<Row> looks = rows.reversed().stream().filter(row -> (all || ending.pe() == row.pe)
            && row.isLoad() && looked.add(row.step.address())).toList();
        List<Row> passing = ending.thrown() == null ? List.of() : explorer.passingRows();
        Stream.of(Stream.concat(looks.stream(), rows.stream().filter(row -> all && row.isFetch()))
            .map(look -> lost(look, true)), looks.stream().map(look -> lost(look, false)),
            looks.stream().map(look -> unawaited(look, passing))).flatMap(Function.identity())
            .filter(Objects::nonNull).findFirst().ifPresent(lines::add);
    }

    /**
     * {@return which store was overwritten by a PE that had not seen it, or before the PE of a load saw it; or null}
     *
     * @param blindly whether by a PE that had loaded the word before that store
     */
    private String lost(Row look, boolean blindly) {
        Row last = null;
        Row reset = null;
        // A wait looks again only where its condition holds.
        for (Row row : rows.subList(0, ending.thrown() == null ? rows.size() : look.number - 1).reversed()) {
            if (!row.stores(look)) {
                continue;
            }
            Row loaded = blindly && last != null && last.isBlind() && row.pe != last.pe ? lastSeen(last) : null;
            if (loaded != null && loaded.number < row.number) {
                return overwritten(row, last) + ", by a PE that loaded it before (step " + loaded.number
                    + "); an atomic update would keep it.";
            }
            if (!blindly && last != null && row.pe != look.pe && lastLoad(look.pe, last) == lastLoad(look.pe, row)
                && (last.isBlind() || last.pe != look.pe)) {
                boolean alike = row.pe == last.pe && (last.step.kind() == Step.Kind.UPDATE
                    || Objects.equals(row.value, last.value));
                return alike && reset != null && reset.pe == look.pe
                    ? overwritten(last, reset) + ": PE " + look.pe + " takes it for the one before (step "
                    + row.number + ")." : overwritten(row, last) + " before PE " + look.pe + " has seen it; "
                    + (row.pe == last.pe ? "PE " + row.pe + " lacks a wait for PE " + look.pe + "'s answer between "
                    + "them." : "nothing orders the two stores, as a barrier or a wait would.");
            }
            reset = last;
            last = row;
        }
        return null;
    }

    /** {@return the last row before another one in which a PE loads its words, or null} */
    private Row lastLoad(int pe, Row other) {
        return last(rows, other.number - 1, row -> row.pe == pe && row.isLoad() && row.step.overlaps(other.step));
    }

    /** {@return the last row before a store in which its PE loads the words, also by an atomic; or null} */
    private Row lastSeen(Row store) {
        return last(rows, store.number - 1, row -> row.pe == store.pe && (row.isLoad() || row.isFetch())
            && row.step.overlaps(store.step));
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
        Row store = seen == null ? null : last(passing, seen.number - 1, row -> row.stores(seen));
        if (store == null || rows.subList(0, look.number).stream().filter(store::isSameCall).count()
            >= passing.subList(0, store.number).stream().filter(store::isSameCall).count()) {
            return null;
        }
        return "PE " + look.pe + " does not wait for PE " + store.pe + "'s store to " + store.object + " at "
            + store.place + " before it loads that at " + look.place + " (step " + look.number + ")"
            + itsWait(look, store) + ".";
    }

    /** {@return how the PE of a load has waited for others before, last for that of a store; or an empty string} */
    private String itsWait(Row look, Row store) {
        List<Row> own = rows.subList(0, look.number - 1).stream().filter(row -> row.pe == look.pe && row.known != null)
            .toList();
        int known = own.isEmpty() ? 0 : own.getLast().known[store.pe];
        Row met = first(own, row -> row.known[store.pe] == known);
        Row wait = last(own, own.size(), Row::isWait);
        Row end = wait == null ? null : last(rows, wait.number - 1, row -> row.pe != look.pe && row.stores(wait));
        if (end != null && wait.number >= met.number) {
            return ": its wait for " + wait.object + " at " + wait.place + " was ended by PE " + end.pe
                + "'s store at " + end.place + " (step " + end.number + ")";
        }
        if (known == 0 || !met.passes()) {
            return "";
        }
        Row call = last(own, own.size(), Row::passes);
        return ": it has last synchronized with PE " + store.pe + " in " + call(met)
            + (call == met ? "" : ", and not in " + call(call));
    }

    private static String call(Row row) {
        return row.routine + " at " + row.place + " (step " + row.number + ")";
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Step;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/** A line of a story: a step of a PE, or a late access. */
final class Row {
    final int pe;
    final Step step;
    /** Library routine that the program called. */
    final String routine;
    /** Call site, such as {@code Flag.java:12}. */
    final String place;
    /** Accessed object, such as {@code "flag"[0] of PE 1}; set after the run. */
    String object;
    /** For a late access, the row in which it was issued; otherwise null. */
    final Row begin;
    /** The value that was read or that memory contains afterwards, or null. */
    String value;
    /** The value before a read-modify-write, or null. */
    String before;
    /** For an issued late access, the row in which it was performed; null if it was not. */
    Row happened;
    /** For a non-blocking store, what its source contained at the call; for its arrival, what it has stored. */
    byte[] stored;
    /** How many steps of each PE happened before the PE's next one; null where that is not known. */
    int[] known;
    int number;
    /** How many equal loads in succession this row stands for. */
    int times = 1;

    Row(int pe, Step step, String routine, String place, Row begin) {
        this.pe = pe;
        this.step = step;
        this.routine = routine;
        this.place = place;
        this.begin = begin;
    }

    /** {@return whether the next row is of the same call in the library, or a load that repeats this one's value} */
    boolean repeats(Row next) {
        return pe == next.pe && place.equals(next.place) && routine.equals(next.routine) && (next.passes() ? passes()
            : isPoll() && step.kind() == next.step.kind() && step.address() == next.step.address()
            && step.way() == next.step.way() && Objects.equals(value, next.value));
    }

    /** {@return whether the program has only looked at memory here} */
    boolean isPoll() {
        return isLoad() && value != null || step.kind() == Step.Kind.QUIET && routine.equals("quiet")
            || step.kind() == Step.Kind.UPDATE && isStore() && begin == null && value != null && value.equals(before);
    }

    /** {@return whether the program loads here} */
    boolean isLoad() {
        return step.kind() == Step.Kind.READ && begin == null && !begins() && !passes();
    }

    /** {@return whether memory changes here} */
    boolean isStore() {
        return (step.kind() == Step.Kind.WRITE || step.kind() == Step.Kind.UPDATE) && !begins() && !passes();
    }

    /** {@return whether the store is made whatever the memory contains} */
    boolean isBlind() {
        return step.kind() == Step.Kind.WRITE || routine.equals("atomicSet") || routine.equals("signalSet");
    }

    /** {@return whether an atomic loads and stores here} */
    boolean isFetch() {
        return step.kind() == Step.Kind.UPDATE && isStore() && begin == null && !isBlind();
    }

    boolean stores(Row load) {
        return isStore() && step.overlaps(load.step);
    }

    /** {@return whether the program waits here} */
    boolean isWait() {
        return isLoad() && routine.toLowerCase(Locale.ROOT).contains("wait");
    }

    /** {@return whether the source of this late store was changed before the store arrived} */
    boolean isChanged() {
        return stored != null && happened != null && !Arrays.equals(stored, happened.stored);
    }

    boolean isSameCall(Row other) {
        return pe == other.pe && place.equals(other.place) && step.kind() == other.step.kind()
            && step.address() == other.step.address() && (isLoad() && other.isLoad() || isStore() && other.isStore());
    }

    /** {@return whether this row issues a late access} */
    boolean begins() {
        return step.late() && begin == null;
    }

    /** {@return whether this row accesses only the library's own memory} */
    boolean passes() {
        return step.kind() != Step.Kind.DEATH && (step.fixed() || step.address() < 0 && step.kind() == Step.Kind.WRITE);
    }

    String text() {
        if (begin != null) {
            return "the " + (begin.step.kind() == Step.Kind.READ ? "load" : "store") + " of step " + begin.number
                + (begin.step.kind() == Step.Kind.READ ? " happens" : " arrives") + said(": ");
        }
        if (step.kind() == Step.Kind.DEATH) {
            return "dies before " + routine + " goes on (" + place + ")";
        }
        if (step.kind() == Step.Kind.FALL) {
            return "is found dead";
        }
        if (step.kind() == Step.Kind.LOCAL) {
            return routine + " fails for nothing (" + place + ")";
        }
        if (passes() || step.kind() == Step.Kind.QUIET) {
            return routine + " (" + place + ")";
        }
        String what = begins() ? happened == null ? ", which stays on its way" : ", on its way" : switch (step.kind()) {
            case READ -> said(" sees ") + times() + (step.early() ? ", early" : "");
            case WRITE -> said(" = ");
            default -> value != null && value.equals(before) ? " stays " + value + times() : said(" becomes ");
        };
        return routine + " " + object + what + " (" + place + ")";
    }

    private String times() {
        return times == 1 ? "" : " " + times + " times";
    }

    private String said(String before) {
        return value == null ? "" : before + value;
    }
}

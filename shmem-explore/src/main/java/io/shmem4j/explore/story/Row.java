// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.story;

import io.shmem4j.explore.run.Step;

/** A line of a story: what one PE, or an access of it that was late, did. */
final class Row {
    final int pe;
    final Step step;
    /** The routine of the library that the program called. */
    final String routine;
    /** Place of the call, such as {@code Flag.java:12}. */
    final String place;
    /** Object of the access, such as {@code "flag"[0] of PE 1}; known when the run is over. */
    String object;
    /** The row in which a late access began; null for others. */
    final Row begin;
    /** Value that was read, or that memory has afterwards; null for none. */
    String value;
    /** The row in which this access happened, which had begun here; null if it has not, or is none. */
    Row happened;
    int number;
    /** How often the same was seen one after the other. */
    int times = 1;

    Row(int pe, Step step, String routine, String place, Row begin) {
        this.pe = pe;
        this.step = step;
        this.routine = routine;
        this.place = place;
        this.begin = begin;
    }

    /** {@return whether a load that follows saw the same again} */
    boolean repeats(Row next) {
        return step.kind() == Step.Kind.READ && begin == null && step.back() == next.step.back() && pe == next.pe
            && step.address() == next.step.address() && place.equals(next.place) && routine.equals(next.routine)
            && value != null && value.equals(next.value);
    }

    /** {@return whether it begins something that happens later} */
    boolean begins() {
        return step.late() && begin == null;
    }

    /** {@return whether it only passes through the library} */
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
            case READ -> said(" sees ") + (times == 1 ? "" : " " + times + " times")
                + (step.back() == 0 ? "" : ", having come early");
            case WRITE -> said(" = ");
            default -> said(" becomes ");
        };
        return routine + " " + object + what + " (" + place + ")";
    }

    private String said(String before) {
        return value == null ? "" : before + value;
    }
}

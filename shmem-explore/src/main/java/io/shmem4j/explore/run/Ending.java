// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

/**
 * How a run ended.
 *
 * @param kind   in what way
 * @param pe     the PE that ended it, -1 where that is none
 * @param thrown what it threw, or null
 * @param text   what happened, without the PE
 */
public record Ending(Manner kind, int pe, Throwable thrown, String text) {
    /** Ways to end. */
    public enum Manner {
        /** All PEs have come to their ends. */
        FINISHED,
        /** The chooser was not interested in the rest. */
        LEFT,
        /** More steps than a run may have. */
        TOO_LONG,
        /** A PE let an exception out. */
        THREW,
        /** A PE ended the job or itself with a status, or left the others. */
        STATUS,
        /** The program's results differ from those of another run. */
        DIFFERS,
        /** Operations of a container do not look as if each happened at one moment. */
        DISORDER,
        /** Nobody can go on. */
        DEADLOCK,
        /** Somebody looks again and again at what nobody changes. */
        POLLS
    }

    public boolean failed() {
        return kind.compareTo(Manner.THREW) >= 0;
    }

    /** {@return whether another run failed in the same way} */
    public boolean resembles(Ending other) {
        return kind == other.kind && pe == other.pe && (thrown == null
            ? text.equals(other.text) || kind == Manner.DISORDER
            : other.thrown != null && thrown.getClass() == other.thrown.getClass());
    }
}

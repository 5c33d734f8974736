// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

/**
 * How a run ended.
 *
 * @param pe     the PE that ended it, or -1
 * @param thrown the PE's exception, or null
 * @param text   a description without the PE
 */
public record Ending(Manner kind, int pe, Throwable thrown, String text) {
    public enum Manner {
        /** All PEs have completed. */
        FINISHED,
        /** The chooser abandoned the run. */
        LEFT,
        /** The maximum number of steps was exceeded. */
        TOO_LONG,
        /** A PE threw an exception. */
        THREW,
        /** A PE exited with a status, or without finalizing the library. */
        STATUS,
        /** The result differs from that of an earlier run. */
        DIFFERS,
        /** A container's operations are not linearizable. */
        DISORDER,
        /** No PE can continue. */
        DEADLOCK,
        /** A PE polls a word that no PE will change. */
        POLLS
    }

    public boolean failed() {
        return kind.compareTo(Manner.THREW) >= 0;
    }

    /** {@return whether two runs failed in the same way} */
    public boolean resembles(Ending other) {
        return kind == other.kind && pe == other.pe && (thrown == null
            ? text.equals(other.text) || kind == Manner.DISORDER || kind == Manner.DEADLOCK
            : other.thrown != null && thrown.getClass() == other.thrown.getClass());
    }
}

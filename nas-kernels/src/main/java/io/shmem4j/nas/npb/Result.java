// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.util.List;
import java.util.Map;

/**
 * A benchmark's report.
 *
 * @param size the size in words
 * @param warmup untimed iterations before them
 * @param seconds time of the slowest PE
 * @param mops millions of operations a second over all PEs
 * @param operation what an operation is
 * @param verification whether the numbers are right
 * @param variant names and values of what distinguishes this run from others
 * @param phases times of the phases, empty if not measured
 * @param wall seconds of real time that the user has waited for, without the JVM's start
 * @param rehearsal seconds of that for the rehearsal, which are compilation mostly
 */
public record Result(String benchmark, NpbClass npbClass, String size, int iterations, int warmup, double seconds,
    int pes, double mops, String operation, Verification verification, Map<String, String> variant,
    List<PhaseTimers.Time> phases, double wall, double rehearsal) {

    /** Outcome of the check of a benchmark's numbers. */
    public enum Verification {
        SUCCESSFUL,
        UNSUCCESSFUL,
        /** The run ended before there was something to check. */
        NOT_PERFORMED;

        public static Verification of(boolean right) {
            return right ? SUCCESSFUL : UNSUCCESSFUL;
        }

        /** {@return whether the numbers are right, null where they were not checked} */
        Boolean right() {
            return this == NOT_PERFORMED ? null : (Boolean) (this == SUCCESSFUL);
        }
    }
}

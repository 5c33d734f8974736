// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.util.List;
import java.util.Map;

/**
 * A benchmark's report.
 *
 * @param size         size in words
 * @param warmup       untimed iterations
 * @param seconds      time of the slowest PE
 * @param mops         millions of operations per second over all PEs
 * @param operation    unit of the operation count
 * @param variant      settings that distinguish this run
 * @param phases       times of the phases, empty if not measured
 * @param wall         seconds from the start of main
 * @param rehearsal    seconds of the rehearsal
 */
public record Result(String benchmark, NpbClass npbClass, String size, int iterations, int warmup, double seconds,
    int pes, double mops, String operation, Verification verification, Map<String, String> variant,
    List<PhaseTimers.Time> phases, double wall, double rehearsal) {

    /** Outcome of verification. */
    public enum Verification {
        SUCCESSFUL,
        UNSUCCESSFUL,
        /** The run ended too early for a check. */
        NOT_PERFORMED;

        public static Verification of(boolean right) {
            return right ? SUCCESSFUL : UNSUCCESSFUL;
        }

        /** {@return whether the values are right; null if unchecked} */
        Boolean right() {
            return this == NOT_PERFORMED ? null : (Boolean) (this == SUCCESSFUL);
        }
    }
}

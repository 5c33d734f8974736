// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.util.List;
import java.util.Map;

/**
 * What a benchmark reports.
 *
 * @param size         the size in words
 * @param warmup       untimed iterations before them
 * @param seconds      time of the slowest PE
 * @param mops         millions of operations a second over all PEs
 * @param operation    what an operation is
 * @param verification whether the numbers are right
 * @param variant      names and values of what distinguishes this run from others
 * @param phases       times of the phases, empty if not measured
 * @param wall         what the user of PE 0 has waited for
 */
public record Result(String benchmark, NpbClass npbClass, String size, int iterations, int warmup, double seconds,
    int pes, double mops, String operation, Verification verification, Map<String, String> variant,
    List<PhaseTimers.Time> phases, WallTime wall) {

    /** What came of the check of a benchmark's numbers. */
    public enum Verification {
        SUCCESSFUL,
        UNSUCCESSFUL,
        /** The run ended before there was something to check. */
        NOT_PERFORMED;

        /** {@return the outcome of a check} */
        public static Verification of(boolean right) {
            return right ? SUCCESSFUL : UNSUCCESSFUL;
        }

        /** {@return whether the numbers are right, null where they were not checked} */
        Boolean right() {
            return this == NOT_PERFORMED ? null : (Boolean) (this == SUCCESSFUL);
        }
    }

    /**
     * What a user waits for: setting up, rehearsal, untimed and timed iterations, and the check; without the JVM's
     * start.
     *
     * @param total     seconds of all that
     * @param rehearsal seconds of the rehearsal, which are compilation mostly
     */
    public record WallTime(double total, double rehearsal) {
        /** Measures real time, also where the job's clock is virtual. */
        public static final class Watch {
            private static final double NANO = 1e-9;
            private final long start = System.nanoTime();
            private long rehearsal;

            public void rehearse(Runnable rehearse) {
                long before = System.nanoTime();
                rehearse.run();
                rehearsal += System.nanoTime() - before;
            }

            /** {@return the seconds since this watch was made} */
            public WallTime read() {
                return new WallTime((System.nanoTime() - start) * NANO, rehearsal * NANO);
            }
        }
    }
}

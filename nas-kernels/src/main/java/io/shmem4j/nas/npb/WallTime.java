// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/**
 * What a user waits for: setting up, rehearsal, untimed and timed iterations, and the check; without the JVM's start.
 *
 * @param total     seconds of all that
 * @param rehearsal seconds of the rehearsal, most of which are compilation
 */
public record WallTime(double total, double rehearsal) {
    /** Measures real time, also where the job's clock is virtual. */
    public static final class Watch {
        private static final double NANO = 1e-9;
        private final long start = System.nanoTime();
        private long rehearsal;

        /**
         * Runs a rehearsal.
         *
         * @param rehearse what to run
         */
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

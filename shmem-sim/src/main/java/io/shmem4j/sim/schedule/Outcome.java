// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.schedule;

/** How a run ended. */
public sealed interface Outcome {
    /** Every PE came to its end. */
    record Finished() implements Outcome {
    }

    /** A PE let an exception out. */
    record Failed(int pe, Throwable cause) implements Outcome {
    }

    /** A PE ended the job, with a reason or null. */
    record Aborted(int pe, int status, String reason) implements Outcome {
    }

    /** A PE ended its process, which ends the job. */
    record Exited(int pe, int status, String how) implements Outcome {
    }

    /** A PE needs a monitor that another PE holds while it sleeps. */
    record Stuck(int pe) implements Outcome {
    }

    /** Every PE that had not finished was asleep. */
    record Deadlocked(int sleepers) implements Outcome {
    }
}

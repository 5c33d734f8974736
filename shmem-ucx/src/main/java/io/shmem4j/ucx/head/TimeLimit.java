// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.head;

/** The time that a job has. */
final class TimeLimit {
    private final Double seconds;
    private final long end;
    private boolean told;

    TimeLimit(Double seconds) {
        this.seconds = seconds;
        this.end = seconds == null ? 0 : System.nanoTime() + (long) (seconds * 1e9);
    }

    /** {@return whether it is over, the first time that it is} */
    boolean isReached() {
        boolean reached = seconds != null && !told && System.nanoTime() - end >= 0;
        told |= reached;
        return reached;
    }

    /** {@return why the job ends} */
    String reason() {
        return "time limit of " + number(seconds) + " s reached";
    }

    /** {@return a number of seconds for people} */
    static String number(double seconds) {
        return seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds);
    }
}

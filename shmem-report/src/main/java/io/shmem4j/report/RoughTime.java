// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

/** Times in words, no finer than an estimate is. */
public final class RoughTime {
    private static final int SECONDS_UP_TO = 90;
    private static final int TENS = 10;
    private static final int MINUTE = 60;

    private RoughTime() {
    }

    /**
     * {@return tens of seconds or minutes}
     *
     * @param seconds the time
     */
    public static String inWords(double seconds) {
        if (seconds < SECONDS_UP_TO) {
            return Math.max(1, Math.round(seconds / TENS)) * TENS + " seconds";
        }
        return Math.round(seconds / MINUTE) + " minutes";
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import java.util.concurrent.TimeUnit;

/**
 * How much is measured.
 *
 * @param count       timed trials of each value
 * @param nanos       length of a trial
 * @param warmupNanos longest warm-up of a value, times the PEs that share a core
 */
public record Trials(int count, long nanos, long warmupNanos) {
    private static final double NANO = TimeUnit.SECONDS.toNanos(1);

    /** Trials that measuring operations one by one takes as long as. */
    static final int SINGLES = 5;

    /**
     * {@return seconds that a value may take on an idle machine}, if its operation is short against a trial
     *
     * @param sharing PEs that share a core
     */
    public double seconds(int sharing) {
        return sharing * (warmupNanos + (count + SINGLES) * nanos) / NANO;
    }
}

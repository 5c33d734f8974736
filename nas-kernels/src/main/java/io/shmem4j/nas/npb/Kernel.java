// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.util.Map;

/** A PE's part of a kernel: its memory and its steps. All methods are collective. */
public interface Kernel {
    /** Restores the initial state; not timed. */
    void reset();

    /** Performs timed work before the first step. */
    default void begin() {
        // Optional.
    }

    /** Performs an iteration, counted from 1. */
    void step(int step);

    /** Performs timed work after the last step and {@return the numbers to verify, equal on all PEs} */
    default double[] finish() {
        return new double[0];
    }

    /**
     * Performs untimed work and {@return the numbers to verify}
     *
     * @param steps    the number of steps that the result reports; a kernel that has made another number is wrong
     * @param finished the result of {@link #finish}
     */
    default double[] verified(int steps, double... finished) {
        return finished;
    }

    default String loops() {
        return "vector";
    }

    /** {@return further settings of this run by their names in the result} */
    default Map<String, String> variant() {
        return Map.of();
    }
}

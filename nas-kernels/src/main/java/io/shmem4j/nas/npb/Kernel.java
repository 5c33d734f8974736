// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.util.Map;

/** A PE's part of a kernel of one class: its memory and its steps. Everything is collective. */
public interface Kernel {
    /** Goes back to the first state, before the clock starts. */
    void reset();

    /** Does what is timed before the first step. */
    default void begin() {
        // Most kernels time a step as a whole.
    }

    /** Does an iteration; they count from 1. */
    void step(int step);

    /** {@return the numbers to verify, the same on all PEs}, by work that is still timed, if there is any */
    default double[] finish() {
        return new double[0];
    }

    /**
     * {@return the numbers to verify}, by work that is no longer timed
     *
     * @param steps    that the result will name; a kernel that has done others is wrong
     * @param finished what {@link #finish} has given
     */
    default double[] verified(int steps, double... finished) {
        return finished;
    }

    default String loops() {
        return "vector";
    }

    /** {@return what else was chosen}, by its name in the result */
    default Map<String, String> variant() {
        return Map.of();
    }
}

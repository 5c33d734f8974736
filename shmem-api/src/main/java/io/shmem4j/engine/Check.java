// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.config.Setting;
import io.shmem4j.spi.RaceDetector;

/**
 * The level of checks, {@code SHMEM_CHECK}, read once, so the JIT removes the checks of higher levels.
 *
 * <p>Checks for memory safety (ranges, PE numbers, freed objects) are always on.
 */
public final class Check {
    private static final int LEVEL = Setting.CHECK.intValue();
    /** Whether allocations are compared between PEs, and arguments of collectives within a PE. */
    public static final boolean ARGUMENTS = LEVEL >= 1;
    /** Whether everything that can be detected is checked, at any cost. */
    public static final boolean FULL = LEVEL == 2;
    /** Whether races are detected, also those with buffers in flight; so transfers run as without checks. */
    public static final boolean RACES = RaceDetector.ON;

    private Check() {
    }
}

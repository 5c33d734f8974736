// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report.figure;

/** How a plot divides its axes. */
public enum Axes {
    /** Both evenly. */
    LINEAR,
    /** Both by powers of ten. */
    LOGARITHMIC,
    /** Settings by powers of ten, values evenly. */
    LOGARITHMIC_SETTINGS,
    /** Settings evenly, values by powers of ten. */
    LOGARITHMIC_VALUES;

    boolean ofSettings() {
        return this == LOGARITHMIC || this == LOGARITHMIC_SETTINGS;
    }

    boolean ofValues() {
        return this == LOGARITHMIC || this == LOGARITHMIC_VALUES;
    }
}

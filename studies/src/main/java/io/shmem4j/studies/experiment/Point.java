// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

import io.shmem4j.studies.stat.Sample;
import io.shmem4j.studies.stat.WelchComparison;

/**
 * What one setting of an experiment gave.
 *
 * @param x      the setting: PEs, lines, bytes
 * @param sample simulated times of the iterations, in the figure's unit
 * @param model  best and worst case of the model in the same unit, equal for a model without interference; null if none
 * @param test   the sample against a model that says one time, else null
 */
public record Point(double x, Sample sample, Range model, WelchComparison test) {
    /**
     * {@return a point without a model}
     *
     * @param x      the setting
     * @param sample the times
     */
    public static Point of(double x, Sample sample) {
        return new Point(x, sample, null, null);
    }

    /**
     * {@return a point with a range}
     *
     * @param x      the setting
     * @param sample the times
     * @param model  the range
     */
    public static Point of(double x, Sample sample, Range model) {
        return new Point(x, sample, model, null);
    }

    /**
     * {@return a point with a model that says one time, and how much it varies}
     *
     * @param x         the setting
     * @param sample    the times
     * @param model     the time
     * @param deviation its standard deviation
     */
    public static Point of(double x, Sample sample, double model, double deviation) {
        return new Point(x, sample, new Range(model, model), WelchComparison.of(sample, model, deviation,
            sample.size()));
    }
}

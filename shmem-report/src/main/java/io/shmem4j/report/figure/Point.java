// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report.figure;

/**
 * What one setting of an experiment gave.
 *
 * @param x      the setting: PEs, lines, bytes
 * @param sample measured values, in the figure's unit
 * @param model  best and worst case of a model in the same unit, equal for a model without interference; null if none
 * @param test   the sample against a model that says one value, else null
 */
public record Point(double x, Sample sample, Range model, Test test) {
    /**
     * A test whether the sample's mean is the model's.
     *
     * @param t difference of the means in units of its standard error
     * @param p probability of a difference at least so large if the means are equal
     */
    public record Test(double t, double p) {
    }

    public static Point of(double x, double... values) {
        return new Point(x, new Sample(values), null, null);
    }

    public static Point of(double x, Sample sample) {
        return new Point(x, sample, null, null);
    }

    public static Point of(double x, Sample sample, Range model) {
        return new Point(x, sample, model, null);
    }
}

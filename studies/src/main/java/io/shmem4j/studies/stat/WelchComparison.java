// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.stat;

import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * Welch's t-test: whether two populations with unknown, unequal variances have the same mean.
 *
 * @param t       difference of the means in units of its standard error
 * @param freedom degrees of freedom
 * @param p       probability of a difference at least so large if the means are equal
 */
public record WelchComparison(double t, double freedom, double p) {
    /**
     * {@return the test of a sample against a population that is known by its moments}
     *
     * @param sample    the sample
     * @param mean      mean of the other
     * @param deviation standard deviation of the other
     * @param size      its size
     */
    public static WelchComparison of(Sample sample, double mean, double deviation, int size) {
        double first = sample.deviation() * sample.deviation() / sample.size();
        double second = deviation * deviation / size;
        double error = first + second;
        double difference = sample.mean() - mean;
        if (error == 0) {
            boolean same = Math.abs(difference) <= 1e-9 * Math.abs(mean);
            return new WelchComparison(same ? 0 : Math.copySign(Double.POSITIVE_INFINITY, difference),
                sample.size() + size - 2.0, same ? 1 : 0);
        }
        double t = difference / Math.sqrt(error);
        double freedom = error * error / (share(first, sample.size()) + share(second, size));
        return new WelchComparison(t, freedom, twoSided(t, freedom));
    }

    private static double share(double variance, int size) {
        return size > 1 ? variance * variance / (size - 1) : 0;
    }

    /** {@return how likely Student's distribution is so far from 0 on either side} */
    static double twoSided(double t, double freedom) {
        return RegularizedBeta.value(freedom / (freedom + t * t), freedom / 2, 0.5);
    }
}

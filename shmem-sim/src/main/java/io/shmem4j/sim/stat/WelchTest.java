// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.stat;

/**
 * Welch's t-test: whether two populations with unknown, unequal variances have the same mean.
 *
 * @param t       difference of the means in units of its standard error
 * @param freedom degrees of freedom
 * @param p       probability of a difference at least so large if the means are equal
 */
public record WelchTest(double t, double freedom, double p) {
    private static final int TERMS = 300;
    private static final double SMALL = 1e-300;
    private static final double ENOUGH = 1e-14;
    private static final double[] LANCZOS = {676.5203681218851, -1259.1392167224028, 771.32342877765313,
        -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};

    /**
     * {@return the test of a sample against a population that is known by its moments}
     *
     * @param sample    the sample
     * @param mean      mean of the other
     * @param deviation standard deviation of the other
     * @param size      its size
     */
    public static WelchTest of(Sample sample, double mean, double deviation, int size) {
        double first = sample.deviation() * sample.deviation() / sample.size();
        double second = deviation * deviation / size;
        double error = first + second;
        double difference = sample.mean() - mean;
        if (error == 0) {
            boolean same = Math.abs(difference) <= 1e-9 * Math.abs(mean);
            return new WelchTest(same ? 0 : Math.copySign(Double.POSITIVE_INFINITY, difference),
                sample.size() + size - 2.0, same ? 1 : 0);
        }
        double t = difference / Math.sqrt(error);
        double freedom = error * error / (share(first, sample.size()) + share(second, size));
        return new WelchTest(t, freedom, incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t)));
    }

    private static double share(double variance, int size) {
        return size > 1 ? variance * variance / (size - 1) : 0;
    }

    /** {@return the regularised incomplete beta function, by its continued fraction} */
    static double incompleteBeta(double a, double b, double x) {
        if (x <= 0 || x >= 1) {
            return x <= 0 ? 0 : 1;
        }
        double front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        return x < (a + 1) / (a + b + 2) ? front * fraction(a, b, x) / a : 1 - front * fraction(b, a, 1 - x) / b;
    }

    /** The fraction, evaluated from the front by the method of Lentz. */
    private static double fraction(double a, double b, double x) {
        double c = 1;
        double d = 1 / away(1 - (a + b) * x / (a + 1));
        double value = d;
        for (int m = 1; m <= TERMS; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / away(1 + even * d);
            c = away(1 + even / c);
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / away(1 + odd * d);
            c = away(1 + odd / c);
            value *= d * c;
            if (Math.abs(d * c - 1) < ENOUGH) {
                break;
            }
        }
        return value;
    }

    private static double away(double value) {
        return Math.abs(value) < SMALL ? SMALL : value;
    }

    /** {@return the logarithm of the gamma function for positive arguments, by Lanczos' approximation} */
    private static double logGamma(double x) {
        if (x < 0.5) {
            return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
        }
        double sum = 0.99999999999980993;
        double y = x - 1;
        for (int i = 0; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (y + i + 1);
        }
        double base = y + LANCZOS.length - 0.5;
        return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(base) - base + Math.log(sum);
    }
}

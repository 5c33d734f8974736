// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.stat;

import java.util.Arrays;

/** Repeated measurements of one thing, and the numbers a box plot shows. */
public final class Sample {
    private static final double WHISKER = 1.5;

    private final double[] sorted;
    private final double mean;
    private final double deviation;

    /**
     * Takes measurements.
     *
     * @param values at least one, in any order
     */
    public Sample(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a sample has at least one value");
        }
        sorted = values.clone();
        Arrays.sort(sorted);
        double sum = 0;
        for (double value : sorted) {
            sum += value;
        }
        mean = sum / sorted.length;
        double squares = 0;
        for (double value : sorted) {
            squares += (value - mean) * (value - mean);
        }
        deviation = sorted.length == 1 ? 0 : Math.sqrt(squares / (sorted.length - 1));
    }

    /** {@return number of values} */
    public int size() {
        return sorted.length;
    }

    /** {@return arithmetic mean} */
    public double mean() {
        return mean;
    }

    /** {@return standard deviation, estimated with n - 1} */
    public double deviation() {
        return deviation;
    }

    /** {@return the middle value} */
    public double median() {
        return quantile(0.5);
    }

    /** {@return a quarter of the values lies below} */
    public double lowerQuartile() {
        return quantile(0.25);
    }

    /** {@return a quarter of the values lies above} */
    public double upperQuartile() {
        return quantile(0.75);
    }

    /**
     * {@return the value below which a share of the values lies, between neighbours in proportion}
     *
     * @param share from 0 to 1
     */
    public double quantile(double share) {
        double at = share * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    /** {@return the lowest value within one and a half box lengths of the box} */
    public double lowerWhisker() {
        double limit = lowerQuartile() - WHISKER * (upperQuartile() - lowerQuartile());
        for (double value : sorted) {
            if (value >= limit) {
                return value;
            }
        }
        return sorted[sorted.length - 1];
    }

    /** {@return the highest value within one and a half box lengths of the box} */
    public double upperWhisker() {
        double limit = upperQuartile() + WHISKER * (upperQuartile() - lowerQuartile());
        for (int i = sorted.length - 1; i >= 0; i--) {
            if (sorted[i] <= limit) {
                return sorted[i];
            }
        }
        return sorted[0];
    }

    /**
     * {@return the share of values in a range}
     *
     * @param low least
     * @param high most
     */
    public double within(double low, double high) {
        int inside = 0;
        for (double value : sorted) {
            if (value >= low && value <= high) {
                inside++;
            }
        }
        return (double) inside / sorted.length;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/** Repeated measurements, with the values that a box plot shows. */
public final class Sample {
    private static final double WHISKER = 1.5;
    private static final Quantile QUANTILE = Quantile.withDefaults().with(EstimationMethod.HF7);

    private final double[] sorted;
    private final double mean;
    private final double deviation;

    /** Requires at least one value, in any order. */
    public Sample(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a sample has at least one value");
        }
        sorted = values.clone();
        Arrays.sort(sorted);
        mean = Mean.of(sorted).getAsDouble();
        deviation = StandardDeviation.of(sorted).getAsDouble();
    }

    public int size() {
        return sorted.length;
    }

    public double mean() {
        return mean;
    }

    /** {@return the standard deviation, estimated with n - 1} */
    public double deviation() {
        return deviation;
    }

    public double least() {
        return sorted[0];
    }

    public double most() {
        return sorted[sorted.length - 1];
    }

    public double median() {
        return quantile(0.5);
    }

    public double lowerQuartile() {
        return quantile(0.25);
    }

    public double upperQuartile() {
        return quantile(0.75);
    }

    private double quantile(double share) {
        return QUANTILE.evaluate(sorted.length, i -> sorted[i], share);
    }

    /** {@return the lowest value within 1.5 box lengths of the box} */
    public double lowerWhisker() {
        double limit = lowerQuartile() - WHISKER * (upperQuartile() - lowerQuartile());
        return Arrays.stream(sorted).filter(value -> value >= limit).findFirst().orElseThrow();
    }

    /** {@return the highest value within 1.5 box lengths of the box} */
    public double upperWhisker() {
        double limit = upperQuartile() + WHISKER * (upperQuartile() - lowerQuartile());
        return Arrays.stream(sorted).filter(value -> value <= limit).max().orElseThrow();
    }

    public double within(double low, double high) {
        return (double) Arrays.stream(sorted).filter(value -> value >= low && value <= high).count() / sorted.length;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.report.Sample;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/** Welch's t-test of a sample's mean against a model that predicts a single value. */
public final class WelchTest {
    private static final TTest TEST = TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC);

    private WelchTest() {
    }

    /** {@return a point tested against a population as large as the sample} */
    public static Point point(double x, Sample sample, double mean, double deviation) {
        return new Point(x, sample, new Range(mean, mean), of(sample, mean, deviation));
    }

    /** {@return the test; without any deviation only equal means pass} */
    public static Point.Test of(Sample sample, double mean, double deviation) {
        double difference = sample.mean() - mean;
        if (sample.size() == 1 || sample.deviation() == 0 && deviation == 0) {
            boolean same = Math.abs(difference) <= 1e-9 * Math.abs(mean);
            return new Point.Test(same ? 0 : Math.copySign(Double.POSITIVE_INFINITY, difference), same ? 1 : 0);
        }
        TTest.Result result = TEST.test(sample.mean(), sample.deviation() * sample.deviation(), sample.size(), mean,
            deviation * deviation, sample.size());
        return new Point.Test(result.getStatistic(), result.getPValue());
    }
}

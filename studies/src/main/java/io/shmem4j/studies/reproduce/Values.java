// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.report.Sample;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;

/** Medians of a figure's curves by name, for claims. */
public record Values(Figure figure) {
    /** {@return the values of curves outside of figures} */
    public static Values of(List<Series> curves) {
        return new Values(new Figure("", "", "", Axes.LINEAR, curves, List.of()));
    }

    private DoubleStream settings(String curve, DoublePredicate accepted) {
        return points(curve).stream().mapToDouble(Point::x).filter(accepted);
    }

    private List<Point> points(String curve) {
        return series(curve).points();
    }

    Series series(String curve) {
        return figure.series().stream().filter(one -> one.name().equals(curve)).findFirst()
            .orElseThrow(() -> new IllegalStateException(figure.title() + " has no curve " + curve));
    }

    public double at(String curve, double x) {
        return series(curve).median(x);
    }

    public Sample sample(String curve, double x) {
        return points(curve).stream().filter(point -> point.x() == x).findFirst().orElseThrow().sample();
    }

    public double last(String curve) {
        return points(curve).getLast().sample().median();
    }

    /** {@return the minimum ratio of two curves at equal settings} */
    public double least(String above, String below, DoublePredicate accepted) {
        return settings(above, accepted).map(x -> at(above, x) / at(below, x)).min().orElse(Double.NaN);
    }

    /** {@return the maximum ratio of two curves at equal settings} */
    public double most(String above, String below, DoublePredicate accepted) {
        return settings(above, accepted).map(x -> at(above, x) / at(below, x)).max().orElse(Double.NaN);
    }

    /** {@return the mean ratio of two curves at equal settings} */
    public double mean(String above, String below, DoublePredicate accepted) {
        return settings(above, accepted).map(x -> at(above, x) / at(below, x)).average().orElseThrow();
    }

    /** {@return the setting from which on one curve remains below another, or infinity} */
    public double below(String lower, String upper) {
        double from = Double.POSITIVE_INFINITY;
        for (Point point : points(lower)) {
            boolean below = point.sample().median() < at(upper, point.x());
            from = !below ? Double.POSITIVE_INFINITY : Math.min(from, point.x());
        }
        return from;
    }
}

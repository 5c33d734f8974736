// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report.figure;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The outcome of an experiment, to be printed or drawn.
 *
 * @param title  what was done
 * @param x      name of the settings
 * @param y      name and unit of the values
 * @param axes   how a plot divides its axes
 * @param names  the settings 1, 2 and so on by name; empty if settings are quantities
 * @param series the curves
 * @param notes  what a reader must know
 */
public record Figure(String title, String x, String y, Axes axes, List<String> names, List<Series> series,
        List<String> notes) {
    /** Copies the lists. */
    public Figure {
        names = List.copyOf(names);
        series = List.copyOf(series);
        notes = List.copyOf(notes);
    }

    public Figure(String title, String x, String y, Axes axes, List<Series> series, List<String> notes) {
        this(title, x, y, axes, List.of(), series, notes);
    }

    /** {@return all settings of curves that are not main ones, in order} */
    public List<Double> settings() {
        return series.stream().filter(of -> !of.main()).flatMap(of -> of.points().stream()).map(Point::x).distinct()
            .sorted().toList();
    }

    public String setting(double x) {
        return names.isEmpty() ? String.format(Locale.ROOT, "%.0f", x) : names.get((int) x - 1);
    }

    double first() {
        return series.stream().flatMap(of -> of.points().stream()).mapToDouble(Point::x).min().orElse(0);
    }

    double last() {
        return series.stream().flatMap(of -> of.points().stream()).mapToDouble(Point::x).max().orElse(1);
    }

    double least() {
        return drawn(true).min().orElse(0);
    }

    double most() {
        return drawn(false).max().orElse(1);
    }

    private DoubleStream drawn(boolean low) {
        return series.stream().flatMapToDouble(of -> of.points().stream().flatMapToDouble(point -> {
            Sample sample = point.sample();
            double value = !of.main() ? sample.median() : low ? sample.lowerWhisker() : sample.upperWhisker();
            return point.model() == null ? DoubleStream.of(value)
                : DoubleStream.of(value, low ? point.model().min() : point.model().max());
        }));
    }
}

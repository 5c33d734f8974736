// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The result of an experiment, for printing or drawing.
 *
 * @param x      name of the settings
 * @param y      name and unit of the values
 * @param axes   kind of axes
 * @param names  names of the settings 1, 2, ...; empty if settings are numbers
 * @param notes  remarks for the reader
 * @param beyond curves to omit from drawings, because their scale would hide the rest
 */
public record Figure(String title, String x, String y, Axes axes, List<String> names, List<Series> series,
        List<String> notes, List<String> beyond) {
    public Figure {
        beyond = List.copyOf(beyond);
        names = List.copyOf(names);
        series = List.copyOf(series);
        notes = List.copyOf(notes);
    }

    public Figure(String title, String x, String y, Axes axes, List<Series> series, List<String> notes) {
        this(title, x, y, axes, List.of(), series, notes);
    }

    public Figure(String title, String x, String y, Axes axes, List<String> names, List<Series> series,
            List<String> notes) {
        this(title, x, y, axes, names, series, notes, List.of());
    }

    /** {@return this figure, with a curve omitted from its drawing} */
    public Figure without(String curve) {
        return new Figure(title, x, y, axes, names, series, notes, List.of(curve));
    }

    /** {@return all settings of curves that are not main ones, in ascending order} */
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
        return series.stream().filter(of -> !beyond.contains(of.name()))
            .flatMapToDouble(of -> of.points().stream().flatMapToDouble(point -> {
            Sample sample = point.sample();
            double value = !of.main() ? sample.median() : low ? sample.lowerWhisker() : sample.upperWhisker();
            return point.model() == null ? DoubleStream.of(value)
                : DoubleStream.of(value, low ? point.model().min() : point.model().max());
        }));
    }

    /** Kind of axes. */
    public enum Axes {
        LINEAR,
        LOGARITHMIC,
        /** Logarithmic settings, linear values. */
        LOGARITHMIC_SETTINGS,
        /** Linear settings, logarithmic values. */
        LOGARITHMIC_VALUES;

        boolean ofSettings() {
            return this == LOGARITHMIC || this == LOGARITHMIC_SETTINGS;
        }

        boolean ofValues() {
            return this == LOGARITHMIC || this == LOGARITHMIC_VALUES;
        }
    }

    /**
     * A curve.
     *
     * @param main  whether it is the subject of the figure, drawn with boxes, as opposed to a rival or variant
     * @param style colour and dashes, or null for the next unused ones
     */
    public record Series(String name, boolean main, Style style, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }

        public Series(String name, boolean main, List<Point> points) {
            this(name, main, null, points);
        }

        /** {@return a rival or variant with one value per setting} */
        public static Series of(String name, int[] settings, IntToDoubleFunction value) {
            return new Series(name, false, IntStream.of(settings)
                .mapToObj(setting -> Point.of(setting, value.applyAsDouble(setting))).toList());
        }

        /** {@return a rival or variant with one value per setting; NaN values yield no points} */
        public static Series of(String name, double[] settings, double[] values) {
            return new Series(name, false, IntStream.range(0, settings.length).filter(i -> !Double.isNaN(values[i]))
                .mapToObj(i -> Point.of(settings[i], values[i])).toList());
        }

        /** {@return a rival or variant with values for named settings, in their order} */
        public static Series named(String name, double... values) {
            return of(name, IntStream.rangeClosed(1, values.length).asDoubleStream().toArray(), values);
        }

        /** {@return the median at a setting, or null} */
        public Double median(double x) {
            return points.stream().filter(point -> point.x() == x).map(point -> point.sample().median()).findFirst()
                .orElse(null);
        }
    }

    /**
     * Indices of a colour and a dash pattern. Points of such curves get tool tips and a vertical line over their range.
     */
    public record Style(int colour, int dash) {
    }

    /**
     * The results for one setting.
     *
     * @param x      the setting: PEs, lines or bytes
     * @param sample measured values in the figure's unit
     * @param model  best and worst case of a model in the same unit, or null; equal if the model has no interference
     * @param test   comparison of the sample with a model of one value, or null
     */
    public record Point(double x, Sample sample, Range model, Test test) {
        /**
         * A t-test of the sample's mean against the model: the difference in standard errors, and the probability of at
         * least this difference if the means are equal.
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

    /** Best and worst case in nanoseconds. */
    public record Range(double min, double max) {
        /** {@return the range between two cases in either order} */
        public static Range between(double one, double other) {
            return new Range(Math.min(one, other), Math.max(one, other));
        }

        public boolean contains(double ns) {
            return ns >= min && ns <= max;
        }

        public Range plus(Range other) {
            return new Range(min + other.min, max + other.max);
        }

        public Range scaled(double factor) {
            return new Range(factor * min, factor * max);
        }
    }
}

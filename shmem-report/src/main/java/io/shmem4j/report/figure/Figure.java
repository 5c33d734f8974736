// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report.figure;

import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The outcome of an experiment, to be printed or drawn.
 *
 * @param x     name of the settings
 * @param y     name and unit of the values
 * @param axes  how a plot divides its axes
 * @param names the settings 1, 2 and so on by name; empty if settings are quantities
 * @param notes what a reader must know
 * @param beyond curves that are left out of a drawing, because its scale would hide the others
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

    /** {@return the same figure, whose drawing leaves out a curve} */
    public Figure without(String curve) {
        return new Figure(title, x, y, axes, names, series, notes, List.of(curve));
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
        return series.stream().filter(of -> !beyond.contains(of.name()))
            .flatMapToDouble(of -> of.points().stream().flatMapToDouble(point -> {
            Sample sample = point.sample();
            double value = !of.main() ? sample.median() : low ? sample.lowerWhisker() : sample.upperWhisker();
            return point.model() == null ? DoubleStream.of(value)
                : DoubleStream.of(value, low ? point.model().min() : point.model().max());
        }));
    }

    /** How a plot divides its axes. */
    public enum Axes {
        LINEAR,
        LOGARITHMIC,
        /** Settings by powers of ten, values evenly. */
        LOGARITHMIC_SETTINGS,
        /** Settings evenly, values by powers of ten. */
        LOGARITHMIC_VALUES;

        boolean ofSettings() {
            return this == LOGARITHMIC || this == LOGARITHMIC_SETTINGS;
        }

        boolean ofValues() {
            return this == LOGARITHMIC || this == LOGARITHMIC_VALUES;
        }
    }

    /**
     * One curve of a figure.
     *
     * @param main  whether it is the subject of the figure, shown with boxes; else it is a rival or a variant
     * @param style how it looks, null for what no other curve looks like
     */
    public record Series(String name, boolean main, Style style, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }

        public Series(String name, boolean main, List<Point> points) {
            this(name, main, null, points);
        }

        /** {@return a rival or variant with one value at each setting} */
        public static Series of(String name, int[] settings, IntToDoubleFunction value) {
            return new Series(name, false, IntStream.of(settings)
                .mapToObj(setting -> Point.of(setting, value.applyAsDouble(setting))).toList());
        }

        /** {@return a rival or variant with a value at each setting; one that is not a number gives no point} */
        public static Series of(String name, double[] settings, double[] values) {
            return new Series(name, false, IntStream.range(0, settings.length).filter(i -> !Double.isNaN(values[i]))
                .mapToObj(i -> Point.of(settings[i], values[i])).toList());
        }

        /** {@return a rival or variant with values at settings that have names, in their order} */
        public static Series named(String name, double... values) {
            return of(name, IntStream.rangeClosed(1, values.length).asDoubleStream().toArray(), values);
        }

        /** {@return the median at a setting, or null if there is no point} */
        public Double median(double x) {
            return points.stream().filter(point -> point.x() == x).map(point -> point.sample().median()).findFirst()
                .orElse(null);
        }
    }

    /**
     * A colour and a kind of line by their numbers. Points of such curves have their values as tool tips, and an
     * upright line over their range.
     */
    public record Style(int colour, int dash) {
    }

    /**
     * Results of one setting of an experiment.
     *
     * @param x      the setting: PEs, lines, bytes
     * @param sample measured values, in the figure's unit
     * @param model  best and worst case of a model in the same unit; equal for a model without interference, null if
     *               there is no model
     * @param test   the sample against a model that says one value, else null
     */
    public record Point(double x, Sample sample, Range model, Test test) {
        /**
         * A test whether the sample's mean is the model's: the difference of the means in units of its standard error,
         * and the probability of one at least so large if the means are equal.
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
        /** {@return the range of two cases, the shorter of which is the best one} */
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

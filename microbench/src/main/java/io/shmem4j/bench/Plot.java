// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure.Style;
import io.shmem4j.report.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Values of a figure.
 *
 * @param x label of the numbers below curves; empty for bars over words
 */
record Plot(String test, String title, String x, String y, List<Value> values) {
    /** Ratio of the values from which their axis is logarithmic. */
    private static final double WIDE = 20;

    /**
     * A value.
     *
     * @param run   named in the legend where several runs have the same curve
     * @param at    a number, or the word below a group of bars
     * @param value a positive number, or null
     */
    record Value(String curve, String run, Object at, Object value) {
        /** {@return the curve without its transfer or statistic} Curves of a family have the same colour. */
        private String family() {
            return curve.replaceFirst(",? (direct|putget|min|median)$", "");
        }
    }

    Plot(String test, String title, String x, String y) {
        this(test, title, x, y, new ArrayList<>());
    }

    /** Adds a value unless it or its setting is missing. */
    void add(Value value) {
        if ((x.isEmpty() || value.at() instanceof Double) && value.value() instanceof Double number && number > 0) {
            values.add(value);
        }
    }

    Figure figure() {
        boolean bars = x.isEmpty();
        List<String> words = values.stream().filter(_ -> bars).map(value -> (String) value.at()).distinct().toList();
        boolean withRun = values.stream().collect(groupingBy(value -> value.curve() + value.at(),
            mapping(Value::run, toSet()))).values().stream().anyMatch(runs -> runs.size() > 1);
        Map<String, TreeMap<Double, List<Double>>> curves = new LinkedHashMap<>();
        Map<String, Style> styles = new LinkedHashMap<>();
        Map<String, Integer> colours = new LinkedHashMap<>();
        Map<String, Integer> dashes = new LinkedHashMap<>();
        for (Value value : values) {
            String curve = value.curve() + (withRun ? ", " + value.run() : "");
            double at = bars ? words.indexOf(value.at()) + 1 : (Double) value.at();
            curves.computeIfAbsent(curve, _ -> new TreeMap<>()).computeIfAbsent(at, _ -> new ArrayList<>())
                .add((Double) value.value());
            int colour = colours.computeIfAbsent(bars ? curve : value.family(), _ -> colours.size());
            int dash = dashes.computeIfAbsent(curve.substring(value.family().length()), _ -> dashes.size());
            styles.putIfAbsent(curve, new Style(colour, dash));
        }
        List<Series> series = new ArrayList<>();
        curves.forEach((name, points) -> series.add(new Series(name, false, styles.get(name), points.entrySet().stream()
            .map(point -> Point.of(point.getKey(), point.getValue().stream().mapToDouble(value -> value).toArray()))
            .toList())));
        double[] sorted = values.stream().mapToDouble(value -> (Double) value.value()).sorted().toArray();
        boolean wide = sorted[sorted.length - 1] / sorted[0] > WIDE;
        Axes axes = bars ? wide ? Axes.LOGARITHMIC_VALUES : Axes.LINEAR
            : wide ? Axes.LOGARITHMIC : Axes.LOGARITHMIC_SETTINGS;
        return new Figure(title, x, y, axes, words, series, List.of());
    }
}

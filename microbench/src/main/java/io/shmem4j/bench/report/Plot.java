// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure.Style;
import io.shmem4j.report.Figure;
import io.shmem4j.report.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the points of a figure: curves over numbers, or bars over names. */
final class Plot {
    /** Ratio of the values from which the axis is logarithmic. */
    private static final double WIDE = 20;

    private final String title;
    private final String x;
    private final String y;
    private final boolean bars;
    private final Map<String, List<Point>> curves = new LinkedHashMap<>();
    private final Map<String, Style> styles = new LinkedHashMap<>();
    private final List<String> families = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private double least = Double.MAX_VALUE;
    private double most;

    Plot(String title, String x, String y, boolean bars) {
        this.title = title;
        this.x = x;
        this.y = y;
        this.bars = bars;
    }

    /**
     * Adds a point.
     *
     * @param family  curves of a family have the same colour
     * @param variant distinguishes curves of a family by their dashes; empty if there is only one
     * @param at      a number, or the name of a group of bars
     * @param value   the best value, or null
     * @param usual   the median, or null
     */
    void add(String family, String variant, int dash, Object at, Object value, Object usual) {
        if (!(value instanceof Double number) || number <= 0 || !bars && !(at instanceof Double)) {
            return;
        }
        if (!families.contains(family)) {
            families.add(family);
        }
        if (bars && !words.contains(at.toString())) {
            words.add(at.toString());
        }
        String name = variant.isEmpty() ? family : family + ", " + variant;
        styles.putIfAbsent(name, new Style(families.indexOf(family), dash));
        double high = usual instanceof Double median && median > number ? median : number;
        double place = bars ? words.indexOf(at.toString()) + 1 : (Double) at;
        List<Point> points = curves.computeIfAbsent(name, key -> new ArrayList<>());
        points.removeIf(point -> point.x() == place);
        points.add(Point.of(place, new Sample(number), high > number ? new Range(number, high) : null));
        least = Math.min(least, number);
        most = Math.max(most, high);
    }

    void add(String family, String variant, int dash, Object at, Object value) {
        add(family, variant, dash, at, value, null);
    }

    /** {@return whether there are bars, or a curve with more than one point} */
    boolean worthwhile() {
        return curves.values().stream().anyMatch(points -> bars || points.size() > 1);
    }

    boolean bars() {
        return bars;
    }

    Figure figure() {
        boolean wide = most / least > WIDE;
        Axes axes = bars ? wide ? Axes.LOGARITHMIC_VALUES : Axes.LINEAR
            : wide ? Axes.LOGARITHMIC : Axes.LOGARITHMIC_SETTINGS;
        List<Series> series = new ArrayList<>();
        curves.forEach((name, points) -> series.add(new Series(name, false, styles.get(name), points)));
        return new Figure(title, x, y, axes, words, series, List.of());
    }
}

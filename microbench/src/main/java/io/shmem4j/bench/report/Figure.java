// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A plot: curves over numbers, or groups of bars over words. */
final class Figure {
    private final String title;
    private final String x;
    private final String y;
    private final boolean bars;
    private final Map<String, Curve> curves = new LinkedHashMap<>();
    private final List<String> families = new ArrayList<>();

    /**
     * A curve.
     *
     * @param dash  number of its line
     * @param usual the usual value at a point that shows the best
     */
    record Curve(String name, int colour, int dash, Map<Object, Double> points, Map<Object, Double> usual) {
    }

    Figure(String title, String x, String y, boolean bars) {
        this.title = title;
        this.x = x;
        this.y = y;
        this.bars = bars;
    }

    /**
     * Adds a point.
     *
     * @param family  curves of one family have one colour
     * @param variant and differ by their lines; empty if there is only one
     * @param dash    number of the variant
     * @param at      a number, or a word below a group of bars
     * @param value   null where there is none
     */
    void add(String family, String variant, int dash, Object at, Object value) {
        add(family, variant, dash, at, value, null);
    }

    /**
     * Adds a point with its spread.
     *
     * @param family  curves of one family have one colour
     * @param variant and differ by their lines; empty if there is only one
     * @param dash    number of the variant
     * @param at      a number, or a word below a group of bars
     * @param value   the best, null where there is none
     * @param usual   the median, null where there is none
     */
    void add(String family, String variant, int dash, Object at, Object value, Object usual) {
        if (!(value instanceof Double number) || number <= 0 || !bars && !(at instanceof Double)) {
            return;
        }
        if (!families.contains(family)) {
            families.add(family);
        }
        String name = variant.isEmpty() ? family : family + ", " + variant;
        Curve curve = curves.computeIfAbsent(name, key -> new Curve(name, families.indexOf(family), dash,
            new LinkedHashMap<>(), new LinkedHashMap<>()));
        curve.points().put(at, number);
        if (usual instanceof Double median && median > number) {
            curve.usual().put(at, median);
        }
    }

    String title() {
        return title;
    }

    String x() {
        return x;
    }

    String y() {
        return y;
    }

    boolean bars() {
        return bars;
    }

    List<Curve> curves() {
        return List.copyOf(curves.values());
    }

    /** {@return whether there is anything to see: a curve of one point is nothing} */
    boolean worthwhile() {
        return curves.values().stream().anyMatch(curve -> bars || curve.points().size() > 1);
    }

    double least() {
        return values().min().orElse(1);
    }

    double most() {
        return values().max().orElse(1);
    }

    private DoubleStream values() {
        return curves.values().stream().flatMap(curve -> Stream.concat(curve.points().values().stream(),
            curve.usual().values().stream())).mapToDouble(Double::doubleValue);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.report.figure.Sample;
import java.util.ArrayList;
import java.util.List;

/** A curve that is being made; nothing of the SCC is random, so every point is one value. */
final class Curve {
    private final String name;
    private final List<Point> points = new ArrayList<>();

    Curve(String name) {
        this.name = name;
    }

    Curve add(double x, double y) {
        points.add(Point.of(x, new Sample(y)));
        return this;
    }

    Series done() {
        return new Series(name, false, points);
    }
}

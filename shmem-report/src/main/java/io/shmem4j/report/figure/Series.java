// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report.figure;

import java.util.List;

/**
 * One curve of a figure.
 *
 * @param name   its name
 * @param main   whether it is the subject of the figure, shown with boxes; else it is a rival or a variant
 * @param points its points, by x
 */
public record Series(String name, boolean main, List<Point> points) {
    /** Copies the list. */
    public Series {
        points = List.copyOf(points);
    }

    /** {@return the median at a setting, or null if there is no point} */
    public Double median(double x) {
        return points.stream().filter(point -> point.x() == x).map(point -> point.sample().median()).findFirst()
            .orElse(null);
    }
}

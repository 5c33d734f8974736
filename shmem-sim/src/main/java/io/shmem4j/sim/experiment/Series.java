// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.experiment;

import java.util.List;

/**
 * One curve of a figure.
 *
 * @param name   its name
 * @param main   whether it is what the figure is about, shown with boxes; else it is a rival or a variant
 * @param points its points, by x
 */
public record Series(String name, boolean main, List<Point> points) {
    /** Copies the list. */
    public Series {
        points = List.copyOf(points);
    }
}

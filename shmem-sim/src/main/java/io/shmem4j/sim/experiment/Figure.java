// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.experiment;

import java.util.List;

/**
 * The outcome of an experiment, to be printed or drawn.
 *
 * @param title  what was done
 * @param x      name of the settings
 * @param y      name and unit of the values
 * @param log    whether both axes are logarithmic
 * @param series the curves
 * @param notes  what a reader must know
 */
public record Figure(String title, String x, String y, boolean log, List<Series> series, List<String> notes) {
    /** Copies the lists. */
    public Figure {
        series = List.copyOf(series);
        notes = List.copyOf(notes);
    }

    /** {@return all settings of curves that are not main ones, in order} */
    public List<Double> settings() {
        return series.stream().filter(of -> !of.main()).flatMap(of -> of.points().stream()).map(Point::x).distinct()
            .sorted().toList();
    }
}

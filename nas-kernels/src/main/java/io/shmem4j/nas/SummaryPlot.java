// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Point;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.report.figure.FigureFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A picture for each problem: millions of operations a second over the number of PEs, a curve for each variant. */
final class SummaryPlot {
    private SummaryPlot() {
    }

    /**
     * Draws all problems.
     *
     * @param folder where the pictures go, named after the problems
     * @return the files
     */
    static List<Path> draw(Summary summary, Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String problem : summary.problems()) {
            Path file = folder.resolve(problem.replace(' ', '-') + ".png");
            FigureFile.drawing(file).write(figure(summary, problem));
            files.add(file);
        }
        return files;
    }

    private static Figure figure(Summary summary, String problem) {
        List<Series> curves = new ArrayList<>();
        for (String variant : summary.variants(problem)) {
            List<Point> points = new ArrayList<>();
            summary.medians(problem, variant).forEach((pes, run) -> points.add(Point.of(pes, run.mops())));
            curves.add(new Series(variant, false, points));
        }
        return new Figure(problem, "PEs", "Mop/s of all PEs together", Axes.LOGARITHMIC_SETTINGS, curves, List.of());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.report;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** A picture for each problem: millions of operations a second over the number of PEs, a curve for each variant. */
final class SummaryPlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 600;

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
            XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(problem).xAxisTitle("PEs")
                .yAxisTitle("Mop/s").build();
            chart.getStyler().setLegendPosition(LegendPosition.InsideNW).setChartBackgroundColor(Color.WHITE);
            chart.getStyler().setYAxisMin(0.0);
            for (String variant : summary.variants(problem)) {
                SortedMap<Integer, Run> medians = summary.medians(problem, variant);
                chart.addSeries(variant, new ArrayList<>(medians.keySet()),
                    medians.values().stream().map(Run::mops).toList());
            }
            Path file = folder.resolve(problem.replace(' ', '-') + ".png");
            BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
            files.add(file);
        }
        return files;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.report.ChartStyle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.style.Styler.LegendLayout;
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
     */
    static List<Path> draw(Summary summary, Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String problem : summary.problems()) {
            CategoryChart chart = chart(summary, problem);
            Path file = folder.resolve(problem.replace(' ', '-') + ".png");
            ChartStyle.save(chart, file);
            files.add(file);
        }
        return files;
    }

    private static CategoryChart chart(Summary summary, String problem) {
        CategoryChart chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(problem)
            .xAxisTitle("PEs").yAxisTitle("Mop/s of all PEs together").build();
        chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line).setYAxisMin(0.0)
            .setLegendPosition(LegendPosition.OutsideS).setLegendLayout(LegendLayout.Horizontal);
        chart.getStyler().setOverlapped(true);
        ChartStyle.apply(chart.getStyler());
        SortedSet<Integer> pes = new TreeSet<>();
        for (String variant : summary.variants(problem)) {
            pes.addAll(summary.medians(problem, variant).keySet());
        }
        int number = 0;
        for (String variant : summary.variants(problem)) {
            SortedMap<Integer, Run> medians = summary.medians(problem, variant);
            List<Double> speeds = new ArrayList<>();
            for (int count : pes) {
                speeds.add(medians.containsKey(count) ? medians.get(count).mops() : null);
            }
            CategorySeries series = chart.addSeries(variant, pes.stream().map(String::valueOf).toList(), speeds);
            series.setLineColor(ChartStyle.colour(number));
            series.setMarkerColor(ChartStyle.colour(number++));
        }
        return chart;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

import io.shmem4j.report.ChartStyle;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler.LegendPosition;

/** A figure whose settings have names, as bars. A later curve is part of the previous one and stands in front of it. */
final class FigureBars {
    private static final double FILLED = 0.6;

    private FigureBars() {
    }

    static CategoryChart of(Figure figure, int width, int height) {
        CategoryChart chart = new CategoryChartBuilder().width(width).height(height).title(figure.title())
            .xAxisTitle(figure.x()).yAxisTitle(figure.y()).build();
        CategoryStyler styler = chart.getStyler();
        ChartStyle.apply(styler);
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setOverlapped(true).setAvailableSpaceFill(FILLED);
        styler.setYAxisMin(0.0);
        int colour = 0;
        for (Series series : figure.series()) {
            List<Double> heights = new ArrayList<>();
            for (int i = 1; i <= figure.names().size(); i++) {
                heights.add(series.median(i));
            }
            CategorySeries bars = chart.addSeries(series.name(), figure.names(), heights);
            bars.setFillColor(ChartStyle.colour(colour++));
        }
        return chart;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

import io.shmem4j.report.ChartStyle;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws figures: the band between the model's best and worst case, box plots of main curves, and medians of the others.
 *
 * <p>Boxes are polygons of the chart's own coordinates, because the library's box chart has no numeric x axis.
 */
public final class FigurePlot {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 640;
    private static final float BOX_LINE = 1.2f;
    /** Marks of longer curves would hide how they go. */
    private static final int MOST_MARKERS = 60;

    private final Path file;

    private FigurePlot(Path file) {
        this.file = file;
    }

    /**
     * {@return a picture to be drawn into a file}
     *
     * @param file ends in .png or .svg
     */
    public static FigurePlot to(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".png") && !name.endsWith(".svg")) {
            throw new IllegalArgumentException("a plot's name ends in .png or .svg, not " + file);
        }
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no folder " + folder + " for the plot");
        }
        return new FigurePlot(file);
    }

    /**
     * Draws a figure.
     *
     * @param figure the figure
     * @throws IOException if the file can't be written
     */
    public void draw(Figure figure) throws IOException {
        ChartStyle.save(figure.names().isEmpty() ? curves(figure) : FigureBars.of(figure, WIDTH, HEIGHT), file);
    }

    private static XYChart curves(Figure figure) {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(figure.title())
            .xAxisTitle(figure.x()).yAxisTitle(figure.y()).build();
        XYStyler styler = chart.getStyler();
        ChartStyle.apply(styler);
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setXAxisLogarithmic(figure.axes().ofSettings());
        styler.setYAxisLogarithmic(figure.axes().ofValues());
        if (figure.axes().ofValues()) {
            styler.setYAxisMin(Math.pow(10, Math.floor(Math.log10(figure.least()))));
            styler.setYAxisMax(Math.pow(10, Math.ceil(Math.log10(figure.most()))));
        } else {
            styler.setYAxisMin(0.0);
        }
        int colour = 0;
        for (Series series : figure.series()) {
            if (series.main()) {
                main(chart, series, colour++);
            } else {
                medians(chart, series, ChartStyle.colour(colour++), series.points().size() > 1);
            }
        }
        return chart;
    }

    private static void main(XYChart chart, Series series, int colour) {
        List<Point> points = series.points();
        if (points.size() > 1 && points.getFirst().model() != null) {
            band(chart, series, colour);
        }
        if (points.size() == 1 || points.getFirst().sample().size() > 1) {
            double half = points.size() == 1 ? 0.2 : 0.3 * (points.get(1).x() - points.getFirst().x());
            for (int i = 0; i < points.size(); i++) {
                box(chart, series.name() + " #" + i, points.get(i), half, ChartStyle.colour(colour));
            }
        }
        medians(chart, series, ChartStyle.colour(colour), false);
    }

    private static void band(XYChart chart, Series series, int colour) {
        int n = series.points().size();
        double[] x = new double[2 * n + 1];
        double[] y = new double[2 * n + 1];
        for (int i = 0; i < n; i++) {
            Point point = series.points().get(i);
            x[i] = point.x();
            y[i] = point.model().min();
            x[2 * n - 1 - i] = point.x();
            y[2 * n - 1 - i] = point.model().max();
        }
        x[2 * n] = x[0];
        y[2 * n] = y[0];
        XYSeries band = chart.addSeries("model: " + series.name(), x, y);
        band.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
        band.setFillColor(ChartStyle.shade(colour));
        band.setLineColor(ChartStyle.shade(colour));
        band.setMarker(SeriesMarkers.NONE);
    }

    private static void box(XYChart chart, String name, Point point, double half, Color colour) {
        double x = point.x();
        double low = point.sample().lowerQuartile();
        double high = point.sample().upperQuartile();
        double middle = point.sample().median();
        double bottom = point.sample().lowerWhisker();
        double top = point.sample().upperWhisker();
        double left = x - half;
        double right = x + half;
        XYSeries box = chart.addSeries(name,
            new double[] {left, right, x, x, right, right, x, x, left, right, x, x, left, left, right, left, left, x},
            new double[] {bottom, bottom, bottom, low, low, high, high, top, top, top, top, high, high, middle, middle,
                middle, low, low});
        box.setXYSeriesRenderStyle(XYSeriesRenderStyle.Line);
        box.setLineColor(colour);
        box.setLineStyle(new BasicStroke(BOX_LINE));
        box.setMarker(SeriesMarkers.NONE);
        box.setShowInLegend(false);
    }

    private static void medians(XYChart chart, Series series, Color colour, boolean line) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (Point point : series.points()) {
            x.add(point.x());
            y.add(point.sample().median());
        }
        XYSeries medians = chart.addSeries(series.name(), x, y);
        medians.setXYSeriesRenderStyle(line ? XYSeriesRenderStyle.Line : XYSeriesRenderStyle.Scatter);
        medians.setLineColor(colour);
        medians.setMarkerColor(colour);
        medians.setMarker(x.size() > MOST_MARKERS ? SeriesMarkers.NONE
            : line ? SeriesMarkers.DIAMOND : SeriesMarkers.CIRCLE);
    }
}

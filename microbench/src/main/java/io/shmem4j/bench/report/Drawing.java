// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import io.shmem4j.report.ChartStyle;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws a figure as SVG. Sizes and numbers of PEs are spaced by their binary logarithms, values by decimal ones. */
final class Drawing {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 480;
    /** Height of a name in a legend; a legend that is higher than its chart would be cut. */
    private static final int LEGEND_LINE = 21;
    private static final int MANY_WORDS = 8;
    private static final double WIDE = 20;
    private static final double KILO = 1e3;
    /** Letters are drawn as paths; a hundredth of a pixel is enough for them and makes the page a third as long. */
    private static final Pattern MANY_DIGITS = Pattern.compile("(\\.\\d\\d)\\d+");
    private static final Marker[] MARKERS = {SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.DIAMOND,
        SeriesMarkers.TRIANGLE_UP};
    private static final float[][] DASHES = {null, {7, 4}, {2, 3}, {9, 3, 2, 3}};
    private static final String[] SUFFIXES = {"", "k", "M", "G", "T"};

    private Drawing() {
    }

    /** {@return the text of an SVG file} */
    static String svg(Figure figure) throws IOException {
        Chart<?, ?> chart = figure.bars() ? bars(figure) : lines(figure);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
        return MANY_DIGITS.matcher(bytes.toString(StandardCharsets.UTF_8)).replaceAll("$1");
    }

    private static int height(Figure figure, int least) {
        return Math.max(least, (figure.curves().size() + 2) * LEGEND_LINE);
    }

    private static XYChart lines(Figure figure) {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(height(figure, HEIGHT)).title(figure.title())
            .xAxisTitle(figure.x()).yAxisTitle(figure.y()).build();
        style(chart.getStyler(), figure);
        chart.getStyler().setxAxisTickLabelsFormattingFunction(Drawing::power);
        chart.getStyler().setMarkerSize(6);
        for (Figure.Curve curve : figure.curves()) {
            List<Double> x = new ArrayList<>();
            curve.points().keySet().forEach(at -> x.add(Math.log((Double) at) / Math.log(2)));
            XYSeries series = chart.addSeries(curve.name(), x, List.copyOf(curve.points().values()));
            Color colour = ChartStyle.colour(curve.colour());
            float[] dash = DASHES[curve.dash() % DASHES.length];
            series.setLineColor(colour);
            series.setMarkerColor(colour);
            series.setMarker(MARKERS[curve.colour() / ChartStyle.colours() % MARKERS.length]);
            series.setLineStyle(dash == null ? new BasicStroke(2) : new BasicStroke(2, BasicStroke.CAP_BUTT,
                BasicStroke.JOIN_ROUND, 1, dash, 0));
        }
        return chart;
    }

    /** {@return the label of a tick: the number whose binary logarithm it is, if that is a whole one} */
    private static String power(double logarithm) {
        long exponent = Math.round(logarithm);
        if (Math.abs(logarithm - exponent) > 1e-6 || exponent < 0 || exponent > 40) {
            return " ";
        }
        return (1L << exponent % 10) + SUFFIXES[(int) exponent / 10].toUpperCase(Locale.ROOT);
    }

    /** {@return the label of a value: short, but for values that are short anyway} */
    private static String value(double number) {
        int thousands = 0;
        double left = number;
        while (number >= 10 * KILO && left >= KILO && thousands < SUFFIXES.length - 1) {
            left /= KILO;
            thousands++;
        }
        String digits = String.format(Locale.ROOT, left >= 100 ? "%.0f" : "%.6f", left);
        return (digits.contains(".") ? digits.replaceAll("\\.?0+$", "") : digits) + SUFFIXES[thousands];
    }

    private static CategoryChart bars(Figure figure) {
        Set<String> words = new LinkedHashSet<>();
        figure.curves().forEach(curve -> curve.points().keySet().forEach(word -> words.add(word.toString())));
        boolean many = words.size() > MANY_WORDS;
        CategoryChart chart = new CategoryChartBuilder().width(WIDTH)
            .height(height(figure, many ? HEIGHT + 140 : HEIGHT)).title(figure.title()).xAxisTitle(figure.x())
            .yAxisTitle(figure.y()).build();
        style(chart.getStyler(), figure);
        chart.getStyler().setXAxisLabelRotation(many ? 90 : 0);
        chart.getStyler().setAvailableSpaceFill(0.7);
        List<String> axis = List.copyOf(words);
        for (Figure.Curve curve : figure.curves()) {
            List<Double> values = new ArrayList<>();
            axis.forEach(word -> values.add(curve.points().get(word)));
            CategorySeries series = chart.addSeries(curve.name(), axis, values);
            series.setFillColor(ChartStyle.colour(curve.colour()));
        }
        return chart;
    }

    private static void style(AxesChartStyler styler, Figure figure) {
        boolean wide = figure.most() / figure.least() > WIDE;
        styler.setYAxisLogarithmic(wide);
        styler.setYAxisMin(wide ? Math.pow(10, Math.floor(Math.log10(figure.least()))) : 0.0);
        if (wide) {
            styler.setYAxisDecimalPattern("#,##0.######");
        } else {
            // Where it is set, ticks are spaced evenly, which would be wrong for logarithms.
            styler.setyAxisTickLabelsFormattingFunction(Drawing::value);
        }
        ChartStyle.apply(styler);
        styler.setLegendPosition(LegendPosition.OutsideE);
        styler.setLegendVisible(figure.curves().size() > 1);
    }
}

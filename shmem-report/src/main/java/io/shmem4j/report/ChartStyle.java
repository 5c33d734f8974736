// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;

/** How all charts look: one palette, one font, and files that are pictures or drawings by their name. */
public final class ChartStyle {
    private static final Color[] COLOURS = {new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73),
        new Color(0xCC79A7), new Color(0xE69F00), new Color(0x56B4E9), new Color(0x7A4FBF), new Color(0x555555),
        new Color(0x8B0000), new Color(0x6B8E23)};
    private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Font BOLD = new Font(Font.SANS_SERIF, Font.BOLD, 13);

    private ChartStyle() {
    }

    /** {@return number of different colours} */
    public static int colours() {
        return COLOURS.length;
    }

    /**
     * {@return a colour of the palette}
     *
     * @param number of the curve, from 0; they recur
     */
    public static Color colour(int number) {
        return COLOURS[number % COLOURS.length];
    }

    /**
     * {@return the same colour for an area behind curves}
     *
     * @param number of the curve
     */
    public static Color shade(int number) {
        Color colour = colour(number);
        return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 0x30);
    }

    /**
     * Gives a chart the common look.
     *
     * @param styler of the chart
     */
    public static void apply(AxesChartStyler styler) {
        styler.setBaseFont(PLAIN);
        styler.setChartTitleFont(BOLD);
        styler.setAxisTickLabelsFont(PLAIN);
        styler.setLegendFont(PLAIN);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(new Color(0xDDDDDD));
        styler.setLegendBorderColor(Color.WHITE);
    }

    /**
     * Draws a chart into a file.
     *
     * @param chart the chart
     * @param file  ends in .svg, or in .png
     * @throws IOException if it can't be written
     */
    public static void save(Chart<?, ?> chart, Path file) throws IOException {
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
            VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(),
                VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
        } else {
            BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
        }
    }
}

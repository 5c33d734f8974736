// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.util.Locale;

/** An SVG drawing. Text remains text; units are pixels. */
final class Canvas {
    /** Colour of text and axes. */
    static final int INK = 0x222222;

    enum Anchor {
        BEGIN, MIDDLE, END
    }

    /** A line style; {@code dash} has the lengths of dashes and gaps, and is empty for a solid line. */
    record Pen(int colour, double width, double... dash) {
    }

    private final StringBuilder svg = new StringBuilder();

    Canvas(int width, int height, String title) {
        svg.append(String.format(Locale.ROOT, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            + "width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"13\" fill=\"%s\">%n<title>%s</title>%n"
            + "<rect width=\"%d\" height=\"%d\" fill=\"#FFFFFF\"/>%n", width, height, width, height, colour(INK),
            escape(title), width, height));
    }

    void line(Pen pen, double[] x, double[] y) {
        StringBuilder dash = new StringBuilder();
        for (double length : pen.dash()) {
            dash.append(dash.isEmpty() ? " stroke-dasharray=\"" : " ").append(number(length));
        }
        svg.append(String.format(Locale.ROOT, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s d=\"%s\"/>%n",
            colour(pen.colour()), number(pen.width()), dash.isEmpty() ? "" : dash.append('"'), path(x, y)));
    }

    /** Fills an area; {@code words} is its tool tip, or null. */
    void area(int colour, double opacity, double[] x, double[] y, String words) {
        svg.append(String.format(Locale.ROOT, "<path fill=\"%s\"%s d=\"%sZ\"%s%n", colour(colour),
            opacity < 1 ? " fill-opacity=\"" + number(opacity) + '"' : "", path(x, y), end("path", words)));
    }

    /** Draws a dot; {@code words} is its tool tip, or null. */
    void dot(int colour, double x, double y, double radius, String words) {
        svg.append(String.format(Locale.ROOT, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\"%s%n", number(x),
            number(y), number(radius), colour(colour), end("circle", words)));
    }

    void text(double x, double y, Anchor anchor, String words, boolean bold) {
        text(x, y, anchor, words, bold ? " font-weight=\"bold\"" : "");
    }

    void upwards(double x, double y, Anchor anchor, String words) {
        text(x, y, anchor, words, " transform=\"rotate(-90 " + number(x) + " " + number(y) + ")\"");
    }

    private void text(double x, double y, Anchor anchor, String words, String more) {
        String where = switch (anchor) {
            case BEGIN -> "";
            case MIDDLE -> " text-anchor=\"middle\"";
            case END -> " text-anchor=\"end\"";
        };
        svg.append(String.format(Locale.ROOT, "<text x=\"%s\" y=\"%s\"%s%s>%s</text>%n", number(x), number(y), where,
            more, escape(words)));
    }

    String text() {
        return svg + "</svg>\n";
    }

    private static String end(String element, String words) {
        return words == null ? "/>" : "><title>" + escape(words) + "</title></" + element + ">";
    }

    private static String path(double[] x, double[] y) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < x.length; i++) {
            path.append(i == 0 ? 'M' : 'L').append(number(x[i])).append(' ').append(number(y[i]));
        }
        return path.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replace(".0", "");
    }

    private static String colour(int colour) {
        return String.format("#%06X", colour);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

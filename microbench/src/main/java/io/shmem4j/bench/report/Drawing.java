// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import io.shmem4j.report.figure.FigureFile;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Draws a figure as SVG, with text as text and in the surrounding colour. Sizes and numbers of PEs are spaced by their
 * binary logarithms, values that differ much by decimal ones.
 */
final class Drawing {
    private static final int WIDTH = 720;
    private static final int LEFT = 64;
    private static final int RIGHT = 16;
    private static final int TOP = 34;
    private static final int HEIGHT = 330;
    private static final int MANY_WORDS = 8;
    private static final int LETTER = 7;
    private static final int LINE = 18;
    private static final double WIDE = 20;
    private static final String[] DASHES = {"", "7 4", "2 3", "9 3 2 3"};

    private final Figure figure;
    private final StringBuilder svg = new StringBuilder();
    private final Scale y;
    private final int bottom = TOP + HEIGHT;

    private Drawing(Figure figure) {
        this.figure = figure;
        this.y = Scale.decimal(figure.least(), figure.most(), WIDE);
    }

    /** {@return the text of an SVG file} */
    static String svg(Figure figure) {
        return new Drawing(figure).draw();
    }

    private String draw() {
        text(WIDTH / 2.0, 16, "middle", figure.title(), " font-weight=\"600\"");
        for (double tick : y.ticks()) {
            double at = height(tick);
            line(LEFT, at, WIDTH - RIGHT, at, " stroke=\"currentColor\" stroke-opacity=\"0.15\"");
            text(LEFT - 6, at + 4, "end", y.label(tick), "");
        }
        text(14, TOP + HEIGHT / 2.0, "middle", figure.y(), String.format(Locale.ROOT,
            " transform=\"rotate(-90 14 %.1f)\"", TOP + HEIGHT / 2.0));
        int below = figure.bars() ? bars() : lines();
        text((LEFT + WIDTH - RIGHT) / 2.0, below + LINE, "middle", figure.x(), "");
        int end = legend(below + (figure.x().isEmpty() ? 8 : LINE + 10));
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + end
            + "\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"currentColor\" role=\"img\">"
            + "<title>" + Page.escape(figure.title()) + "</title>\n" + svg + "</svg>\n";
    }

    private double height(double value) {
        return bottom - HEIGHT * y.at(value);
    }

    /** {@return where the axis' words end} */
    private int lines() {
        ToDoubleFunction<Object> number = at -> (Double) at;
        double least = figure.curves().stream().flatMap(curve -> curve.points().keySet().stream())
            .mapToDouble(number).min().orElse(1);
        double most = figure.curves().stream().flatMap(curve -> curve.points().keySet().stream())
            .mapToDouble(number).max().orElse(1);
        Scale x = Scale.binary(least, most);
        for (double tick : x.ticks()) {
            double at = across(x.at(tick));
            line(at, bottom, at, bottom + 4, " stroke=\"currentColor\" stroke-opacity=\"0.5\"");
            text(at, bottom + LINE, "middle", x.label(tick), "");
        }
        for (Figure.Curve curve : figure.curves()) {
            String colour = colour(curve);
            StringBuilder points = new StringBuilder();
            curve.points().forEach((at, value) -> points.append(String.format(Locale.ROOT, "%.1f,%.1f ",
                across(x.at((Double) at)), height(value))));
            svg.append("<polyline fill=\"none\" stroke=\"").append(colour).append("\" stroke-width=\"2\"")
                .append(dash(curve)).append(" points=\"").append(points.toString().strip()).append("\"/>\n");
            curve.points().forEach((at, value) -> {
                spread(curve, at, value, across(x.at((Double) at)));
                svg.append(String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s: "
                    + "%s</title></circle>\n", across(x.at((Double) at)), height(value), colour,
                    Page.escape(curve.name()), Page.shown(value)));
            });
        }
        return bottom + LINE;
    }

    private static double across(double part) {
        return LEFT + 8 + part * (WIDTH - LEFT - RIGHT - 16);
    }

    private int bars() {
        Set<String> words = new LinkedHashSet<>();
        figure.curves().forEach(curve -> curve.points().keySet().forEach(word -> words.add(word.toString())));
        boolean many = words.size() > MANY_WORDS;
        double group = (WIDTH - LEFT - RIGHT) / (double) words.size();
        double bar = Math.min(60, 0.8 * group / figure.curves().size());
        int at = 0;
        for (String word : words) {
            double middle = LEFT + (at + 0.5) * group;
            double left = middle - bar * figure.curves().size() / 2;
            for (Figure.Curve curve : figure.curves()) {
                Double value = curve.points().get(word);
                if (value != null) {
                    svg.append(String.format(Locale.ROOT, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                        + "fill=\"%s\"><title>%s, %s: %s</title></rect>\n", left, height(value), Math.max(1, bar - 1),
                        bottom - height(value), colour(curve), Page.escape(word), Page.escape(curve.name()),
                        Page.shown(value)));
                    spread(curve, word, value, left + bar / 2);
                }
                left += bar;
            }
            text(middle + (many ? 4 : 0), bottom + (many ? 8 : LINE), many ? "end" : "middle", word, many
                ? String.format(Locale.ROOT, " transform=\"rotate(-90 %.1f %d)\"", middle + 4, bottom + 8) : "");
            at++;
        }
        int longest = words.stream().mapToInt(String::length).max().orElse(0);
        return many ? bottom + 8 + longest * LETTER : bottom + LINE;
    }

    /** A line from the value to the usual value, where that is known. */
    private void spread(Figure.Curve curve, Object at, double value, double x) {
        Double usual = curve.usual().get(at);
        if (usual != null) {
            line(x, height(value), x, height(Math.min(usual, y.most())),
                " stroke=\"currentColor\" stroke-width=\"1.5\"");
        }
    }

    /** {@return where it ends} */
    private int legend(int top) {
        int x = LEFT;
        int line = top;
        if (figure.curves().size() > 1) {
            for (Figure.Curve curve : figure.curves()) {
                int width = 34 + curve.name().length() * LETTER;
                if (x + width > WIDTH && x > LEFT) {
                    x = LEFT;
                    line += LINE;
                }
                svg.append("<line x1=\"").append(x).append("\" x2=\"").append(x + 20).append("\" y1=\"")
                    .append(line + 8).append("\" y2=\"").append(line + 8).append("\" stroke=\"").append(colour(curve))
                    .append("\" stroke-width=\"").append(figure.bars() ? 10 : 3).append('"').append(dash(curve))
                    .append("/>\n");
                text(x + 26, line + 12, "start", curve.name(), "");
                x += width;
            }
            line += LINE;
        }
        return line + 6;
    }

    private static String dash(Figure.Curve curve) {
        String dash = DASHES[curve.dash() % DASHES.length];
        return dash.isEmpty() ? "" : " stroke-dasharray=\"" + dash + "\"";
    }

    private static String colour(Figure.Curve curve) {
        return String.format("#%06X", FigureFile.colour(curve.colour()));
    }

    private void line(double x1, double y1, double x2, double y2, String style) {
        svg.append(String.format(Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"%s/>\n", x1, y1, x2,
            y2, style));
    }

    private void text(double x, double y1, String anchor, String words, String more) {
        if (!words.isEmpty()) {
            svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n", x, y1,
                anchor, more, Page.escape(words)));
        }
    }
}

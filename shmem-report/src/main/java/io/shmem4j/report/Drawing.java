// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import io.shmem4j.report.Canvas.Anchor;
import io.shmem4j.report.Canvas.Pen;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws a figure: the range of a model as a band, main curves as box plots, other curves as lines through medians; bars
 * if the settings have names.
 */
final class Drawing {
    static final int WIDTH = 860;
    private static final int[] COLOURS = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x7A4FBF,
        0x555555, 0x8B0000, 0x6B8E23};
    private static final double[][] DASHES = {{}, {8, 4}, {2, 3}, {9, 3, 2, 3}};
    private static final Pen GRID = new Pen(0xDDDDDD, 1);
    private static final Pen AXIS = new Pen(Canvas.INK, 1);
    private static final int LEFT = 76;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int HEIGHT = 400;
    private static final int BOTTOM = TOP + HEIGHT;
    private static final int LINE = 19;
    private static final int LETTER = 7;
    private static final int MARK = 34;
    private static final int TITLE_AT = 22;
    private static final double SHADE = 0.18;
    private static final double DOT = 2.8;
    /** Radius of the dot for a curve with a single point, which is easily overlooked. */
    private static final double LONE_DOT = 6;
    /** Relative distance below which points of two curves count as equal. */
    private static final double SAME = 0.01;
    /** Maximum number of points with dots; more would hide the curve. */
    private static final int MOST_DOTS = 60;
    private static final double WIDEST_BOX = 7;

    private final Figure figure;
    private final Canvas canvas;
    private final Scale x;
    private final Scale y;

    private Drawing(Figure figure, Canvas canvas) {
        this.figure = figure;
        this.canvas = canvas;
        boolean logarithmic = figure.axes().ofSettings() && figure.first() > 0;
        this.x = !figure.names().isEmpty() ? new Scale(0.5, figure.names().size() + 0.5, 0)
            : logarithmic ? Scale.binary(figure.first(), figure.last()) : Scale.settings(figure.first(), figure.last());
        this.y = figure.axes().ofValues() && figure.least() > 0 ? Scale.decimal(figure.least(), figure.most())
            : Scale.even(Math.min(figure.least(), figure.names().isEmpty() ? figure.least() : 0), figure.most());
    }

    static int height(Figure figure) {
        return BOTTOM + below(figure) + LINE * (legend(figure).size() + 1);
    }

    static void draw(Figure figure, Canvas canvas) {
        new Drawing(figure, canvas).draw();
    }

    private static int below(Figure figure) {
        return 2 * LINE + 4 + (upright(figure) ? Math.max(0, LETTER * longest(figure) - LINE) : 0);
    }

    private static int longest(Figure figure) {
        return figure.names().stream().mapToInt(String::length).max().orElse(0);
    }

    private static boolean upright(Figure figure) {
        return (longest(figure) + 1) * LETTER * figure.names().size() > WIDTH - LEFT - RIGHT;
    }

    private void draw() {
        canvas.text(WIDTH / 2.0, TITLE_AT, Anchor.MIDDLE, figure.title(), true);
        for (double tick : y.ticks()) {
            canvas.line(GRID, new double[] {LEFT, WIDTH - RIGHT}, new double[] {up(tick), up(tick)});
            canvas.text(LEFT - 6, up(tick) + 4, Anchor.END, y.label(tick), false);
        }
        canvas.line(AXIS, new double[] {LEFT, LEFT, WIDTH - RIGHT}, new double[] {TOP, BOTTOM, BOTTOM});
        canvas.upwards(TITLE_AT - 4, TOP + HEIGHT / 2.0, Anchor.MIDDLE, figure.y());
        canvas.text((LEFT + WIDTH - RIGHT) / 2.0, BOTTOM + below(figure) - 4, Anchor.MIDDLE, figure.x(), false);
        if (figure.names().isEmpty()) {
            for (double tick : x.ticks()) {
                canvas.line(AXIS, new double[] {across(tick), across(tick)}, new double[] {BOTTOM, BOTTOM + 4});
                canvas.text(across(tick), BOTTOM + LINE, Anchor.MIDDLE, x.label(tick), false);
            }
            for (int i = 0; i < figure.series().size(); i++) {
                if (!figure.beyond().contains(figure.series().get(i).name())) {
                    curve(figure.series().get(i), i);
                }
            }
        } else {
            bars();
        }
        key();
    }

    private double across(double setting) {
        double margin = figure.names().isEmpty() ? 8 : 0;
        return LEFT + margin + x.at(setting) * (WIDTH - LEFT - RIGHT - 2 * margin);
    }

    private double up(double value) {
        return BOTTOM - HEIGHT * y.at(value);
    }

    private void curve(Series series, int number) {
        List<Point> points = series.points();
        int colour = colour(series, number);
        if (hasModel(series)) {
            band(points, colour);
        }
        double[] at = points.stream().mapToDouble(point -> across(point.x())).toArray();
        double[] heights = points.stream().mapToDouble(point -> up(point.sample().median())).toArray();
        if (hasBoxes(series)) {
            double half = points.size() == 1 ? WIDEST_BOX : Math.min(WIDEST_BOX, 0.3 * (at[1] - at[0]));
            points.forEach(point -> box(point, half, colour));
        } else if (points.size() > 1) {
            canvas.line(pen(series, number), at, heights);
        }
        for (int i = 0; i < at.length && at.length <= MOST_DOTS; i++) {
            range(series, points.get(i), at[i]);
            canvas.dot(colour, at[i], heights[i], at.length == 1 ? LONE_DOT : DOT, words(series, points.get(i)));
        }
    }

    private static boolean hasBoxes(Series series) {
        return series.main() && series.points().stream().anyMatch(point -> point.sample().size() > 1);
    }

    private static boolean hasModel(Series series) {
        return series.main() && series.points().size() > 1 && series.points().getFirst().model() != null;
    }

    /** {@return a curve's label, with an explanation of boxes, shade or thin line} */
    private static String label(Figure figure, Series series) {
        if (figure.beyond().contains(series.name())) {
            return String.format(Locale.ROOT, "%s (beyond the scale, from %.0f)", series.name(),
                series.points().stream().mapToDouble(point -> point.sample().median()).min().orElse(0));
        }
        List<Series> before = figure.series().subList(0, figure.series().indexOf(series));
        Series covered = before.stream().filter(other -> covers(series, other)).findFirst().orElse(null);
        if (covered != null && figure.names().isEmpty()) {
            return series.name() + " (the same as " + covered.name() + ")";
        }
        if (!hasModel(series) || !figure.names().isEmpty()) {
            return series.name();
        }
        boolean band = series.points().stream().anyMatch(point -> point.model().max() > point.model().min());
        String boxes = hasBoxes(series) ? "boxes: runs, " : "";
        return series.name() + " (" + boxes + (band ? "band" : "thin line") + ": model)";
    }

    private void band(List<Point> points, int colour) {
        int n = points.size();
        double[] at = new double[2 * n];
        double[] edge = new double[2 * n];
        for (int i = 0; i < n; i++) {
            Point point = points.get(i);
            at[i] = across(point.x());
            at[2 * n - 1 - i] = at[i];
            edge[i] = up(point.model().min());
            edge[2 * n - 1 - i] = up(point.model().max());
        }
        canvas.area(colour, SHADE, at, edge, null);
        canvas.line(new Pen(colour, 0.6), at, edge);
    }

    private void range(Series series, Point point, double at) {
        if (series.style() != null && point.model() != null) {
            canvas.line(new Pen(Canvas.INK, 1.5), new double[] {at, at},
                new double[] {up(point.model().min()), up(point.model().max())});
        }
    }

    private static String words(Series series, Point point) {
        return series.style() == null ? null
            : series.name() + ": " + String.format(Locale.ROOT, "%.4g", point.sample().median());
    }

    private void box(Point point, double half, int colour) {
        Sample sample = point.sample();
        double middle = across(point.x());
        double left = middle - half;
        double right = middle + half;
        double low = up(sample.lowerQuartile());
        double high = up(sample.upperQuartile());
        double bottom = up(sample.lowerWhisker());
        double top = up(sample.upperWhisker());
        Pen pen = new Pen(colour, 1.1);
        canvas.line(pen, new double[] {left, right, middle, middle, right, right, middle, middle, left, right, middle,
            middle, left, left, middle}, new double[] {bottom, bottom, bottom, low, low, high, high, top, top, top, top,
                high, high, low, low});
    }

    private void bars() {
        int count = figure.names().size();
        boolean upright = upright(figure);
        double group = (WIDTH - LEFT - RIGHT) / (double) count;
        double bar = Math.min(46, 0.82 * group / figure.series().size());
        for (int i = 1; i <= count; i++) {
            double left = across(i) - bar * figure.series().size() / 2;
            for (int s = 0; s < figure.series().size(); s++) {
                Series series = figure.series().get(s);
                double from = up(y.base() == 0 ? Math.max(0, y.least()) : y.least());
                double right = left + bar - 1;
                for (Point point : series.points()) {
                    if (point.x() == i) {
                        double to = up(point.sample().median());
                        canvas.area(colour(series, s), 1, new double[] {left, right, right, left},
                            new double[] {from, from, to, to}, words(series, point));
                        range(series, point, left + bar / 2);
                    }
                }
                left += bar;
            }
            String name = figure.names().get(i - 1);
            if (upright) {
                canvas.upwards(across(i) + 4, BOTTOM + 6, Anchor.END, name);
            } else {
                canvas.text(across(i), BOTTOM + LINE, Anchor.MIDDLE, name, false);
            }
        }
    }

    /** {@return the curves in each line of the legend, by index} */
    private static List<List<Integer>> legend(Figure figure) {
        List<List<Integer>> lines = new ArrayList<>();
        int at = WIDTH;
        for (int i = 0; i < figure.series().size(); i++) {
            int width = MARK + LETTER * (label(figure, figure.series().get(i)).length() + 2);
            if (at + width > WIDTH) {
                at = LEFT;
                lines.add(new ArrayList<>());
            }
            lines.getLast().add(i);
            at += width;
        }
        return lines;
    }

    private void key() {
        double line = BOTTOM + below(figure) + LINE;
        for (List<Integer> numbers : legend(figure)) {
            double at = LEFT;
            for (int number : numbers) {
                Series series = figure.series().get(number);
                if (figure.names().isEmpty()) {
                    canvas.line(pen(series, number), new double[] {at, at + MARK - 10},
                        new double[] {line - 4, line - 4});
                } else {
                    canvas.area(colour(series, number), 1, new double[] {at, at + MARK - 10, at + MARK - 10, at},
                        new double[] {line - 9, line - 9, line, line}, null);
                }
                canvas.text(at + MARK - 4, line, Anchor.BEGIN, label(figure, series), false);
                at += MARK + LETTER * (label(figure, series).length() + 2);
            }
            line += LINE;
        }
    }

    private static boolean covers(Series series, Series other) {
        return series.points().size() > 1 && series.points().stream().allMatch(point -> {
            Double median = other.median(point.x());
            return median != null && Math.abs(point.sample().median() / median - 1) < SAME;
        });
    }

    private static int colour(Series series, int number) {
        return COLOURS[(series.style() == null ? number : series.style().colour()) % COLOURS.length];
    }

    private static Pen pen(Series series, int number) {
        int dash = series.style() == null ? number / COLOURS.length : series.style().dash();
        return new Pen(colour(series, number), 1.8, DASHES[dash % DASHES.length]);
    }
}

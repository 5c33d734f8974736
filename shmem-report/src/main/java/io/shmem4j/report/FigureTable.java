// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** A figure as text: box plot values and the model for main curves, medians for other curves. */
public record FigureTable(Figure figure) {
    public void print(PrintStream out) {
        out.println(figure.y());
        figure.series().stream().filter(Series::main).forEach(series -> print(out, series.name(), boxes(series)));
        List<Series> others = figure.series().stream().filter(series -> !series.main()).toList();
        if (!others.isEmpty()) {
            print(out, others.size() < figure.series().size() ? "medians of the others" : "", medians(others));
        }
        figure.notes().forEach(out::println);
    }

    private static void print(PrintStream out, String title, TextTable table) {
        out.println(title.isEmpty() ? "" : "\n" + title);
        table.lines().forEach(out::println);
    }

    private TextTable boxes(Series series) {
        Point first = series.points().getFirst();
        boolean tested = first.test() != null;
        boolean ranged = first.model() != null && !tested;
        TextTable table = new TextTable().numbers(figure.x(), "whisker", "quartile", "median", "quartile", "whisker",
            "mean", "sd");
        if (ranged) {
            table.numbers("model min", "model max", "inside");
        } else if (tested) {
            table.numbers("model", "t", "p");
        }
        for (Point point : series.points()) {
            Sample s = point.sample();
            List<String> cells = new ArrayList<>(List.of(figure.setting(point.x())));
            DoubleStream.of(s.lowerWhisker(), s.lowerQuartile(), s.median(), s.upperQuartile(), s.upperWhisker(),
                s.mean(), s.deviation()).mapToObj(this::number).forEach(cells::add);
            if (ranged) {
                cells.addAll(List.of(number(point.model().min()), number(point.model().max()),
                    format("%.1f%%", 100 * s.within(point.model().min(), point.model().max()))));
            } else if (tested) {
                cells.addAll(List.of(number(point.model().min()), format("%.2f", point.test().t()),
                    format("%.2g", point.test().p())));
            }
            table.row(cells.toArray());
        }
        return table;
    }

    private TextTable medians(List<Series> curves) {
        TextTable table = new TextTable().numbers(figure.x());
        curves.forEach(series -> table.numbers(series.name()));
        for (double x : figure.settings()) {
            List<String> cells = new ArrayList<>(List.of(figure.setting(x)));
            curves.forEach(series -> cells.add(series.median(x) == null ? "-" : number(series.median(x))));
            table.row(cells.toArray());
        }
        return table;
    }

    /** {@return a number: nanoseconds with one decimal, other values with three} */
    private String number(double value) {
        return format(figure.y().contains("[ns]") ? "%.1f" : "%.3f", value);
    }

    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}

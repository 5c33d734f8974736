// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** A figure as text: box plot values and the model for main curves, medians for other curves. */
public record FigureTable(Figure figure) {
    public void print(PrintStream out) {
        out.println(figure.y());
        for (Series series : figure.series()) {
            if (series.main()) {
                printMain(out, series);
            }
        }
        List<Series> others = figure.series().stream().filter(series -> !series.main()).toList();
        if (!others.isEmpty()) {
            printOthers(out, others);
        }
        for (String note : figure.notes()) {
            out.println(note);
        }
    }

    private void printMain(PrintStream out, Series series) {
        out.println();
        out.println(series.name());
        Point first = series.points().getFirst();
        boolean ranged = first.model() != null && first.test() == null;
        boolean tested = first.test() != null;
        out.printf("%8s %10s %10s %10s %10s %10s %10s %8s", figure.x(), "whisker", "quartile", "median", "quartile",
            "whisker", "mean", "sd");
        out.println(ranged ? String.format(" %10s %10s %8s", "model min", "model max", "inside")
            : tested ? String.format(" %10s %8s %9s", "model", "t", "p") : "");
        for (Point point : series.points()) {
            Sample s = point.sample();
            out.print(setting(point.x()));
            for (double value : new double[] {s.lowerWhisker(), s.lowerQuartile(), s.median(), s.upperQuartile(),
                s.upperWhisker(), s.mean()}) {
                out.print(" " + number(value, 10));
            }
            out.print(" " + number(s.deviation(), 8));
            if (ranged) {
                out.printf(Locale.ROOT, " %s %s %7.1f%%", number(point.model().min(), 10),
                    number(point.model().max(), 10), 100 * s.within(point.model().min(), point.model().max()));
            } else if (tested) {
                out.printf(Locale.ROOT, " %s %8.2f %9.2g", number(point.model().min(), 10), point.test().t(),
                    point.test().p());
            }
            out.println();
        }
    }

    private void printOthers(PrintStream out, List<Series> others) {
        out.println();
        if (others.size() < figure.series().size()) {
            out.println("medians of the others");
        }
        out.printf("%" + first() + "s", figure.x());
        for (Series series : others) {
            out.printf("  %" + width(series) + "s", series.name());
        }
        out.println();
        for (double x : figure.settings()) {
            out.print(setting(x));
            for (Series series : others) {
                Double value = series.median(x);
                out.print("  " + (value == null ? " ".repeat(width(series) - 1) + "-" : number(value, width(series))));
            }
            out.println();
        }
    }

    private static int width(Series series) {
        return Math.max(10, series.name().length());
    }

    /** {@return a number; settings without decimals, nanoseconds with one, other values with three} */
    private String number(double value, int width) {
        return String.format(Locale.ROOT, "%" + width + "." + (figure.y().contains("[ns]") ? 1 : 3) + "f", value);
    }

    private String setting(double value) {
        return String.format("%" + first() + "s", figure.setting(value));
    }

    private int first() {
        return figure.names().stream().mapToInt(String::length).reduce(8, Math::max);
    }
}

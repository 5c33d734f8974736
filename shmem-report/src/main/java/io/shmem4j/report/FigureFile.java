// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import io.shmem4j.report.Figure.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** A file to write a figure to, as comma-separated values or SVG. */
public record FigureFile(Path file, boolean drawn) {
    /** {@return the file for a drawing, which must end in .svg; its folder must exist} */
    public static FigureFile drawing(Path file) {
        if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
            throw new IllegalArgumentException("a plot's name ends in .svg, not " + file);
        }
        return of(file, true, "plot");
    }

    /** {@return the file for a table with a row per setting and a median per curve} */
    public static FigureFile table(Path file) {
        return of(file, false, "table");
    }

    static String svg(Figure figure) {
        Canvas canvas = new Canvas(Drawing.WIDTH, Drawing.height(figure), figure.title());
        Drawing.draw(figure, canvas);
        return canvas.text();
    }

    private static FigureFile of(Path file, boolean drawn, String what) {
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no folder " + folder + " for the " + what);
        }
        return new FigureFile(file, drawn);
    }

    public void write(Figure figure) throws IOException {
        if (drawn) {
            Files.writeString(file, svg(figure));
        } else {
            Files.write(file, rows(figure));
        }
    }

    private static List<String> rows(Figure figure) {
        List<String> rows = new ArrayList<>();
        StringBuilder head = new StringBuilder(quoted(figure.x()));
        TreeSet<Double> settings = new TreeSet<>();
        for (Series series : figure.series()) {
            head.append(',').append(quoted(series.name() + " " + figure.y()));
            series.points().forEach(point -> settings.add(point.x()));
        }
        rows.add(head.toString());
        for (double x : settings) {
            StringBuilder row = new StringBuilder();
            row.append(figure.names().isEmpty() ? Double.toString(x) : quoted(figure.setting(x)));
            for (Series series : figure.series()) {
                Double value = series.median(x);
                row.append(',').append(value == null ? "" : value);
            }
            rows.add(row.toString());
        }
        return rows;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}

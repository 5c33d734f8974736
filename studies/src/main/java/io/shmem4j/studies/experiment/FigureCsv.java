// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** A figure as comma-separated values: a row for each setting, the median of each curve. */
public final class FigureCsv {
    private final Path file;

    private FigureCsv(Path file) {
        this.file = file;
    }

    /**
     * {@return a table to be written into a file}
     *
     * @param file in a folder that exists
     */
    public static FigureCsv to(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no folder " + folder + " for the table");
        }
        return new FigureCsv(file);
    }

    /**
     * Writes a figure.
     *
     * @param figure the figure
     * @throws IOException if the file can't be written
     */
    public void write(Figure figure) throws IOException {
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
        Files.write(file, rows);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }
}

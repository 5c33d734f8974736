// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.launch.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Times, hosts and costs of the figures in a folder, stored as a page that later runs read and extend. */
final class Runs {
    private static final String FILE = "runs.md";
    private static final String HEAD = """
        # Runs

        Seconds that all processors together computed for each figure where it was made last; other work on the machine
        does not change them. Figures share jobs, so the first of them takes their time. A dash stands where nobody
        counted. What is simulated depends on neither machine nor load.

        | figure | processor seconds | date | machine |
        |---|---|---|---|
        """;
    private static final double TICKS_PER_SECOND = 100;

    private final Path file;
    private final TreeMap<String, String> rows = new TreeMap<>();

    Runs(Path folder) throws IOException {
        file = folder.resolve(FILE);
        List<String> lines = Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
        lines.stream().filter(line -> line.startsWith("| ") && !line.startsWith("| figure"))
            .forEach(line -> rows.put(line.split(" ")[1], line));
    }

    /** {@return processor seconds of this process and its finished children; 0 if unknown} */
    static double processors() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long ticks = 0;
            // User and system time of this process and its children.
            for (int i = 11; i < 15; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return ticks / TICKS_PER_SECOND;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Records that a figure has been made. */
    void add(String figure, double processors) throws IOException {
        rows.put(figure, String.format(Locale.ROOT, "| %s | %.1f | %s | %s, %d processors, JDK %s |", figure,
            processors, LocalDate.now(), Machine.processor().replaceAll(" +", " "), Machine.cores(),
            Runtime.version()));
        double sum = rows.values().stream().map(row -> row.split(" ")[3]).filter(cell -> cell.matches("[0-9.]+"))
            .mapToDouble(Double::parseDouble).sum();
        Files.writeString(file, HEAD + String.join("\n", rows.values()) + String.format(Locale.ROOT,
            "%n%nTogether %.0f seconds of processors.%n", sum));
    }
}

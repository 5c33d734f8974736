// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure;
import io.shmem4j.report.FigureFile;
import io.shmem4j.report.TextTable;
import io.shmem4j.report.ToolMain;
import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Main class of {@code oshrun bench report}. */
@Command(name = "bench report", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    description = "Draws what 'bench ... --format json' and 'nas ... --json' have printed, and lists the curves. Files"
        + " that measure the same are drawn over each other. Repetitions in a file count by their median.")
public final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "results of one or more runs")
    private List<Path> files;

    @Option(names = "--labels", paramLabel = "NAME", split = ",",
        description = "names of the files in legends (default: their own); equal names make common curves")
    private List<String> labels = List.of();

    @Option(names = "--plots", paramLabel = "FOLDER", defaultValue = "plots",
        description = "where to write TEST.svg, TEST-2.svg and so on, IS-A.svg for IS of class A"
            + " (default: ${DEFAULT-VALUE})")
    private Path plots;

    public static void main(String[] args) {
        ToolMain.run(new ReportCommand(), args);
    }

    @Override
    public Integer call() {
        if (!labels.isEmpty() && labels.size() != files.size()) {
            throw new UsageException("--labels has " + labels.size() + " names for " + files.size() + " files");
        }
        Results results = new Results();
        for (int i = 0; i < files.size(); i++) {
            String name = files.get(i).getFileName().toString().replaceAll("\\.json$", "");
            results.read(files.get(i), labels.isEmpty() ? name : labels.get(i));
        }
        Map<String, Figure> figures = results.figures();
        try {
            Files.createDirectories(plots);
            for (Map.Entry<String, Figure> figure : figures.entrySet()) {
                FigureFile.drawing(plots.resolve(figure.getKey())).write(figure.getValue());
            }
        } catch (IOException e) {
            throw new UsageException("--plots " + plots + " can't be written: " + e);
        }
        table(figures).lines().forEach(System.out::println);
        return 0;
    }

    private TextTable table(Map<String, Figure> figures) {
        TextTable table = new TextTable().words("plot", "curve").numbers("points").words("over").numbers("first",
            "value", "last", "value").words("unit");
        figures.forEach((file, figure) -> figure.series().forEach(series -> {
            Point first = series.points().getFirst();
            Point last = series.points().getLast();
            table.row(plots.resolve(file), series.name(), series.points().size(), figure.x(),
                figure.setting(first.x()), number(first), figure.setting(last.x()), number(last), figure.y());
        }));
        return table;
    }

    private static String number(Point point) {
        return String.format(Locale.ROOT, "%.4f", point.sample().median());
    }
}

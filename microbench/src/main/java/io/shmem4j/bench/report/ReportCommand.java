// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import io.shmem4j.report.Figure;
import io.shmem4j.report.FigureFile;
import io.shmem4j.report.ToolMain;
import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Main class of {@code oshrun bench report}. */
@Command(name = "bench report", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    description = "Draws the tables in files that 'bench ... --format json' has written, runs of the same test over"
        + " each other.")
public final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "results, one file for each run")
    private List<Path> files;

    @Option(names = "--labels", paramLabel = "NAME", split = ",",
        description = "names of the runs in legends (default: the files' names)")
    private List<String> labels = List.of();

    @Option(names = "--plots", paramLabel = "FOLDER", defaultValue = "plots",
        description = "where to write TEST.svg, TEST-2.svg and so on (default: ${DEFAULT-VALUE})")
    private Path plots;

    public static void main(String[] args) {
        ToolMain.run(new ReportCommand(), args);
    }

    @Override
    public Integer call() {
        if (!labels.isEmpty() && labels.size() != files.size()) {
            throw new UsageException("--labels has " + labels.size() + " names for " + files.size() + " files");
        }
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            String name = files.get(i).getFileName().toString();
            runs.add(Run.read(files.get(i), labels.isEmpty() ? name.replaceAll("\\.json$", "") : labels.get(i)));
        }
        try {
            write(new Figures(runs).all());
        } catch (IOException e) {
            throw new UsageException("--plots " + plots + " can't be written: " + e);
        }
        return 0;
    }

    private void write(Map<String, List<Figure>> figures) throws IOException {
        Files.createDirectories(plots);
        for (Map.Entry<String, List<Figure>> test : figures.entrySet()) {
            int number = 1;
            for (Figure figure : test.getValue()) {
                Path file = plots.resolve(test.getKey() + (number == 1 ? "" : "-" + number) + ".svg");
                FigureFile.drawing(file).write(figure);
                System.out.println(file);
                number++;
            }
        }
    }
}

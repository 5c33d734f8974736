// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import io.shmem4j.report.ToolMain;
import io.shmem4j.report.UsageException;
import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.FigureFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The main class of {@code oshrun bench report}. */
@Command(name = "bench report", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    description = "Makes a page with plots of the tables in files that 'bench ... --format json' has written. Runs of"
        + " the same test are drawn over each other.")
public final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "results, one file for each run")
    private List<Path> files;

    @Option(names = "--output", paramLabel = "FILE", defaultValue = "report.html",
        description = "the page (default: ${DEFAULT-VALUE})")
    private Path output;

    @Option(names = "--labels", paramLabel = "NAME", split = ",",
        description = "names of the runs in legends (default: the files' names)")
    private List<String> labels = List.of();

    @Option(names = "--title", paramLabel = "TEXT", defaultValue = "Microbenchmarks of shmem4j",
        description = "heading of the page (default: ${DEFAULT-VALUE})")
    private String title;

    @Option(names = "--plots", paramLabel = "FOLDER",
        description = "also writes each plot there as a file, TEST.svg or TEST-2.svg and so on")
    private Path plots;

    public static void main(String[] args) {
        ToolMain.run(new ReportCommand(), args);
    }

    @Override
    public Integer call() throws IOException {
        if (!labels.isEmpty() && labels.size() != files.size()) {
            throw new UsageException("--labels has " + labels.size() + " names for " + files.size() + " files");
        }
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            String name = files.get(i).getFileName().toString();
            runs.add(Run.read(files.get(i), labels.isEmpty() ? name.replaceAll("\\.json$", "") : labels.get(i)));
        }
        String html = new Page(title, runs).html();
        Path part = output.resolveSibling(output.getFileName() + ".part");
        try {
            if (Files.isDirectory(output)) {
                throw new IOException("it is a folder");
            }
            Files.writeString(part, html);
            Files.move(part, output, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw new UsageException("--output " + output + " can't be written: " + e);
        }
        System.out.println(output);
        if (plots != null) {
            writePlots(new Figures(runs).all());
        }
        return 0;
    }

    private void writePlots(Map<String, List<Figure>> figures) {
        try {
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
        } catch (IOException e) {
            throw new UsageException("--plots " + plots + " can't be written: " + e);
        }
    }
}

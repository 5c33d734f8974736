// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.report.FigureFile;
import io.shmem4j.report.ToolMain;
import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The main class of {@code oshrun nas report}. */
@Command(name = "nas report", usageHelpWidth = 100,
    description = "A table and plots of the lines that --json has printed. Repeated runs count by their median.")
public final class ReportCommand implements Callable<Integer> {
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "this text")
    private boolean help;

    @Parameters(paramLabel = "FILE", description = "lines that kernels print with --json")
    private Path file;

    @Option(names = "--plot", paramLabel = "FOLDER",
        description = "also a picture for each problem, Mop/s over the number of PEs")
    private Path folder;

    public static void main(String[] args) {
        ToolMain.run(new ReportCommand(), args);
    }

    @Override
    public Integer call() {
        System.out.print(table());
        return 0;
    }

    /** {@return a table of all runs and one for each kernel}; draws pictures if asked to */
    String table() {
        SummaryTable table = new SummaryTable(Run.read(file));
        StringBuilder text = new StringBuilder(table.text());
        table.medians().keySet().forEach(problem -> text.append(table.text(problem)));
        if (folder != null) {
            try {
                Files.createDirectories(folder);
                for (String problem : table.medians().keySet()) {
                    Path picture = folder.resolve(problem.replace(' ', '-') + ".svg");
                    FigureFile.drawing(picture).write(figure(table, problem));
                    text.append(picture).append('\n');
                }
            } catch (IOException e) {
                throw new UsageException("--plot " + folder + ": " + e);
            }
        }
        return text.toString();
    }

    /** Draws operations per second over the number of PEs, a curve for each variant. */
    private static Figure figure(SummaryTable table, String problem) {
        List<Series> curves = new ArrayList<>();
        table.medians().get(problem).forEach((variant, byPes) -> curves.add(new Series(variant, false,
            byPes.values().stream().map(run -> Point.of(run.pes(), run.mops())).toList())));
        return new Figure(problem, "PEs", "Mop/s of all PEs together", Axes.LOGARITHMIC_SETTINGS, curves, List.of());
    }
}

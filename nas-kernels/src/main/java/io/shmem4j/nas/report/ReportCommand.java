// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.report;

import io.shmem4j.nas.npb.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command {@code nas report FILE [--plot FOLDER]}. */
public final class ReportCommand {
    private static final int PLOT_WORDS = 3;

    private ReportCommand() {
    }

    /**
     * {@return a table of the runs in a file}; draws pictures where asked to
     *
     * @param arguments the file, {@code --plot} and a folder
     */
    public static String run(List<String> arguments) {
        boolean plot = arguments.size() == PLOT_WORDS && arguments.get(1).equals("--plot");
        if (arguments.size() != 1 && !plot) {
            throw new UsageException("nas report FILE [--plot FOLDER], where FILE has the lines that --json prints");
        }
        Summary summary = new Summary(RunFile.read(Path.of(arguments.getFirst())));
        StringBuilder text = new StringBuilder(SummaryTable.text(summary));
        if (plot) {
            Path folder = Path.of(arguments.getLast());
            System.setProperty("java.awt.headless", "true");
            try {
                for (Path file : SummaryPlot.draw(summary, Files.createDirectories(folder))) {
                    text.append(file).append('\n');
                }
            } catch (IOException e) {
                throw new UsageException("--plot " + folder + ": " + e);
            }
        }
        return text.toString();
    }
}

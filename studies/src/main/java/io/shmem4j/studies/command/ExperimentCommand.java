// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.report.Figure;
import io.shmem4j.report.FigureFile;
import io.shmem4j.report.FigureTable;
import io.shmem4j.sim.SimSetting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Common part of commands that repeat published experiments: the machine and the figure's output. */
abstract class ExperimentCommand implements Callable<Integer> {
    @Option(names = "--machine", paramLabel = "NAME|FILE", description = "the machine (default: the published one)")
    private String machine = SimSetting.MACHINE.isSet() ? SimSetting.MACHINE.value() : null;

    @Option(names = "--plot", paramLabel = "FILE", description = "draw the figure, as .svg")
    private Path plot;

    @Option(names = "--csv", paramLabel = "FILE", description = "write the figure as comma-separated values")
    private Path csv;

    private FigureFile picture;
    private FigureFile table;

    /** Rejects files that can't be written before simulating anything. */
    void checkFiles() {
        picture = plot == null ? null : FigureFile.drawing(plot);
        table = csv == null ? null : FigureFile.table(csv);
    }

    String machine(String published) {
        return machine == null ? published : machine;
    }

    static <T> T find(String command, Collection<T> all, Function<T, String> nameOf, String name) {
        return all.stream().filter(one -> nameOf.apply(one).equals(name)).findFirst().orElseThrow(
            () -> new IllegalArgumentException(command + ": there is no experiment '" + name + "'; there are "
                + String.join(", ", all.stream().map(nameOf).toList())));
    }

    /** Prints a figure and writes the requested files. */
    void show(Figure figure, String how) throws IOException {
        System.out.println(figure.title());
        if (how != null) {
            System.out.println(how);
        }
        new FigureTable(figure).print(System.out);
        if (picture != null) {
            picture.write(figure);
        }
        if (table != null) {
            table.write(figure);
        }
    }
}

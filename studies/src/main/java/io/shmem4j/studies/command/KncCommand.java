// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.report.Figure;
import io.shmem4j.report.FigureFile;
import io.shmem4j.report.FigureTable;
import io.shmem4j.sim.SimSetting;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import io.shmem4j.studies.line.LineExperiments;
import io.shmem4j.studies.line.Setup.RepeatedExperiment;
import io.shmem4j.studies.line.Setup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sim knc}: the published experiments on the simulated Knights Corner. */
@Command(name = "knc", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Repeats a published experiment on the simulated Knights Corner.")
final class KncCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "EXPERIMENT", description = "one of latencies, pingpong, multiline,"
        + " contention, ring, notification, broadcast, barrier, reduction, largebcast, trees, interleaving,"
        + " causes")
    private String experiment;

    @Option(names = "--machine", paramLabel = "NAME|FILE", description = "the machine (default: the published one)")
    private String machine = SimSetting.MACHINE.isSet() ? SimSetting.MACHINE.value() : "knc-5110p";

    @Option(names = "--iterations", paramLabel = "N",
        description = "repetitions of each setting (default: as published, 1000 or 5000)")
    private Integer iterations;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "seed of the lines' deviations and of interrupts, 0 for none (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(names = "--sizes", paramLabel = "N", split = ",",
        description = "PEs, lines, readers or pairs' PEs to try (default: the experiment's own)")
    private int[] sizes;

    @Option(names = "--messages", paramLabel = "NAME|FILE", defaultValue = "mpi-like",
        description = "cost of the two-sided baseline (default: ${DEFAULT-VALUE})")
    private String messages;

    @Option(names = "--plot", paramLabel = "FILE", description = "draw the figure, as .svg")
    private Path plot;

    @Option(names = "--csv", paramLabel = "FILE", description = "write the figure as comma-separated values")
    private Path csv;

    @Override
    public Integer call() throws Exception {
        RepeatedExperiment chosen = LineExperiments.ALL.stream().filter(one -> one.name().equals(experiment))
            .findFirst().orElseThrow(() -> new IllegalArgumentException("knc: there is no experiment '" + experiment
                + "'; there are " + LineExperiments.ALL.stream().map(RepeatedExperiment::name)
                    .collect(Collectors.joining(", "))));
        int count = iterations == null ? chosen.iterations() : iterations;
        if (count < 1) {
            throw new IllegalArgumentException("--iterations " + count + ": at least 1");
        }
        // Files that can't be written are refused before anything is simulated.
        FigureFile drawing = plot == null ? null : FigureFile.drawing(plot);
        FigureFile table = csv == null ? null : FigureFile.table(csv);
        Figure figure = chosen.outcome().apply(new Setup(CoherentMachine.load(machine), count, seed, sizes,
            MessageProfile.load(messages)));
        System.out.println(figure.title());
        if (chosen.iterations() > 1) {
            System.out.println(count + " iterations, " + (seed == 0 ? "no deviations" : "seed " + seed)
                + "; cache states set before each");
        }
        new FigureTable(figure).print(System.out);
        if (drawing != null) {
            drawing.write(figure);
        }
        if (table != null) {
            table.write(figure);
        }
        return 0;
    }
}

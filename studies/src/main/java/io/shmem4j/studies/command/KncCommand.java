// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.report.Figure;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.SoftwareProfile.MessageProfile;
import io.shmem4j.studies.line.LineExperiments;
import io.shmem4j.studies.line.Setup.RepeatedExperiment;
import io.shmem4j.studies.line.Setup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sim knc}: the published experiments on the simulated Knights Corner. */
@Command(name = "knc", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Repeats a published experiment on the simulated Knights Corner.")
final class KncCommand extends ExperimentCommand {
    @Parameters(index = "0", paramLabel = "EXPERIMENT", description = "one of latencies, pingpong, multiline,"
        + " contention, ring, notification, broadcast, barrier, reduction, largebcast, trees, interleaving,"
        + " worst, causes")
    private String experiment;

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

    @Override
    public Integer call() throws Exception {
        RepeatedExperiment chosen = find("knc", LineExperiments.ALL, RepeatedExperiment::name, experiment);
        int count = iterations == null ? chosen.iterations() : iterations;
        if (count < 1) {
            throw new IllegalArgumentException("--iterations " + count + ": at least 1");
        }
        checkFiles();
        CoherentMachine chip = CoherentMachine.load(machine("knc-5110p"));
        Figure figure = chosen.outcome().apply(new Setup(chip, count, seed, sizes, MessageProfile.load(messages)));
        show(figure, chosen.iterations() > 1 ? count + " iterations, " + (seed == 0 ? "no deviations" : "seed " + seed)
            + "; cache states set before each" : null);
        return 0;
    }
}

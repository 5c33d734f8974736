// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.scc.SccExperiments;
import io.shmem4j.studies.scc.SccSetup;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim scc}: the published experiments on the simulated SCC. */
@Command(name = "scc", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Repeats a published experiment on the simulated SCC, with any setting.")
final class SccCommand extends ExperimentCommand {
    private static final List<String> COMMON = List.of("--machine", "--plot", "--csv", "--help", "--version");

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "EXPERIMENT",
        description = "one of contention, broadcast, collectives")
    private String experiment;

    @Mixin
    private SccSetup setup;

    @Override
    public Integer call() throws Exception {
        SccExperiments.Experiment chosen = find("scc", SccExperiments.ALL, SccExperiments.Experiment::name,
            experiment);
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            String name = option.longestName();
            if (!COMMON.contains(name) && !chosen.options().contains(name)) {
                throw new IllegalArgumentException("scc " + experiment + " has no option " + name + "; it takes "
                    + String.join(", ", chosen.options()));
            }
        }
        checkFiles();
        setup.on(MeshMachine.load(machine("scc")), text -> System.err.println("scc " + experiment + ": " + text));
        show(chosen.outcome().apply(setup), null);
        return 0;
    }
}

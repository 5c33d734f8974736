// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.rcce.Operation;
import io.shmem4j.studies.scc.SccExperiments;
import io.shmem4j.studies.scc.SccSetup;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim scc}: the published experiments on the simulated SCC. */
@Command(name = "scc", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Repeats a published experiment on the simulated SCC, with any setting.")
final class SccCommand extends ExperimentCommand {
    private static final List<String> COMMON = List.of("--machine", "--plot", "--csv", "--help", "--version");

    /** Names for the help text. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SccExperiments.ALL.stream().map(SccExperiments.Experiment::name).iterator();
        }
    }

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "EXPERIMENT", completionCandidates = Names.class,
        description = "one of ${COMPLETION-CANDIDATES}")
    private String experiment;

    @Option(names = "--cores", paramLabel = "N", split = ",", description = "how many cores take part, the first ones")
    private int[] cores;

    @Option(names = "--victim", paramLabel = "CORE", description = "contention: whose buffer is used (default: 0)")
    private int victim;

    @Option(names = "--link", description = "contention: report links and memory controllers, too")
    private boolean link;

    @Option(names = "--root", paramLabel = "CORE", description = "broadcast: who has the data (default: 0)")
    private int root;

    @Option(names = "-k", paramLabel = "N", split = ",", description = "broadcast, model: children of a node")
    private int[] k;

    @Option(names = "--lines", paramLabel = "N", split = ",", description = "lengths in lines")
    private int[] lines;

    @Option(names = "--rate", description = "broadcast: bytes a second instead of times")
    private boolean rate;

    @Option(names = "--doubles", paramLabel = "A..B", defaultValue = "552..700",
        description = "collectives: lengths in numbers (default: ${DEFAULT-VALUE})")
    private String doubles;

    @Option(names = "--operation", paramLabel = "NAME", defaultValue = "allreduce",
        description = "collectives: allgather, alltoall, reduce-scatter, broadcast, reduce, allreduce or barrier"
            + " (default: ${DEFAULT-VALUE})")
    private String operation;

    @Option(names = "--cycles", paramLabel = "N", defaultValue = "10",
        description = "gcmc: changes that are tried (default: ${DEFAULT-VALUE})")
    private int cycles;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "gcmc: seed of all draws (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(names = "--flat", description = "all distances 1 and no waiting for ports")
    private boolean flat;

    @Option(names = "--first-come", description = "ports serve first what came first, not the routers' inputs in turn")
    private boolean firstCome;

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
        MeshOptions options = flat ? MeshOptions.FLAT : MeshOptions.STANDARD;
        String[] range = doubles.split("\\.\\.", 2);
        int from = number(range[0]);
        int to = number(range[range.length - 1]);
        if (from < 1 || to < from) {
            throw new IllegalArgumentException("--doubles is a range A..B of lengths from 1 on, not " + doubles);
        }
        SccSetup setup = new SccSetup(MeshMachine.load(machine("scc")), firstCome ? options.firstCome() : options,
            cores, victim, root, link, k, lines, rate, from, to, operation(), cycles, seed,
            text -> System.err.println("scc " + experiment + ": " + text));
        show(chosen.outcome().apply(setup), null);
        return 0;
    }

    private Operation operation() {
        return Arrays.stream(Operation.values()).filter(one -> one.title().equals(operation)).findFirst().orElseThrow(
            () -> new IllegalArgumentException("there is no operation '" + operation + "'; there are "
                + String.join(", ", Arrays.stream(Operation.values()).map(Operation::title).toList())));
    }

    private int number(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--doubles is a range A..B of lengths from 1 on, not " + doubles, e);
        }
    }
}

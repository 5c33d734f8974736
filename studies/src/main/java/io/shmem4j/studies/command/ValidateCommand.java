// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.sim.SimSetting;
import io.shmem4j.sim.machine.Machine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.pointer.JobsAhead;
import io.shmem4j.studies.reproduce.Laboratory;
import io.shmem4j.studies.reproduce.Paper;
import io.shmem4j.studies.reproduce.Validation;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sim validate}: every published result beside the simulated one. */
@Command(name = "validate", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Compares simulated chips with what was published; status 1 if a demand is missed that isn't known"
        + " to be.")
final class ValidateCommand implements Callable<Integer> {
    private static final Map<String, String> CHIPS = new TreeMap<>(Map.of("knc", "knc-5110p", "scc", "scc"));

    @Parameters(arity = "0..1", paramLabel = "CHIP", description = "knc or scc (default: both)")
    private String chip;

    @Option(names = "--short", description = "fewer settings, for a quick check")
    private boolean brief;

    @Option(names = "--machine", paramLabel = "NAME|FILE",
        description = "a machine of the chip's kind, instead of the published one")
    private String machine = SimSetting.MACHINE.isSet() ? SimSetting.MACHINE.value() : null;

    @Override
    public Integer call() {
        if (chip != null && !CHIPS.containsKey(chip)) {
            throw new IllegalArgumentException("validate: there are knc and scc, no chip " + chip);
        }
        Collection<String> machines = machine != null ? List.of(machine) : chip != null ? List.of(CHIPS.get(chip))
            : CHIPS.values();
        int missed = machines.stream().mapToInt(name -> validate(MachineFile.load(name))).sum();
        return missed == 0 ? 0 : 1;
    }

    private int validate(Machine one) {
        String kind = one instanceof MeshMachine ? "scc" : "knc";
        if (chip != null && !chip.equals(kind)) {
            throw new IllegalArgumentException("validate " + chip + ": " + one.name() + " is a machine for " + kind);
        }
        System.out.println(one.title());
        Laboratory laboratory = Laboratory.of(one, brief, new JobsAhead(System.err, true), System.err);
        Validation validation = new Validation(System.out);
        validation.head();
        Paper.all().stream().filter(paper -> paper.machine().startsWith(kind))
            .forEach(paper -> validation.add(paper.rows(), laboratory));
        return validation.end();
    }
}

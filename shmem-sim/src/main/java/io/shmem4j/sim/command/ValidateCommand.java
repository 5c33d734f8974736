// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.command;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.SimSetting;
import io.shmem4j.sim.knc.validate.KncChecks;
import io.shmem4j.sim.validate.Validation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sim validate}: every published result beside the simulated one. */
@Command(name = "validate", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Compares the simulated Knights Corner with what was published; status 1 if a demand is missed.")
final class ValidateCommand implements Callable<Integer> {
    @Option(names = "--short", description = "fewer settings, for a quick check")
    private boolean brief;

    @Option(names = "--machine", paramLabel = "NAME|FILE", description = "the machine (default: knc-5110p)")
    private String machine = SimSetting.MACHINE.value();

    @Override
    public Integer call() {
        return new Validation("knc", KncChecks.of(CoherentMachine.load(machine), brief, System.err)).run(System.out) == 0
            ? 0 : 1;
    }
}

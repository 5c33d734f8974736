// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.sim.machine.Change;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.SoftwareProfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code oshrun --backend sim}: one JVM for all PEs. */
public final class SimPolicy extends BackendPolicy {
    @Override
    public String name() {
        return "sim";
    }

    @Override
    public boolean isOneJvm() {
        return true;
    }

    @Override
    public List<String> libraries() {
        return List.of("gson");
    }

    /**
     * Checks the variables. The simulation's own JVM checks the contents of files, and whether the PEs fit the machine.
     */
    @Override
    public void check(Map<String, String> variables, Path folder) {
        requireKnown(SimSetting.MACHINE, variables, MachineFile.BUNDLED, folder);
        requireKnown(SimSetting.PROFILE, variables, SoftwareProfile.BUNDLED, folder);
        Change.parse(variables.get(SimSetting.CHANGE.variable()));
        String rule = variables.get(SimSetting.PLACEMENT.variable());
        if (rule != null && !rule.strip().toLowerCase(Locale.ROOT).matches("scatter|compact|[1-9][0-9]{0,2}")) {
            throw new IllegalArgumentException(SimSetting.PLACEMENT.variable() + "=" + rule
                + ": it is scatter, compact or a number of PEs per core");
        }
    }

    private static void requireKnown(SimSetting setting, Map<String, String> variables, List<String> bundled,
        Path folder) {
        String value = variables.get(setting.variable());
        if (value != null && !bundled.contains(value) && !Files.isRegularFile(folder.resolve(value))) {
            throw new IllegalArgumentException(setting.variable() + "=" + value + ": it is "
                + String.join(", ", bundled) + " or a file, and there is no such file");
        }
    }

    @Override
    public List<BackendPolicy.Option> options() {
        return List.of(new BackendPolicy.Option("--machine", "NAME|FILE", SimSetting.MACHINE),
            new BackendPolicy.Option("--seed", "N", SimSetting.SEED),
            new BackendPolicy.Option("--placement", "RULE", SimSetting.PLACEMENT),
            new BackendPolicy.Option("--sim-profile", "NAME|FILE", SimSetting.PROFILE),
            new BackendPolicy.Option("--change", "PATH*FACTOR", SimSetting.CHANGE));
    }

    @Override
    public String mainClass() {
        return SimMain.class.getName();
    }
}

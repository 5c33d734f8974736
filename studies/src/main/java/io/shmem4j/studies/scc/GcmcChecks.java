// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.water.SaltCell;
import io.shmem4j.studies.water.WaveVectors;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/** The application, which runs while other checks are made. */
final class GcmcChecks {
    private static final int CYCLES = 200;
    private static final int CYCLES_FOR_TIMES = 8;
    private static final double SAME = 1e-9;
    private static final double DRIFT = 1e-10;

    private final MeshMachine machine;
    private final Supplier<Runs> runs;

    /** What runs gave: short ones over four libraries, and long ones on one core and on all. */
    private record Runs(Map<Stack, Application.Run> times, Application.Run alone, Application.Run many) {
    }

    /** Starts the application; without jobs none of its checks is made. */
    GcmcChecks(MeshMachine machine, JobsAhead jobs) {
        this.machine = machine;
        this.runs = jobs == null ? null : jobs.start("the application on " + machine.cores() + " cores", this::run);
    }

    void addTo(Checks checks) {
        checks.add("G5", () -> {
            double energy = SaltCell.energyOfPair(4.5);
            return Result.of(WaveVectors.count() == 276 && Math.abs(energy + 1.7475676) < 1e-7,
                "%d, %.7f", WaveVectors.count(), energy);
        });
        if (runs == null) {
            return;
        }
        checks.add("G1", () -> Result.of(cycle(Stack.BLOCKING) / cycle(Stack.MPB_DIRECT)));
        checks.add("G2", () -> Result.of(cycle(Stack.I_RCCE) / cycle(Stack.LIGHTWEIGHT)));
        checks.add("G3", () -> Result.of(100 * runs.get().times().get(Stack.BLOCKING).longShare()));
        checks.add("G4", () -> {
            Application.Run alone = runs.get().alone();
            Application.Run many = runs.get().many();
            boolean same = alone.history().equals(many.history())
                && Math.abs(alone.energy() / many.energy() - 1) < SAME;
            return Result.of(same && alone.drift() < DRIFT && many.drift() < DRIFT, "%s, drift %.0e",
                same ? "equal" : "different", Math.max(alone.drift(), many.drift()));
        });
    }

    private double cycle(Stack stack) {
        return runs.get().times().get(stack).cycleMicros();
    }

    private Runs run() {
        Application application = new Application(1);
        Map<Stack, Application.Run> times = new EnumMap<>(Stack.class);
        for (Stack stack : new Stack[] {Stack.BLOCKING, Stack.I_RCCE, Stack.LIGHTWEIGHT, Stack.MPB_DIRECT}) {
            times.put(stack, on(application, stack, CYCLES_FOR_TIMES));
        }
        return new Runs(times, application.alone(CYCLES), on(application, Stack.MPB_DIRECT, CYCLES));
    }

    private Application.Run on(Application application, Stack stack, int cycles) {
        return application.run(machine, MeshOptions.STANDARD, machine.cores(), stack, cycles);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.scc.validate;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.scc.collective.Stack;
import io.shmem4j.sim.scc.gcmc.Application;
import io.shmem4j.sim.scc.gcmc.SaltCell;
import io.shmem4j.sim.scc.gcmc.WaveVectors;
import io.shmem4j.sim.validate.Checks;
import io.shmem4j.sim.validate.Result;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The application. */
final class GcmcChecks {
    private static final int CYCLES = 200;
    private static final int CYCLES_FOR_TIMES = 8;
    private static final double SAME = 1e-9;
    private static final double DRIFT = 1e-10;

    private final MeshMachine machine;
    private final boolean brief;
    private final PrintStream progress;
    private final Map<Stack, Application.Run> runs = new EnumMap<>(Stack.class);
    private Application application;

    GcmcChecks(MeshMachine machine, boolean brief, PrintStream progress) {
        this.machine = machine;
        this.brief = brief;
        this.progress = progress;
    }

    void addTo(Checks checks) {
        checks.add("G5", () -> {
            double energy = SaltCell.energyOfPair(4.5);
            return Result.of(WaveVectors.count() == 276 && Math.abs(energy + 1.7475676) < 1e-7,
                String.format(Locale.ROOT, "%d, %.7f", WaveVectors.count(), energy));
        });
        if (brief) {
            return;
        }
        checks.add("G1", () -> Result.of(run(Stack.BLOCKING).cycleMicros() / run(Stack.MPB_DIRECT).cycleMicros()));
        checks.add("G2", () -> Result.of(run(Stack.I_RCCE).cycleMicros() / run(Stack.LIGHTWEIGHT).cycleMicros()));
        checks.add("G3", () -> Result.of(100 * run(Stack.BLOCKING).longShare()));
        checks.add("G4", () -> {
            Application.Run alone = application().alone(CYCLES);
            progress.println("validate scc: " + CYCLES + " cycles of the application");
            Application.Run many = application.run(machine, MeshOptions.STANDARD, machine.cores(), Stack.MPB_DIRECT,
                CYCLES);
            boolean same = alone.history().equals(many.history())
                && Math.abs(alone.energy() / many.energy() - 1) < SAME;
            return Result.of(same && alone.drift() < DRIFT && many.drift() < DRIFT, String.format(Locale.ROOT,
                "%s, drift %.0e", same ? "equal" : "different", Math.max(alone.drift(), many.drift())));
        });
    }

    private Application application() {
        if (application == null) {
            progress.println("validate scc: preparing the application");
            application = new Application(1);
        }
        return application;
    }

    private Application.Run run(Stack stack) {
        Application.Run known = runs.get(stack);
        if (known == null) {
            known = application().run(machine, MeshOptions.STANDARD, machine.cores(), stack, CYCLES_FOR_TIMES);
            runs.put(stack, known);
        }
        return known;
    }
}

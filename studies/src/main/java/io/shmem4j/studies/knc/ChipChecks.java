// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.collective.tree.KnomialTree;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Repetition;
import io.shmem4j.studies.experiment.Result;
import io.shmem4j.studies.line.ContendedCopy;
import io.shmem4j.studies.line.Interleaving;
import io.shmem4j.studies.line.ModelCosts;
import io.shmem4j.studies.line.PingPong;
import io.shmem4j.studies.line.PingPongModel;
import io.shmem4j.studies.line.TreeBroadcast;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;

/** Checks of single transfers. */
final class ChipChecks {
    private final CoherentMachine machine;
    private final CoherentMachine simple;
    private final PingPongModel model;
    private final int step;

    ChipChecks(CoherentMachine machine, boolean brief) {
        this.machine = machine;
        this.simple = machine.withSimplifiedLatency();
        this.model = new PingPongModel(machine);
        this.step = brief ? 9 : 1;
    }

    void addTo(Checks checks) {
        for (boolean memory : new boolean[] {false, true}) {
            String where = memory ? "memory" : "cached";
            checks.add("pingpong.model." + where, () -> Result.of(model.oneLine(memory, false)));
            checks.add("pingpong.bare." + where,
                () -> Result.of(new Repetition(machine, SimulationOptions.STANDARD.withoutOverhead(), 2)
                    .run(1, base -> new PingPong(base, 1, memory))[0]));
            checks.add("pingpong." + where,
                () -> Result.of(Repetition.once(machine, 2, base -> new PingPong(base, 1, memory))));
            checks.add("multiline." + where, () -> worst(2, machine.maxLines(), "N",
                n -> Repetition.once(machine, 2, base -> new PingPong(base, n, memory)) / model.lines(n, memory)));
        }
        ModelCosts costs = ModelCosts.of(machine);
        checks.add("contention", () -> worst(1, machine.cores() - 1, "n",
            n -> Repetition.once(simple, n + 1, base -> new ContendedCopy(base, n, false)) / costs.contended(n)));
        checks.add("contention.memory", () -> worst(1, machine.cores() - 1, "n",
            n -> Repetition.once(simple, n + 1, base -> new ContendedCopy(base, n, true))
                / costs.contendedInMemory(n)));
        checks.add("interleaving.a", () -> order(0, 1, 2));
        checks.add("interleaving.b", () -> order(0, 2, 1, 2));
        checks.add("interleaving.c", () -> order(2, 0, 2, 1, 2));
        checks.add("repeat", this::repeated);
    }

    private Result order(int... turns) {
        return Result.of(Repetition.once(simple, 3, base -> new Interleaving(base, turns)));
    }

    private Result worst(int first, int last, String name, IntToDoubleFunction quotient) {
        double worst = 0;
        int at = first;
        for (int n = first; n <= last; n += step) {
            double percent = 100 * (quotient.applyAsDouble(n) - 1);
            if (Math.abs(percent) > Math.abs(worst)) {
                worst = percent;
                at = n;
            }
        }
        return Result.of(worst, name + " = " + at);
    }

    private Result repeated() {
        int pes = machine.cores();
        double[][] times = new double[3][];
        CarrierKind[] carriers = {CarrierKind.fastest(), CarrierKind.fastest(), CarrierKind.THREADS};
        for (int i = 0; i < times.length; i++) {
            SimulationOptions options = SimulationOptions.STANDARD.withSeed(7).on(carriers[i]);
            times[i] = new Repetition(machine, options, pes).run(5,
                base -> new TreeBroadcast(base, KnomialTree.build(pes, 2)));
        }
        boolean same = Arrays.equals(times[0], times[1]) && Arrays.equals(times[0], times[2]);
        return Result.of(same, same ? "identical" : Arrays.stream(times).map(Arrays::toString)
            .collect(Collectors.joining(", ")));
    }
}

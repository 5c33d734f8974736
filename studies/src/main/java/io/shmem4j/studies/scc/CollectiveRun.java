// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshOptions;
import java.util.function.Consumer;

/**
 * Collectives on a chip, with every result checked.
 *
 * @param cores number of cores that take part, from core 0
 * @param software costs of the libraries' calls
 */
public record CollectiveRun(MeshMachine machine, MeshOptions options, int cores, LayerTimes software) {
    /** Collectives of the published libraries. */
    public CollectiveRun(MeshMachine machine, MeshOptions options, int cores) {
        this(machine, options, cores, LayerTimes.PUBLISHED);
    }

    /** {@return microseconds until the last core returns from a call that all cores start at the same time} */
    public double micros(Operation operation, Stack stack, int count) {
        return micros(stack, group -> operation.call(group, count));
    }

    /** {@return the slowdown of a library relative to another one, in percent} */
    public double gain(Operation operation, Stack before, Stack after, int count) {
        return 100 * (micros(operation, before, count) / micros(operation, after, count) - 1);
    }

    /** {@return the mean microseconds of a call on each core, of some calls one after the other} */
    public double[] inRow(Operation operation, Stack stack, int count, int calls) {
        double[] means = new double[cores];
        new MeshChip(machine, options, cores).run(core -> {
            Group group = new Group(core, cores, stack, software);
            for (int call = 0; call < calls; call++) {
                operation.call(group, count);
            }
            means[core.number()] = core.now() * 1e-6 / calls;
        });
        return means;
    }

    /** {@return microseconds until the last core returns from calls that all cores start at the same time} */
    public double micros(Stack stack, Consumer<Group> call) {
        MeshChip chip = new MeshChip(machine, options, cores);
        chip.run(core -> call.accept(new Group(core, cores, stack, software)));
        return chip.endTime() * 1e-6;
    }
}

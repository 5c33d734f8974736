// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshOptions;
import java.util.function.Consumer;

/**
 * Collectives on a chip. Every result is checked.
 *
 * @param cores   how many take part, the first ones
 */
public record CollectiveRun(MeshMachine machine, MeshOptions options, int cores) {
    private static final int CALLS = 5;

    public CollectiveRun {
        if (cores < 2 || cores > machine.cores()) {
            throw new IllegalArgumentException(machine.title() + " has 2 to " + machine.cores() + " cores for a"
                + " collective, not " + cores);
        }
    }

    /** {@return microseconds until the last core returns from a call that all begin at once} */
    public double micros(Operation operation, Stack stack, int count) {
        return micros(stack, group -> operation.call(group, count));
    }

    /** {@return by how many percent longer a call takes over one library than over another} */
    public double gain(Operation operation, Stack before, Stack after, int count) {
        return 100 * (micros(operation, before, count) / micros(operation, after, count) - 1);
    }

    /** {@return mean microseconds of a call on core 0, of calls in a row, as the study of collectives measures} */
    public double inRow(Operation operation, Stack stack, int count) {
        MeshChip chip = new MeshChip(machine, options, cores);
        double[] micros = new double[1];
        chip.run(core -> {
            Group group = new Group(core, cores, stack);
            operation.call(group, count);
            long start = core.now();
            for (int call = 0; call < CALLS; call++) {
                operation.call(group, count);
            }
            if (core.number() == 0) {
                micros[0] = (core.now() - start) * 1e-6 / CALLS;
            }
        });
        return micros[0];
    }

    /** {@return microseconds until the last core returns from calls that all begin at once} */
    public double micros(Stack stack, Consumer<Group> call) {
        MeshChip chip = new MeshChip(machine, options, cores);
        chip.run(core -> call.accept(new Group(core, cores, stack)));
        return chip.endTime() * 1e-6;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.scc.collective;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshOptions;

/**
 * Collectives on a chip, called again and again; core 0's mean, as published. Every result is checked.
 *
 * @param machine the machine
 * @param options what of it is simulated
 * @param cores   how many take part, the first ones
 */
public record CollectiveRun(MeshMachine machine, MeshOptions options, int cores) {
    private static final int CALLS = 3;

    /** Checks the number of cores. */
    public CollectiveRun {
        if (cores < 2 || cores > machine.cores()) {
            throw new IllegalArgumentException(machine.title() + " has 2 to " + machine.cores() + " cores for a"
                + " collective, not " + cores);
        }
    }

    /**
     * {@return microseconds of a call}
     *
     * @param operation which
     * @param stack     what it is built on
     * @param count     numbers in a core's vector
     */
    public double micros(Operation operation, Stack stack, int count) {
        MeshChip chip = new MeshChip(machine, options);
        long[] ends = new long[CALLS];
        chip.run(core -> {
            if (core.number() >= cores) {
                return;
            }
            Group group = new Group(core, cores, stack);
            for (int call = 0; call < CALLS; call++) {
                operation.call(group, count);
                if (core.number() == 0) {
                    ends[call] = core.now();
                }
            }
        });
        return (ends[CALLS - 1] - ends[0]) * 1e-6 / (CALLS - 1);
    }

    public double[] single(Operation operation, Stack stack, int count) {
        MeshChip chip = new MeshChip(machine, options);
        double[] ends = new double[2];
        chip.run(core -> {
            if (core.number() >= cores) {
                return;
            }
            operation.call(new Group(core, cores, stack), count);
            ends[0] = Math.max(ends[0], core.now() * 1e-6);
            if (core.number() == 0) {
                ends[1] = core.now() * 1e-6;
            }
        });
        return ends;
    }
}

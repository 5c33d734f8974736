// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.MeshCosts;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.mesh.Place;
import io.shmem4j.sim.mesh.Topology;
import java.util.Locale;

/** The simulated time of a put or get on an idle chip, and the time by the formula. */
public enum SingleTransfer {
    /** From this core's buffer to another one. */
    PUT,
    /** From another buffer to this core's. */
    GET,
    /** From private memory to a buffer. */
    PUT_FROM_MEMORY,
    /** From a buffer to private memory. */
    GET_TO_MEMORY;

    /** {@return picoseconds until the core continues} */
    public long picos(MeshMachine machine, int core, int other, int lines) {
        return new MeshChip(machine, MeshOptions.STANDARD).alone(core,
            running -> move(running, other, lines * machine.numbersPerLine()));
    }

    /**
     * {@return picoseconds until the last line has arrived, as seen by a core that waits for a flag written as the line
     * after the data; the cost of the flag itself is subtracted}
     */
    public long arrival(MeshMachine machine, int core, int other, int lines) {
        MeshChip chip = new MeshChip(machine, MeshOptions.STANDARD.seeing());
        MeshCosts costs = new MeshCosts(machine);
        long[] seen = new long[1];
        chip.run(running -> {
            if (running.number() == core) {
                move(running, other, lines * machine.numbersPerLine());
                running.write(new Place.Flag(other, 0, 1));
            } else if (running.number() == other) {
                running.await(0, 1);
                seen[0] = running.now() - costs.read(1);
            }
        });
        return seen[0] - costs.write(chip.topology().distance(core, other));
    }

    private void move(MeshCore core, int other, int numbers) {
        Place.Mpb far = new Place.Mpb(other, 0);
        Place.Mpb own = new Place.Mpb(core.number(), 0);
        Place.Private memory = new Place.Private(new double[numbers], 0, false);
        switch (this) {
            case PUT -> core.put(own, far, numbers);
            case GET -> core.get(far, own, numbers);
            case PUT_FROM_MEMORY -> core.put(memory, far, numbers);
            case GET_TO_MEMORY -> core.get(far, memory, numbers);
        }
    }

    public long formula(MeshMachine machine, int core, int other, int lines) {
        Topology topology = new Topology(machine);
        MeshCosts costs = new MeshCosts(machine);
        int distance = topology.distance(core, other);
        int memory = topology.memoryDistance(core, core);
        return switch (this) {
            case PUT -> costs.put(lines, distance);
            case GET -> costs.get(lines, distance);
            case PUT_FROM_MEMORY -> costs.putMemory(lines, memory, distance);
            case GET_TO_MEMORY -> costs.getMemory(lines, distance, memory);
        };
    }

    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}

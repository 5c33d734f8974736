// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.MeshCosts;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.mesh.Place;
import io.shmem4j.sim.mesh.Topology;
import java.util.Arrays;

/** Two loads of the whole chip that were measured to disturb nobody: crossing one link, and private memory. */
public final class Undisturbed {
    private static final long UNTIL = 6_000_000_000L;
    private static final long PAUSE = 1_000_000;
    private static final long PHASES = 101;

    private final MeshMachine machine;
    private final Topology topology;

    public Undisturbed(MeshMachine machine) {
        this.machine = machine;
        this.topology = new Topology(machine);
    }

    /**
     * {@return how much longer a get over a link in the middle takes while cores all over the chip get from the other
     * side of that row, and how busy the busiest link is}
     *
     * @param beyond whether the others read tiles beyond the two at the link; else those, too
     */
    public double[] link(boolean beyond) {
        int row = machine.rows() / 2;
        int west = row * machine.columns() + machine.columns() / 2 - 1;
        int per = machine.coresPerTile();
        int reader = (west + 1) * per;
        int numbers = SharedBuffer.GET_LINES * machine.numbersPerLine();
        long[] total = new long[1];
        Loop loop = Loop.run(new MeshChip(machine, MeshOptions.STANDARD), UNTIL, number -> {
            if (number == reader) {
                return core -> total[0] += timed(core, west * per, numbers);
            }
            int from = opposite(number, row, beyond);
            boolean idle = topology.tile(number) == west || topology.tile(number) == west + 1;
            return idle ? null : core -> core.get(new Place.Mpb(from, 0), new Place.Mpb(number, 0), numbers);
        });
        LinkLoad load = new LinkLoad(machine);
        for (int core = 0; core < topology.cores(); core++) {
            if (loop.picos(core) > 0) {
                load.add(core, core == reader ? west * per : opposite(core, row, beyond), true,
                    SharedBuffer.GET_LINES / (loop.picos(core) * 1e-6));
            }
        }
        double alone = new MeshCosts(machine).get(SharedBuffer.GET_LINES, topology.distance(reader, west * per));
        return new double[] {total[0] / alone / (loop.rounds(reader) + 1), load.busiest()};
    }

    /** {@return how long a get takes that begins at no particular moment of the others' loops} */
    private static long timed(MeshCore core, int from, int numbers) {
        core.spend(PAUSE + core.now() / PAUSE % PHASES * (PAUSE / PHASES));
        long begin = core.now();
        core.get(new Place.Mpb(from, 0), new Place.Mpb(core.number(), 0), numbers);
        return core.now() - begin;
    }

    private int opposite(int core, int row, boolean beyond) {
        int per = machine.coresPerTile();
        int x = machine.columns() - 1 - topology.x(topology.tile(core));
        int half = machine.columns() / 2;
        int column = !beyond ? x : x < half ? Math.max(0, Math.min(x, half - 2)) : Math.min(machine.columns() - 1,
            Math.max(x, half + 1));
        return (row * machine.columns() + column) * per + core % per;
    }

    /**
     * {@return how much longer the slowest core's reads of its own memory take while all cores read theirs, and how
     * busy the busiest controller is}
     */
    public double[] memory() {
        MeshChip chip = new MeshChip(machine, MeshOptions.STANDARD);
        MeshCosts costs = new MeshCosts(machine);
        int lines = SharedBuffer.GET_LINES;
        double[] data = new double[lines * machine.numbersPerLine()];
        Loop loop = Loop.run(chip, UNTIL, number -> core -> core.move(new Place.Private(data, 0, false),
            new Place.Registers(), data.length));
        double worst = 0;
        for (int core = 0; core < topology.cores(); core++) {
            worst = Math.max(worst, loop.picos(core) / (lines * costs.readMemory(topology.memoryDistance(core, core))));
        }
        double[] busy = new double[topology.controllers()];
        Arrays.setAll(busy, i -> (double) chip.controllerBusy(i) / chip.endTime());
        return new double[] {worst, Arrays.stream(busy).max().orElseThrow()};
    }
}

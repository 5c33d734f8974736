// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshCosts;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.mesh.Place;

/**
 * The first cores all use the buffer of one core again and again: gets of many lines, or puts of one.
 *
 * @param micros    the mean time of each core
 * @param quotients the times divided by those of each core alone
 */
public record SharedBuffer(double[] micros, double[] quotients) {
    public static final int GET_LINES = 128;
    private static final long GETS_UNTIL = 6_000_000_000L;
    private static final long PUTS_UNTIL = 200_000_000L;

    /** {@return the times of gets from the buffer of a core, or of puts into it} */
    public static SharedBuffer run(MeshMachine machine, MeshOptions options, int cores, int victim, boolean gets) {
        MeshChip chip = new MeshChip(machine, options);
        int lines = Math.min(GET_LINES, machine.mpbLines());
        int numbers = lines * machine.numbersPerLine();
        Place.Mpb shared = new Place.Mpb(victim, 0);
        Loop loop = Loop.run(chip, gets ? GETS_UNTIL : PUTS_UNTIL, number -> {
            Place.Mpb own = new Place.Mpb(number, 0);
            if (number >= cores) {
                return null;
            }
            return gets ? core -> core.get(shared, own, numbers)
                : core -> core.put(own, shared, machine.numbersPerLine());
        });
        MeshCosts costs = new MeshCosts(machine);
        double[] micros = new double[cores];
        double[] quotients = new double[cores];
        for (int core = 0; core < cores; core++) {
            int distance = chip.topology().distance(core, victim);
            micros[core] = loop.picos(core) * 1e-6;
            quotients[core] = loop.picos(core) / (gets ? costs.get(lines, distance) : costs.put(1, distance));
        }
        return new SharedBuffer(micros, quotients);
    }
}

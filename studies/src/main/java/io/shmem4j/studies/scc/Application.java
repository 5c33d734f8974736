// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshOptions;
import java.util.SplittableRandom;

/**
 * The Monte Carlo application: what its cores compute and exchange in a cycle, without the energies. A cycle changes
 * one of the water molecules, of which a core has one or two, and evaluates the energy before and after. Cores sum the
 * structure factor of the long-range part and the energy of pairs, and the molecule's owner publishes it.
 */
public final class Application {
    private static final int MOLECULES = 72;
    /** Molecules added by a move, a rotation, an insertion and a deletion, until the energy is known. */
    private static final int[] CHANGES = {0, 0, 1, -1};
    private static final int SITES = 3;
    /** Coordinates of a molecule, and the energy. */
    private static final int PUBLISHED = 10;
    /** Published number of wave vectors; each has a real and an imaginary part. */
    private static final int VECTORS = 276;
    private static final int IMAGES = 27;
    private static final int TRIGONOMETRY_A_SITE = 15;
    /** Cycles of a sine and a cosine: Pentium instructions of 89 to 112. */
    private static final double TRIGONOMETRY = 100;
    /** Cycles of a site in a wave vector: 16 operations of 3, 7 loads, 2 stores of 3, 8 for indices. */
    private static final double VECTOR = 69;
    /** Cycles of a pair of sites in an image, calibrated to the gain of the whole application. */
    private static final double PAIR = 1725;

    private final Group group;
    private final MeshMachine machine;
    private long computed;
    private long longRange;

    private Application(Group group, MeshMachine machine) {
        this.group = group;
        this.machine = machine;
    }

    /**
     * Microseconds of a cycle.
     *
     * @param exchange  outside of computation, on core 0
     * @param waits     for flags, on core 0
     * @param longest   for flags, on the core that waits longest
     * @param longRange in the long-range part and its sum, on core 0
     */
    public record Run(double cycle, double exchange, double waits, double longest, double longRange) {
    }

    /** {@return a run on a chip} */
    public static Run run(MeshMachine machine, MeshOptions options, int cores, Stack stack, int cycles, long seed) {
        MeshChip chip = new MeshChip(machine, options, cores);
        Application[] first = new Application[1];
        long[] waited = new long[2];
        chip.run(core -> {
            Application side = new Application(new Group(core, cores, stack, LayerTimes.PUBLISHED), machine);
            SplittableRandom random = new SplittableRandom(seed);
            for (int cycle = 0; cycle < cycles; cycle++) {
                side.cycle(MOLECULES + CHANGES[random.nextInt(CHANGES.length)], random.nextInt(MOLECULES));
            }
            waited[1] = Math.max(waited[1], core.waited());
            if (core.number() == 0) {
                waited[0] = core.waited();
                first[0] = side;
            }
        });
        double perCycle = 1e-6 / cycles;
        return new Run(chip.endTime() * perCycle, (chip.endTime() - first[0].computed) * perCycle,
            waited[0] * perCycle, waited[1] * perCycle, first[0].longRange * perCycle);
    }

    private void cycle(int changed, int molecule) {
        evaluate(MOLECULES);
        evaluate(changed);
        group.broadcast(molecule % group.cores(), new double[PUBLISHED], PUBLISHED);
    }

    private void evaluate(int molecules) {
        double sites = SITES * (double) ((molecules - group.rank() + group.cores() - 1) / group.cores());
        long begin = group.core().now();
        compute(sites * (TRIGONOMETRY_A_SITE * TRIGONOMETRY + VECTORS * VECTOR));
        group.allreduce(new double[2 * VECTORS]);
        longRange += group.core().now() - begin;
        compute(SITES * sites * IMAGES * PAIR);
        group.allreduce(new double[1]);
    }

    private void compute(double cycles) {
        long picos = machine.cyclesToPicos(cycles);
        group.core().spend(picos);
        computed += picos;
    }
}

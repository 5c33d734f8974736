// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine.MonteCarloCycles;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshOptions;

/** The Monte Carlo application, on a simulated chip or on one core without time. It computes real energies. */
public final class Application {
    private static final int SETTLING = 2000;

    private final Water start;
    private final double energy;
    private final long seed;

    /** Creates the application and prepares the water, which takes some seconds. */
    public Application(long seed) {
        this.seed = seed;
        this.start = MonteCarlo.prepared(seed, SETTLING);
        this.energy = start.total();
    }

    /**
     * Results of a run.
     *
     * @param exchangeShare fraction of the run that core 0 spent outside of computation
     * @param waitShare fraction that the core with the longest waits spent waiting for flags
     * @param longShare fraction spent in the long-range part and its sum
     * @param energy final energy, updated incrementally
     * @param recomputed final energy, computed from scratch
     */
    public record Run(double cycleMicros, double exchangeShare, double waitShare, double longShare, String history,
            double energy, double recomputed) {
        /** {@return the time of a cycle that core 0 spent outside of computation} */
        public double exchangeMicros() {
            return cycleMicros * exchangeShare;
        }

        /** {@return the relative difference between the two energies} */
        public double drift() {
            return Math.abs(energy / recomputed - 1);
        }
    }

    /** {@return a run on one core, without simulated time} */
    public Run alone(int cycles) {
        MonteCarlo run = new MonteCarlo(start.copy(), energy, seed + 2, MonteCarlo.Exchange.ALONE);
        for (int i = 0; i < cycles; i++) {
            run.cycle();
        }
        return new Run(0, 0, 0, 0, run.history(), run.energy(), run.water().total());
    }

    /** {@return a run on a chip} */
    public Run run(MeshMachine machine, MeshOptions options, int cores, Stack stack, int cycles) {
        MeshChip chip = new MeshChip(machine, options, cores);
        MonteCarlo[] first = new MonteCarlo[1];
        OnChip[] side = new OnChip[1];
        long[] waited = new long[1];
        chip.run(core -> {
            OnChip exchange = new OnChip(new Group(core, cores, stack), machine);
            MonteCarlo run = new MonteCarlo(start.copy(), energy, seed + 2, exchange);
            for (int i = 0; i < cycles; i++) {
                run.cycle();
            }
            waited[0] = Math.max(waited[0], core.waited());
            if (core.number() == 0) {
                first[0] = run;
                side[0] = exchange;
            }
        });
        double time = chip.endTime();
        return new Run(time * 1e-6 / cycles, 1 - side[0].computed / time,
            waited[0] / time, side[0].longRange / time, first[0].history(), first[0].energy(),
            first[0].water().total());
    }

    /** A core's collectives and its work in simulated time. */
    private static final class OnChip implements MonteCarlo.Exchange {
        private final Group group;
        private final MeshMachine machine;
        private long computed;
        private long longRange;

        OnChip(Group group, MeshMachine machine) {
            this.group = group;
            this.machine = machine;
        }

        @Override
        public int core() {
            return group.rank();
        }

        @Override
        public int cores() {
            return group.cores();
        }

        @Override
        public void sum(double[] numbers) {
            long begin = group.core().now();
            group.allreduce(numbers);
            longRange += numbers.length > 1 ? group.core().now() - begin : 0;
        }

        @Override
        public void broadcast(int owner, double[] numbers) {
            group.broadcast(owner, numbers, numbers.length);
        }

        @Override
        public void work(double trigonometry, double vectors, double pairs) {
            MonteCarloCycles cycles = machine.monteCarlo();
            long picos = machine.cyclesToPicos(trigonometry * cycles.trigonometry() + vectors * cycles.vector()
                + pairs * cycles.pair());
            group.core().spend(picos);
            computed += picos;
            longRange += vectors > 0 ? picos : 0;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.MeshCosts;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.mesh.Place;
import io.shmem4j.sim.mesh.Topology;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Load on the whole chip: cores that repeat an operation from time 0 on, and how much it slows them down. */
public final class ChipLoad {
    public static final int GET_LINES = 128;
    private static final long GETS_UNTIL = 6_000_000_000L;
    private static final long PUTS_UNTIL = 200_000_000L;
    private static final long PAUSE = 1_000_000;
    private static final long PHASES = 101;

    private final MeshMachine machine;
    private final Topology topology;
    private final MeshCosts costs;

    public ChipLoad(MeshMachine machine) {
        this.machine = machine;
        this.topology = new Topology(machine);
        this.costs = new MeshCosts(machine);
    }

    /**
     * Times of cores that share a buffer.
     *
     * @param micros mean time of each core
     * @param quotients each time over the time of that core alone
     */
    public record Shared(double[] micros, double[] quotients) {
    }

    /**
     * {@return the times of the first {@code cores} cores that all get many lines from one core's buffer, or put one
     * line into it}
     */
    public Shared shared(MeshOptions options, int cores, int victim, boolean gets) {
        int lines = Math.min(GET_LINES, machine.mpbLines());
        int numbers = lines * machine.numbersPerLine();
        Place.Mpb shared = new Place.Mpb(victim, 0);
        long[][] ends = run(new MeshChip(machine, options), gets ? GETS_UNTIL : PUTS_UNTIL, number -> {
            Place.Mpb own = new Place.Mpb(number, 0);
            if (number >= cores) {
                return null;
            }
            return gets ? core -> core.get(shared, own, numbers)
                : core -> core.put(own, shared, machine.numbersPerLine());
        });
        double[] micros = new double[cores];
        double[] quotients = new double[cores];
        for (int core = 0; core < cores; core++) {
            int distance = topology.distance(core, victim);
            micros[core] = mean(ends[core]) * 1e-6;
            quotients[core] = mean(ends[core]) / (gets ? costs.get(lines, distance) : costs.put(1, distance));
        }
        return new Shared(micros, quotients);
    }

    /**
     * {@return the slowest over the fastest of repeated one-line puts into one core's buffer, the maximum over all
     * cores; each starts at a random time}
     */
    public double unsteady(int cores, int victim, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[][] ends = run(new MeshChip(machine, MeshOptions.STANDARD), PUTS_UNTIL, number -> {
            long start = random.nextLong(costs.put(1, 1));
            return number >= cores ? null : core -> {
                if (core.now() == 0) {
                    core.spend(start);
                }
                core.put(new Place.Mpb(number, 0), new Place.Mpb(victim, 0), machine.numbersPerLine());
            };
        });
        return IntStream.range(0, cores).mapToObj(core -> IntStream.range(1, ends[core].length)
            .filter(i -> ends[core][i] < PUTS_UNTIL).mapToLong(i -> ends[core][i] - ends[core][i - 1])
            .summaryStatistics()).mapToDouble(took -> (double) took.getMax() / took.getMin()).max().orElseThrow();
    }

    /**
     * {@return the slowdown of a get over a link in the middle of a row while cores all over the chip read across that
     * row, from tiles beyond the two at the link}
     */
    public double link() {
        int row = machine.rows() / 2;
        int west = row * machine.columns() + machine.columns() / 2 - 1;
        int per = machine.coresPerTile();
        int reader = (west + 1) * per;
        int numbers = GET_LINES * machine.numbersPerLine();
        long[] total = new long[1];
        long[][] ends = run(new MeshChip(machine, MeshOptions.STANDARD), GETS_UNTIL, number -> {
            if (number == reader) {
                return core -> total[0] += timed(core, west * per, numbers);
            }
            int from = opposite(number, row);
            boolean idle = topology.tile(number) == west || topology.tile(number) == west + 1;
            return idle ? null : core -> core.get(new Place.Mpb(from, 0), new Place.Mpb(number, 0), numbers);
        });
        double alone = costs.get(GET_LINES, topology.distance(reader, west * per));
        return total[0] / alone / ends[reader].length;
    }

    /** {@return the time of a get that starts at a random moment of the other cores' loops} */
    private static long timed(MeshCore core, int from, int numbers) {
        core.spend(PAUSE + core.now() / PAUSE % PHASES * (PAUSE / PHASES));
        long begin = core.now();
        core.get(new Place.Mpb(from, 0), new Place.Mpb(core.number(), 0), numbers);
        return core.now() - begin;
    }

    private int opposite(int core, int row) {
        int per = machine.coresPerTile();
        int x = machine.columns() - 1 - topology.x(topology.tile(core));
        int half = machine.columns() / 2;
        int column = x < half ? Math.clamp(x, 0, half - 2) : Math.clamp(x, half + 1, machine.columns() - 1);
        return (row * machine.columns() + column) * per + core % per;
    }

    /** {@return the slowdown of the slowest core's memory reads while all cores read} */
    public double memory() {
        int lines = GET_LINES;
        double[] data = new double[lines * machine.numbersPerLine()];
        long[][] ends = run(new MeshChip(machine, MeshOptions.STANDARD), GETS_UNTIL, number -> core ->
            core.move(new Place.Private(data, 0, false), new Place.Registers(), data.length));
        double worst = 0;
        for (int core = 0; core < topology.cores(); core++) {
            worst = Math.max(worst, mean(ends[core]) / (lines * costs.readMemory(topology.memoryDistance(core, core))));
        }
        return worst;
    }

    /**
     * {@return the ends of the rounds that each core of an idle chip starts within {@code until} picoseconds, and of
     * the first two; null for a core without a body}
     */
    private static long[][] run(MeshChip chip, long until, IntFunction<Consumer<MeshCore>> body) {
        long[][] ends = new long[chip.topology().cores()][];
        chip.run(core -> {
            Consumer<MeshCore> round = body.apply(core.number());
            if (round != null) {
                LongStream.Builder times = LongStream.builder();
                round.accept(core);
                do {
                    times.add(core.now());
                    round.accept(core);
                } while (core.now() < until);
                ends[core.number()] = times.add(core.now()).build().toArray();
            }
        });
        return ends;
    }

    /** {@return the mean time of a core's rounds but the first, in picoseconds} */
    private static double mean(long... ends) {
        return (double) (ends[ends.length - 1] - ends[0]) / (ends.length - 1);
    }
}

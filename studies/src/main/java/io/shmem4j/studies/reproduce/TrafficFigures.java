// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.MeshCosts;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.mesh.Place;
import io.shmem4j.sim.mesh.Topology;
import io.shmem4j.studies.scc.ChipLoad;
import io.shmem4j.studies.scc.SingleTransfer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Lines, put and get on the SCC, alone and in competition: the figures of Petrovic and others, and the claims. */
final class TrafficFigures extends Figures {
    private static final int FEW = 24;
    private static final int[] LENGTHS = {1, 4, 8, 32, 96, 128};
    private static final int[] VICTIMS = {0, 20, 36};
    private static final int STARTS = 10;

    private final MeshMachine machine;
    private final Topology topology;
    private final MeshCosts costs;
    private final ChipLoad load;

    TrafficFigures(Laboratory laboratory) {
        super(laboratory);
        this.machine = laboratory.scc;
        this.topology = new Topology(machine);
        this.costs = new MeshCosts(machine);
        this.load = new ChipLoad(machine);
        figure("petrovic-tab1", this::lines);
        figure("petrovic-fig3", this::distances);
        figure("petrovic-fig4a", () -> contention(true));
        figure("petrovic-fig4b", () -> contention(false));
        figure("petrovic-s33", this::undisturbed);
        claim("C1", () -> Result.of(others().length));
        claim("L1", this::singleLines);
        claim("L2", this::transfers);
        claim("L4", this::arrivals);
        claim("L7", () -> Result.of(farther(SingleTransfer.GET)));
        claim("L8", () -> Result.of(farther(SingleTransfer.PUT)));
        claim("N1", () -> Result.of(Arrays.stream(shared(FEW, true).quotients()).max().orElseThrow()));
        claim("N2", () -> Result.of(Arrays.stream(shared(FEW, false).quotients()).max().orElseThrow()));
        claim("N3", () -> Result.of(unfairness(true, 0)));
        claim("N4", () -> Result.of(unfairness(false, 0)));
        claim("N9", () -> Result.of(Stream.of(true, false).mapToDouble(gets -> spread(IntStream.of(VICTIMS)
            .mapToDouble(victim -> unfairness(gets, victim)).toArray())).min().orElseThrow()));
        claim("N10", () -> {
            double[] few = unsteady(FEW);
            double[] all = unsteady(machine.cores());
            return Result.of(IntStream.range(0, all.length).mapToDouble(i -> all[i] / few[i]).min().orElseThrow());
        });
        claim("N7", () -> Result.of(load.link()));
        claim("N8", () -> Result.of(load.memory()));
    }

    /** {@return a core at each distance from core 0, by distance} */
    private int[] others() {
        int most = IntStream.range(0, topology.cores()).map(core -> topology.distance(0, core)).max().orElseThrow();
        return IntStream.rangeClosed(1, most).map(d -> IntStream.range(1, topology.cores())
            .filter(core -> topology.distance(0, core) == d).findFirst().orElseThrow()).toArray();
    }

    private Figure overDistances(String title, List<Series> series) {
        return new Figure(title + " on an idle " + machine.title(), "distance [routers]", "time [us]", Axes.LINEAR,
            series, List.of());
    }

    private Series toOthers(String name, IntToLongFunction picos) {
        return Series.named(name, Arrays.stream(others()).mapToDouble(other -> picos.applyAsLong(other) * 1e-6)
            .toArray());
    }

    private Figure lines() {
        return overDistances("A line", List.of(
            toOthers("read of a buffer", other -> time(0, core -> core.read(new Place.Mpb(other, 0)))),
            toOthers("write to a buffer", other -> time(0, core -> core.write(new Place.Mpb(other, 0))))));
    }

    private Figure distances() {
        List<Series> series = new ArrayList<>();
        for (SingleTransfer kind : List.of(SingleTransfer.GET, SingleTransfer.PUT)) {
            for (int lines : new int[] {1, 4, 8, 16}) {
                series.add(toOthers(kind.title() + ", " + lines + (lines == 1 ? " line" : " lines"),
                    other -> kind.picos(machine, 0, other, lines)));
            }
        }
        return overDistances("Put and get", series);
    }

    private Figure contention(boolean gets) {
        List<Point> all = new ArrayList<>();
        for (int cores = 1; cores <= machine.cores(); cores += laboratory.whole() ? 1 : 6) {
            all.add(Point.of(cores, shared(cores, gets).micros()));
        }
        return new Figure("The first n cores " + (gets ? "get " + ChipLoad.GET_LINES + " lines from"
            : "put a line into") + " the buffer of core 0", "cores", "time [us]", Axes.LINEAR,
            List.of(new Series("each core", true, all),
                new Series("fastest", false, all.stream().map(p -> Point.of(p.x(), p.sample().least())).toList()),
                new Series("slowest", false, all.stream().map(p -> Point.of(p.x(), p.sample().most())).toList())),
            List.of("Boxes stand for the circles of the paper."));
    }

    private Figure undisturbed() {
        return new Figure("Under load, against the formula", "", "time / formula", Axes.LINEAR,
            List.of("get over a loaded link", "all cores read memory"),
            List.of(Series.named("slowest", load.link(), load.memory())),
            List.of("Links delay nobody in this model."));
    }

    /** Single lines of each kind at each distance, in whole picoseconds. */
    private Result singleLines() {
        long worst = 0;
        for (int other = 0; other < topology.cores(); other++) {
            int d = topology.distance(0, other);
            int memory = topology.memoryDistance(other, other);
            Place.Mpb far = new Place.Mpb(other, 0);
            Place.Private own = new Place.Private(new double[1], 0, false);
            worst = Math.max(worst, Math.abs(time(0, core -> core.read(far)) - costs.read(d)));
            worst = Math.max(worst, Math.abs(time(0, core -> core.write(far)) - costs.write(d)));
            worst = Math.max(worst, Math.abs(time(other, core -> core.read(own)) - costs.readMemory(memory)));
            worst = Math.max(worst, Math.abs(time(other, core -> core.write(own)) - costs.writeMemory(memory)));
        }
        return Result.of(worst);
    }

    private long time(int core, Consumer<MeshCore> body) {
        return new MeshChip(machine, MeshOptions.STANDARD).alone(core, body);
    }

    private Result transfers() {
        double worst = 0;
        for (SingleTransfer kind : SingleTransfer.values()) {
            for (int other = 0; other < topology.cores(); other += machine.coresPerTile()) {
                for (int lines : LENGTHS) {
                    worst = Math.max(worst, Math.abs(100.0 * kind.picos(machine, 0, other, lines)
                        / kind.formula(machine, 0, other, lines) - 100));
                }
            }
        }
        return Result.of(worst);
    }

    private Result arrivals() {
        double worst = 0;
        for (int other = 1; other < topology.cores(); other += 5) {
            int d = topology.distance(0, other);
            for (int lines : LENGTHS) {
                worst = Math.max(worst, Math.abs(100.0 * SingleTransfer.PUT.arrival(machine, 0, other, lines)
                    / costs.putArrives(lines, d) - 100));
                worst = Math.max(worst, Math.abs(100.0
                    * SingleTransfer.PUT_FROM_MEMORY.arrival(machine, 0, other, lines)
                    / costs.putMemoryArrives(lines, topology.memoryDistance(0, 0), d) - 100));
            }
        }
        return Result.of(worst);
    }

    private double farther(SingleTransfer kind) {
        int last = topology.cores() - 1;
        return 100.0 * kind.picos(machine, 0, last, ChipLoad.GET_LINES)
            / kind.picos(machine, 0, 1, ChipLoad.GET_LINES) - 100;
    }

    private ChipLoad.Shared shared(int cores, boolean gets) {
        return load.shared(MeshOptions.STANDARD, cores, 0, gets);
    }

    /** {@return how much a core's puts differ at worst, by whose buffer they go to} */
    private double[] unsteady(int cores) {
        return IntStream.of(VICTIMS).mapToDouble(victim -> LongStream.range(0, STARTS)
            .mapToDouble(seed -> load.unsteady(cores, victim, seed)).max().orElseThrow()).toArray();
    }

    private static double spread(double... values) {
        return Arrays.stream(values).max().orElseThrow() / Arrays.stream(values).min().orElseThrow();
    }

    private double unfairness(boolean gets, int victim) {
        return spread(load.shared(MeshOptions.STANDARD, machine.cores(), victim, gets).micros());
    }
}

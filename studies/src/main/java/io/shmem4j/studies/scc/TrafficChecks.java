// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.MeshCosts;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.mesh.Place;
import io.shmem4j.sim.mesh.Topology;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;

/** Lines, put and get: alone and in competition. */
final class TrafficChecks {
    private static final int FEW = 24;
    private static final double NEAR = 1.05;

    private final MeshMachine machine;
    private final Topology topology;
    private final MeshCosts costs;
    private final int[] lengths;

    TrafficChecks(MeshMachine machine, boolean brief) {
        this.machine = machine;
        this.topology = new Topology(machine);
        this.costs = new MeshCosts(machine);
        this.lengths = brief ? new int[] {1, 96} : new int[] {1, 4, 8, 32, 96, 128};
    }

    void addTo(Checks checks) {
        checks.add("L1", this::lines);
        checks.add("L2", () -> formula(SingleTransfer.PUT));
        checks.add("L3", () -> formula(SingleTransfer.PUT_FROM_MEMORY));
        checks.add("L4", this::arrivals);
        checks.add("L5", () -> formula(SingleTransfer.GET));
        checks.add("L6", () -> formula(SingleTransfer.GET_TO_MEMORY));
        checks.add("L7", () -> Result.of(farther(SingleTransfer.GET)));
        checks.add("L8", () -> Result.of(farther(SingleTransfer.PUT)));
        checks.add("L9", () -> {
            double raw = 45e3 / machine.coreMHz() + 8e3 / machine.meshMHz();
            double line = costs.read(1) * 1e-3;
            return Result.of(raw < line, "%.1f < %.0f ns", raw, line);
        });
        checks.add("N1", () -> Result.of(worst(true)));
        checks.add("N2", () -> Result.of(worst(false)));
        checks.add("N3", () -> Result.of(unfairness(true)));
        checks.add("N4", () -> Result.of(unfairness(false)));
        checks.add("N5", this::growth);
        checks.add("N6", () -> {
            long get = near(true);
            long put = near(false);
            return Result.of(Math.min(get, put), get + " and " + put + " of " + machine.cores());
        });
        checks.add("N7", () -> {
            Undisturbed undisturbed = new Undisturbed(machine);
            double across = undisturbed.link(true)[0];
            return Result.of(across, "%.4f; %.4f with loaded ports", across, undisturbed.link(false)[0]);
        });
        checks.add("N8", () -> {
            double[] memory = new Undisturbed(machine).memory();
            return Result.of(memory[0], "%.4f, controllers %.0f %% busy", memory[0], 100 * memory[1]);
        });
    }

    /** Single lines of each kind at each distance, in whole picoseconds. */
    private Result lines() {
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
        return Result.of(worst, worst + " ps");
    }

    private long time(int core, Consumer<MeshCore> body) {
        return new MeshChip(machine, MeshOptions.STANDARD).alone(core, body);
    }

    private Result formula(SingleTransfer kind) {
        double worst = 0;
        for (int other = 0; other < topology.cores(); other += machine.coresPerTile()) {
            for (int lines : lengths) {
                worst = Math.max(worst, Math.abs(100.0 * kind.picos(machine, 0, other, lines)
                    / kind.formula(machine, 0, other, lines) - 100));
            }
        }
        return Result.of(worst, "%.3f %% at worst", worst);
    }

    private Result arrivals() {
        double worst = 0;
        for (int other = 1; other < topology.cores(); other += 5) {
            int d = topology.distance(0, other);
            for (int lines : lengths) {
                worst = Math.max(worst, Math.abs(100.0 * SingleTransfer.PUT.arrival(machine, 0, other, lines)
                    / costs.putArrives(lines, d) - 100));
                worst = Math.max(worst, Math.abs(100.0
                    * SingleTransfer.PUT_FROM_MEMORY.arrival(machine, 0, other, lines)
                    / costs.putMemoryArrives(lines, topology.memoryDistance(0, 0), d) - 100));
            }
        }
        return Result.of(worst, "%.3f %% at worst", worst);
    }

    private double farther(SingleTransfer kind) {
        int last = topology.cores() - 1;
        return 100.0 * kind.picos(machine, 0, last, SharedBuffer.GET_LINES)
            / kind.picos(machine, 0, 1, SharedBuffer.GET_LINES) - 100;
    }

    private SharedBuffer shared(int cores, boolean gets) {
        return SharedBuffer.run(machine, MeshOptions.STANDARD, cores, 0, gets);
    }

    private double worst(boolean gets) {
        return Arrays.stream(shared(FEW, gets).quotients()).max().orElseThrow();
    }

    private double unfairness(boolean gets) {
        double[] times = shared(machine.cores(), gets).micros();
        return Arrays.stream(times).max().orElseThrow() / Arrays.stream(times).min().orElseThrow();
    }

    private long near(boolean gets) {
        return Arrays.stream(shared(machine.cores(), gets).quotients()).filter(of -> of <= NEAR).count();
    }

    private Result growth() {
        boolean grows = true;
        StringBuilder means = new StringBuilder();
        for (boolean gets : new boolean[] {true, false}) {
            double before = 0;
            for (int cores = 28; cores <= machine.cores(); cores += 4) {
                double mean = Arrays.stream(shared(cores, gets).micros()).average().orElseThrow();
                grows &= mean > before;
                before = mean;
            }
            means.append(String.format(Locale.ROOT, gets ? "get to %.2f" : ", put to %.3f us", before));
        }
        return Result.of(grows, means.toString());
    }
}

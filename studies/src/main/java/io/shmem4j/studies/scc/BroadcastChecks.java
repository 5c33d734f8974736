// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.Result;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** OC-Bcast and its rivals. */
final class BroadcastChecks {
    private static final int[] LENGTHS = {1, 2, 4, 8, 16, 32, 48, 64, 96, 97, 144, 192};
    private static final double DIP = 0.997;

    private final MeshMachine machine;
    private final BroadcastFormulas model;
    private final BroadcastRun real;
    private final BroadcastRun flat;
    private final double call;
    private final Map<String, Double> known = new HashMap<>();

    BroadcastChecks(MeshMachine machine) {
        this.machine = machine;
        this.model = new BroadcastFormulas(machine, machine.cores());
        this.real = new BroadcastRun(machine, MeshOptions.STANDARD, machine.cores(), 0);
        this.flat = new BroadcastRun(machine, MeshOptions.FLAT, machine.cores(), 0);
        this.call = machine.layers().broadcastCall() * 1e-6;
    }

    void addTo(Checks checks) {
        int[] ks = {2, 7, 47};
        for (int i = 0; i < ks.length; i++) {
            int k = ks[i];
            checks.add("B" + (i + 1), () -> Result.of(model.throughput(k)));
            checks.add("B" + (i + 5), () -> Result.of(rate(flat, k)));
        }
        checks.add("B4", () -> Result.of(model.scatterAllgather()));
        checks.add("B8", () -> Result.of(rivalRate(flat)));
        checks.add("B9", () -> {
            double two = 100 * (rate(real, 2) / 35.22 - 1);
            double seven = 100 * (rate(real, 7) / 34.30 - 1);
            return Result.of(two < 0 && two >= -7 && seven < 0 && seven >= -7, "%.1f, %.1f %%", two, seven);
        });
        checks.add("B10", () -> Result.of(100 * (1 - rate(real, 47) / 35.88)));
        checks.add("B11", () -> {
            double seven = rate(real, 7) / rivalRate(real);
            double all = rate(real, 47) / rivalRate(real);
            return Result.of(Math.min(seven, all) >= 2.4 && Math.max(seven, all) <= 3,
                "%.2f (k=7), %.2f (k=47)", seven, all);
        });
        checks.add("B12", () -> Result.of(time(7, 1)));
        checks.add("B13", () -> Result.of(binomial(1)));
        checks.add("B14", () -> Result.of(100 * (1 - time(7, 1) / binomial(1))));
        checks.add("B15", () -> Result.of((gain(97) + gain(144) + gain(192)) / 3));
        checks.add("B16", () -> Result.of(gain(96)));
        checks.add("B17", this::dip);
        addShapes(checks);
    }

    private void addShapes(Checks checks) {
        checks.add("B18", () -> {
            double below = (time(7, 96) - time(7, 1)) / 95;
            double above = (time(7, 192) - time(7, 97)) / 95;
            return Result.of(above < below, "%.2f against %.2f us a line", above, below);
        });
        checks.add("B19", () -> {
            double events = 1 - latency(real, 47, 192) / latency(real, 7, 192);
            double ideal = 1 - latency(flat, 47, 192) / latency(flat, 7, 192);
            return Result.of(Math.abs(events) < Math.abs(ideal), "%.1f against %.1f %%", 100 * events, 100 * ideal);
        });
        checks.add("B20", () -> {
            boolean faster = Arrays.stream(LENGTHS).allMatch(lines -> time(7, lines) < binomial(lines));
            return Result.of(faster, faster ? "at every length" : "not at every length");
        });
        checks.add("B21", () -> {
            int seven = OcBroadcast.depth(7, machine.cores());
            int more = OcBroadcast.depth(24, machine.cores());
            return Result.of(seven == more && seven == 2, seven + " and " + more);
        });
        checks.add("B22", () -> {
            double seven = BroadcastRun.withLateLooks(machine, machine.cores(), 7, 1);
            double two = BroadcastRun.withLateLooks(machine, machine.cores(), 2, 1);
            double all = BroadcastRun.withLateLooks(machine, machine.cores(), 47, 1);
            return Result.of(all > two && all > seven, "%.2f > %.2f > %.2f", all, two, seven);
        });
    }

    private Result dip() {
        double alone = 97.0 / time(7, 97) / (96.0 / time(7, 96));
        OcBroadcast.Kary seven = new OcBroadcast.Kary(7);
        double stream = 97.0 / real.interval(seven, 97) / (96.0 / real.interval(seven, 96));
        return Result.of(alone < DIP && stream < DIP, "%.1f, %.1f %%", 100 * (alone - 1), 100 * (stream - 1));
    }

    /** {@return MB/s of a long message} */
    private double rate(BroadcastRun run, int k) {
        return known.computeIfAbsent("rate " + (run == real) + k, key -> run.rate(k));
    }

    private double rivalRate(BroadcastRun run) {
        return known.computeIfAbsent("rival " + (run == real), key -> run.rivalRate());
    }

    private double latency(BroadcastRun run, int k, int lines) {
        return latency(run, new OcBroadcast.Kary(k), lines);
    }

    private double latency(BroadcastRun run, Broadcast.Kind kind, int lines) {
        return known.computeIfAbsent(kind.title() + (run == real) + lines, key -> run.latency(kind, lines));
    }

    private double time(int k, int lines) {
        return latency(real, k, lines) + call;
    }

    private double binomial(int lines) {
        return latency(real, Rival.Which.BINOMIAL, lines) + call;
    }

    private double gain(int lines) {
        return 100 * (1 - time(7, lines) / time(2, lines));
    }
}

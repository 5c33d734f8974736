// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.LinesWritten;
import io.shmem4j.sim.mesh.MeshChip;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.scc.Endpoint.Numbers;
import io.shmem4j.studies.scc.OcBroadcast.Leaves;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Broadcasts on a chip. The data really move; a run that misses a core fails.
 *
 * @param cores number of cores that take part, from core 0
 * @param root the core with the data
 * @param software costs of the libraries' calls
 */
public record BroadcastRun(MeshMachine machine, MeshOptions options, int cores, int root, LayerTimes software) {
    /** Broadcasts of the published libraries. */
    public BroadcastRun(MeshMachine machine, MeshOptions options, int cores, int root) {
        this(machine, options, cores, root, LayerTimes.PUBLISHED);
    }

    /** {@return a run under the assumptions of the published formulas: no distances, no waiting, free calls} */
    public static BroadcastRun modelled(MeshMachine machine, int cores) {
        return new BroadcastRun(machine, MeshOptions.FLAT, cores, 0, LayerTimes.NONE);
    }

    /** {@return microseconds until the last core returns from a broadcast} */
    public double latency(Broadcast.Kind kind, int lines) {
        return run(lines, (core, message) -> {
            kind.on(core, cores, software).run(root, message);
            if (kind.keeps() && !Arrays.equals(message.array(), data(message.count()))) {
                throw new IllegalStateException(kind.title() + " of " + lines + " lines brought wrong data");
            }
        }).endTime() * 1e-6;
    }

    /**
     * {@return microseconds of each of several broadcasts that follow each other} The first calls fill the pipeline and
     * do not count.
     */
    public double inRow(Broadcast.Kind kind, int lines, int calls, int first) {
        double[] ends = new double[2];
        run(lines, (core, message) -> {
            Broadcast broadcast = kind.on(core, cores, software);
            for (int call = 1; call <= calls; call++) {
                broadcast.run(root, message);
                if (call == first || call == calls) {
                    int end = call == first ? 0 : 1;
                    ends[end] = Math.max(ends[end], core.now() * 1e-6);
                }
            }
        });
        return (ends[1] - ends[0]) / (calls - first);
    }

    /** {@return the lines written until the last core returns from a broadcast} */
    public LinesWritten written(Broadcast.Kind kind, int lines) {
        return run(lines, (core, message) -> kind.on(core, cores, software).run(root, message)).written();
    }

    /**
     * {@return microseconds of a broadcast whose nodes check their children's flags only after the last one is set,
     * with all distances 1 and no queueing, as in the published model for short messages}
     */
    public static double withLateLooks(MeshMachine machine, int cores, int k, int lines) {
        return modelled(machine, cores).latency(new OcBroadcast.Kary(k, true, 2, 2, true, Leaves.COPY), lines);
    }

    private MeshChip run(int lines, BiConsumer<MeshCore, Numbers> body) {
        MeshChip chip = new MeshChip(machine, options, cores);
        int count = lines * machine.numbersPerLine();
        chip.run(core -> body.accept(core,
            new Numbers(core.number() == root ? data(count) : new double[count], 0, count, false)));
        return chip;
    }

    private static double[] data(int count) {
        double[] data = new double[count];
        Arrays.setAll(data, i -> i + 0.5);
        return data;
    }
}

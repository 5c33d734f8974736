// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.Topology;
import java.util.HashMap;
import java.util.Map;

/**
 * How busy the links of the mesh are, counted from the lines that cross them: a line and a request or acknowledgement
 * of it, each first along x, then along y. Links delay nobody in the simulation; this tells how far they are from it.
 */
public final class LinkLoad {
    private static final int LINE_FLITS = 3;
    private static final int REQUEST_FLITS = 1;

    private final MeshMachine machine;
    private final Topology topology;
    private final Map<Long, Double> busy = new HashMap<>();

    public LinkLoad(MeshMachine machine) {
        this.machine = machine;
        this.topology = new Topology(machine);
    }

    /** Adds so many lines a microsecond that a core reads or writes. */
    public void add(int core, int holder, boolean reads, double linesPerMicro) {
        int near = topology.tile(core);
        int far = topology.tile(holder);
        cross(near, far, (reads ? REQUEST_FLITS : LINE_FLITS) * linesPerMicro);
        cross(far, near, (reads ? LINE_FLITS : REQUEST_FLITS) * linesPerMicro);
    }

    private void cross(int from, int to, double flitsPerMicro) {
        for (int at = from; at != to; at = topology.next(at, to)) {
            busy.merge((long) at * topology.tiles() + topology.next(at, to),
                flitsPerMicro * machine.linkFlit() * 1e-6, Double::sum);
        }
    }

    /** {@return the share of time for which the busiest link is in use} */
    public double busiest() {
        return busy.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }
}

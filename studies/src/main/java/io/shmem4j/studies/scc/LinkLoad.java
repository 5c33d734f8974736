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

    /**
     * Adds lines that cores read or write.
     *
     * @param core          who reads or writes
     * @param linesPerMicro lines a microsecond
     */
    public void add(int core, int holder, boolean reads, double linesPerMicro) {
        int near = topology.tile(core);
        int far = topology.tile(holder);
        cross(near, far, (reads ? REQUEST_FLITS : LINE_FLITS) * linesPerMicro);
        cross(far, near, (reads ? LINE_FLITS : REQUEST_FLITS) * linesPerMicro);
    }

    private void cross(int from, int to, double flitsPerMicro) {
        int at = from;
        while (at != to) {
            int dx = Integer.signum(topology.x(to) - topology.x(at));
            int dy = dx != 0 ? 0 : Integer.signum(topology.y(to) - topology.y(at));
            int next = at + dx + dy * machine.columns();
            busy.merge((long) at * topology.tiles() + next, flitsPerMicro * machine.linkFlit() * 1e-6, Double::sum);
            at = next;
        }
    }

    /** {@return the share of time for which the busiest link is in use} */
    public double busiest() {
        return busy.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

/** How a core gets at a line: over the mesh to a port or a controller, or in its own caches. */
final class Access {
    /** Number of the port or controller; negative for the own caches. */
    final int resource;
    final long overhead;
    final long service;
    final long way;
    final long wayBack;

    private Access(int resource, long overhead, long service, long way, long wayBack) {
        this.resource = resource;
        this.overhead = overhead;
        this.service = service;
        this.way = way;
        this.wayBack = wayBack;
    }

    static Access own(long picos) {
        return new Access(-1, picos, 0, 0, 0);
    }

    static Access remote(int resource, long overhead, long service, long way) {
        return new Access(resource, overhead, service, way, way);
    }
}

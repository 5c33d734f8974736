// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.MeshMachine;
import java.util.Arrays;

/**
 * The looks of waiting cores at flags of their own, one after the other over the port of their tile. From its first
 * look on, a core's looks come at equal distances, so none needs an event: what a look finds, and whom it delays,
 * follows from the time of the first.
 */
final class Looks {
    /** Cycles of a look, besides two ways through the own router (Kohler and others, section IV-D). */
    private static final int CYCLES = 45;
    private static final long NONE = Long.MAX_VALUE;

    private final int coresPerTile;
    private final long period;
    private final long service;
    private final long hop;
    private final long ahead;
    /** Arrival of each core's next look at the port, or none. */
    private final long[] first;

    Looks(MeshMachine machine) {
        coresPerTile = machine.coresPerTile();
        hop = machine.times().hop();
        service = machine.portRead();
        ahead = machine.cyclesToPicos(CYCLES) - service + hop;
        period = ahead + service + hop;
        first = new long[machine.cores()];
        Arrays.fill(first, NONE);
    }

    /** {@return the way of a core to its own flags} */
    Ways.Way way(int tile) {
        return Ways.Way.remote(tile, ahead + service - hop, service, hop);
    }

    /** {@return when a look that is over now was served} */
    long served(long now) {
        return now - hop;
    }

    /** A core looks again and again from now on. */
    void begin(int core, long now) {
        first[core] = now + ahead;
    }

    void end(int core) {
        first[core] = NONE;
    }

    /** {@return when a core knows of a flag that is set at a time: at once if it does not look} */
    long found(int core, long time) {
        if (first[core] == NONE) {
            return time;
        }
        long vain = Math.max(0, Math.ceilDiv(time - first[core] - service, period));
        return first[core] + vain * period + service + hop;
    }

    /** {@return when a tile's port serves a request, after a look it may be serving on arrival} */
    long free(int tile, long time) {
        long free = time;
        for (int core = tile * coresPerTile; core < (tile + 1) * coresPerTile; core++) {
            long since = first[core] == NONE ? -1 : free - first[core];
            if (since >= 0 && since % period < service) {
                free += service - since % period;
            }
        }
        return free;
    }
}

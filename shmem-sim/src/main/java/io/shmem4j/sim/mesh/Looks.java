// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.MeshMachine;
import java.util.Arrays;

/**
 * Polls of waiting cores at their own flags, through the port of their tile. After its first poll, a core polls at
 * equal intervals, so no poll needs an event: its result and the delay that it causes follow from the time of the first
 * one.
 */
final class Looks {
    private static final long NONE = Long.MAX_VALUE;

    private final int coresPerTile;
    private final long period;
    private final long service;
    private final long hop;
    private final long ahead;
    /** Time at which each core's next poll arrives at the port, or NONE. */
    private final long[] first;

    Looks(MeshMachine machine) {
        coresPerTile = machine.coresPerTile();
        hop = machine.times().hop();
        service = machine.portRead();
        ahead = machine.poll() - service + hop;
        period = ahead + service + hop;
        first = new long[machine.cores()];
        Arrays.fill(first, NONE);
    }

    /** {@return the route from a core to its own flags} */
    Ways.Way way(int tile) {
        return new Ways.Way(tile, ahead + service - hop, service, hop);
    }

    /** {@return when a poll was served that ends now} */
    long served(long now) {
        return now - hop;
    }

    /** Starts polling by a core. */
    void begin(int core, long now) {
        first[core] = now + ahead;
    }

    void end(int core) {
        first[core] = NONE;
    }

    /** {@return when a core notices a flag that is set at a given time; immediately if it doesn't poll} */
    long found(int core, long time) {
        if (first[core] == NONE) {
            return time;
        }
        long vain = Math.max(0, Math.ceilDiv(time - first[core] - service, period));
        return first[core] + vain * period + service + hop;
    }

    /** {@return when a tile's port can serve a request, after polls that it is serving} */
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

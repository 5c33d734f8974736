// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

/** The port of a tile, or a memory controller: serves one line at a time, and queues requests. */
final class MeshPort {
    private final Arbiter arbiter;
    private final boolean[] waiting;
    private final long[] since;
    private final int[] order;
    private int waiters;
    private long freeAt;
    private long busy;
    private long waited;
    private long served;

    /** Makes an idle port; without an arbiter it serves requests in the order of arrival. */
    MeshPort(int cores, Arbiter arbiter) {
        this.arbiter = arbiter;
        this.waiting = new boolean[cores];
        this.since = new long[cores];
        this.order = new int[cores];
    }

    boolean isFree(long time) {
        return waiters == 0 && freeAt <= time;
    }

    /** {@return when a request is served that found the port free} */
    long serve(int core, long time, long service) {
        if (arbiter != null) {
            arbiter.served(core);
        }
        return occupy(time, service);
    }

    /** {@return when a request is served that has waited} */
    long occupy(long time, long service) {
        if (time < freeAt) {
            throw new IllegalStateException("a port serves two lines at once");
        }
        freeAt = time + service;
        busy += service;
        served++;
        return freeAt;
    }

    /** Queues a request; {@return whether it is the only one, so that the port needs an event} */
    boolean enqueue(int core, long time) {
        order[waiters++] = core;
        waiting[core] = true;
        since[core] = time;
        if (arbiter != null) {
            arbiter.pending(core, 1);
        }
        return waiters == 1;
    }

    /** Removes the next request; {@return its core} */
    int next(long time) {
        int core = arbiter == null ? order[0] : arbiter.choose(waiting);
        int at = 0;
        while (order[at] != core) {
            at++;
        }
        waiters--;
        System.arraycopy(order, at + 1, order, at, waiters - at);
        waiting[core] = false;
        waited += time - since[core];
        if (arbiter != null) {
            arbiter.pending(core, -1);
        }
        return core;
    }

    boolean hasWaiters() {
        return waiters > 0;
    }

    long freeAt() {
        return freeAt;
    }

    /** {@return its busy time in picoseconds} */
    long busy() {
        return busy;
    }

    /** {@return the total waiting time of requests in picoseconds} */
    long waited() {
        return waited;
    }

    long served() {
        return served;
    }
}

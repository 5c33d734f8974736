// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

/** A server of one line at a time, and the requests that wait for it: the port of a tile or a memory controller. */
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

    /** A port without requests; without an arbiter, first come, first served. */
    MeshPort(int cores, Arbiter arbiter) {
        this.arbiter = arbiter;
        this.waiting = new boolean[cores];
        this.since = new long[cores];
        this.order = new int[cores];
    }

    boolean isFree(long time) {
        return waiters == 0 && freeAt <= time;
    }

    /** {@return when the line is served, for a request that found the port free} */
    long serve(int core, long time, long service) {
        if (arbiter != null) {
            arbiter.served(core);
        }
        return occupy(time, service);
    }

    private long occupy(long time, long service) {
        if (time < freeAt) {
            throw new IllegalStateException("a port serves two lines at once");
        }
        freeAt = time + service;
        busy += service;
        served++;
        return freeAt;
    }

    /** {@return whether no other request waits: then the port needs an event} */
    boolean enqueue(int core, long time) {
        order[waiters++] = core;
        waiting[core] = true;
        since[core] = time;
        if (arbiter != null) {
            arbiter.pending(core, 1);
        }
        return waiters == 1;
    }

    /** {@return the core whose request is next; it no longer waits} */
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

    /** {@return when the line of a request that waited is served} */
    long serveNext(long time, long service) {
        return occupy(time, service);
    }

    boolean hasWaiters() {
        return waiters > 0;
    }

    long freeAt() {
        return freeAt;
    }

    /** {@return how long it was busy, in picoseconds} */
    long busy() {
        return busy;
    }

    /** {@return how long requests waited, in picoseconds, summed over requests} */
    long waited() {
        return waited;
    }

    long served() {
        return served;
    }
}

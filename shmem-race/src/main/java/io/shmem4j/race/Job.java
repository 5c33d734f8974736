// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.spi.Backend;

/** What the PEs of one job that this JVM has share with all others. */
final class Job {
    final SharedState state;
    final Agents agents;
    final Sites sites;
    final Snapshots snapshots;
    final Shadow shadow;
    final CarriedOrder carried;
    final Arrivals arrivals;
    final Reports reports;
    private final boolean[] present;

    Job(Backend backend) {
        this.state = SharedState.open(backend);
        this.agents = new Agents(state);
        this.sites = new Sites(state);
        this.snapshots = new Snapshots(state);
        this.shadow = new Shadow(state);
        this.carried = new CarriedOrder(state);
        this.arrivals = new Arrivals(state);
        this.reports = new Reports(this);
        this.present = new boolean[backend.nPes()];
    }

    /** {@return whether a PE may be one of this job; one that is there already is of the next job in this JVM} */
    boolean admits(Backend backend) {
        int pe = backend.pe();
        if (backend.nPes() != present.length || present[pe]) {
            return false;
        }
        present[pe] = true;
        return true;
    }
}

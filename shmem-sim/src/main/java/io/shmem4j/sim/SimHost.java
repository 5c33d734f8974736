// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;

/** All PEs of a simulated machine in one JVM: the backend is that of the PE whose turn it is. */
public final class SimHost extends Host {
    /** Made by {@link Host#find}. */
    public SimHost() {
        // The job exists before any of its PEs runs.
    }

    @Override
    public Backend backend() {
        return SimJob.current().backend();
    }
}

// SPDX-License-Identifier: Apache-2.0
/** The backend that simulates a machine. */
@SuppressWarnings("module") // Its users come later.
module io.shmem4j.sim {
    requires transitive io.shmem4j;
    requires io.shmem4j.shm;
    requires io.shmem4j.launch;
    requires com.google.gson;
    requires java.logging;
    requires java.management;

    provides io.shmem4j.launch.BackendPolicy with io.shmem4j.sim.SimPolicy;

    exports io.shmem4j.sim to io.shmem4j, io.shmem4j.studies;
    exports io.shmem4j.sim.coherence to io.shmem4j.studies;
    exports io.shmem4j.sim.machine to io.shmem4j.studies;
    exports io.shmem4j.sim.mesh to io.shmem4j.studies;
    exports io.shmem4j.sim.run to io.shmem4j.studies;
    exports io.shmem4j.sim.schedule to io.shmem4j.studies;
    exports io.shmem4j.sim.time;
    exports io.shmem4j.sim.transfer to io.shmem4j.studies;
}

// SPDX-License-Identifier: Apache-2.0
/**
 * The backend for processes on shared memory, and the main class of their PEs; {@link io.shmem4j.attach.Job} reads the
 * memory of running jobs.
 */
@SuppressWarnings("module") // The launcher and other backends are not there yet when this module is compiled.
module io.shmem4j.shm {
    requires transitive io.shmem4j;
    requires static java.logging;
    requires static java.management;
    requires static java.sql;

    uses io.shmem4j.shm.NodePart.NodeBackends;

    exports io.shmem4j.attach;
    exports io.shmem4j.shm to io.shmem4j, io.shmem4j.launch, io.shmem4j.sim, io.shmem4j.explore,
        io.shmem4j.ucx;
    exports io.shmem4j.hang to io.shmem4j.launch, io.shmem4j.sim, io.shmem4j.ucx;
    exports io.shmem4j.join to io.shmem4j.ucx;
    exports io.shmem4j.apart to io.shmem4j.launch, io.shmem4j.sim, io.shmem4j.explore;
    exports io.shmem4j.pe to io.shmem4j, io.shmem4j.launch, io.shmem4j.sim, io.shmem4j.explore;
}

// SPDX-License-Identifier: Apache-2.0
/**
 * OpenSHMEM 1.6 for Java: programs use {@link io.shmem4j.Shmem}, {@link io.shmem4j.Context} and
 * {@link io.shmem4j.Team}. Packages that are exported to named modules are for backends and the launcher.
 */
@SuppressWarnings("module") // Backends and launcher do not exist yet when this module is compiled.
module io.shmem4j {
    // Vector kernels are loaded only if the JVM has the module.
    requires static jdk.incubator.vector;
    // Only for recordings.
    requires static jdk.jfr;

    exports io.shmem4j;
    exports io.shmem4j.algorithm;
    exports io.shmem4j.data;
    exports io.shmem4j.error;
    exports io.shmem4j.legacy;
    exports io.shmem4j.nonblocking;

    exports io.shmem4j.spi to io.shmem4j.shm, io.shmem4j.sim, io.shmem4j.explore, io.shmem4j.launch, io.shmem4j.ucx,
        io.shmem4j.race, io.shmem4j.studies, io.shmem4j.channel, io.shmem4j.irregular, io.shmem4j.mpi;
    exports io.shmem4j.config to io.shmem4j.shm, io.shmem4j.sim, io.shmem4j.explore, io.shmem4j.launch, io.shmem4j.report,
        io.shmem4j.ucx, io.shmem4j.race, io.shmem4j.bench, io.shmem4j.studies;
    exports io.shmem4j.collective.cost to io.shmem4j.launch;
    exports io.shmem4j.collective.team to io.shmem4j.studies;
    exports io.shmem4j.engine to io.shmem4j.launch, io.shmem4j.race, io.shmem4j.channel, io.shmem4j.irregular,
        io.shmem4j.mpi, io.shmem4j.sim, io.shmem4j.ucx, io.shmem4j.agrona, io.shmem4j.chronicle;
    exports io.shmem4j.progress to io.shmem4j.channel, io.shmem4j.irregular, io.shmem4j.mpi;
    exports io.shmem4j.observe to io.shmem4j.launch, io.shmem4j.shm;
}

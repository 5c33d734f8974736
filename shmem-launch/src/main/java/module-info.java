// SPDX-License-Identifier: Apache-2.0
/** The launcher oshrun and its tools. */
@SuppressWarnings("module") // Backends that are added to it are not there yet when this module is compiled.
module io.shmem4j.launch {
    requires io.shmem4j;
    requires io.shmem4j.shm;
    requires io.shmem4j.report;
    requires com.google.gson;
    requires info.picocli;
    requires java.compiler;
    requires java.management;
    requires jdk.compiler;
    requires jdk.httpserver;

    uses io.shmem4j.launch.BackendPolicy;
    uses io.shmem4j.inspect.CounterReader;
    uses io.shmem4j.launch.plan.ManyNodes;

    exports io.shmem4j.launch to io.shmem4j.sim, io.shmem4j.explore, io.shmem4j.studies, io.shmem4j.ucx;
    exports io.shmem4j.launch.plan to io.shmem4j.ucx;
    exports io.shmem4j.launch.option to io.shmem4j.sim, io.shmem4j.explore, io.shmem4j.ucx;
    exports io.shmem4j.launch.process to io.shmem4j.ucx;
    exports io.shmem4j.inspect to io.shmem4j.agrona, io.shmem4j.ucx;
    // The option parser sets fields.
    opens io.shmem4j.inspect to info.picocli;
}

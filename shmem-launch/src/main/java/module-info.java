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

    uses io.shmem4j.launch.BackendPolicy;
    uses io.shmem4j.tools.CounterReader;

    exports io.shmem4j.launch to io.shmem4j.sim;
    exports io.shmem4j.launch.option to io.shmem4j.sim;
    // The option parser sets fields.
    opens io.shmem4j.launch.option to info.picocli;
    opens io.shmem4j.tools to info.picocli;
}

// SPDX-License-Identifier: Apache-2.0
/** The backend that simulates a machine, and programs that compare it with measurements of a real one. */
@SuppressWarnings("requires-automatic") // XChart has no descriptor.
module io.shmem4j.sim {
    requires io.shmem4j;
    requires io.shmem4j.shm;
    requires io.shmem4j.report;
    requires io.shmem4j.launch;
    requires com.google.gson;
    requires info.picocli;
    requires java.desktop;
    requires java.logging;
    requires java.management;
    requires org.apache.commons.numbers.gamma;
    requires org.knowm.xchart;

    provides io.shmem4j.launch.BackendPolicy with io.shmem4j.sim.SimPolicy;

    exports io.shmem4j.sim to io.shmem4j;
    // The option parser sets fields.
    opens io.shmem4j.sim.command to info.picocli;
}

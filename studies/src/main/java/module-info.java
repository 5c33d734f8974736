// SPDX-License-Identifier: Apache-2.0
/** Published experiments repeated on simulated machines, and compared with what was published. */
module io.shmem4j.studies {
    requires io.shmem4j;
    requires io.shmem4j.launch;
    requires io.shmem4j.nas;
    requires io.shmem4j.report;
    requires io.shmem4j.sim;
    requires com.google.gson;
    requires info.picocli;
    requires java.management;
    requires org.apache.commons.statistics.inference;

    // The option parser sets fields, and the JSON library reads records.
    opens io.shmem4j.studies.command to info.picocli;
    opens io.shmem4j.studies.reproduce to com.google.gson;
}

// SPDX-License-Identifier: Apache-2.0
/** The microbenchmark suite {@code bench}. */
module io.shmem4j.bench {
    requires io.shmem4j;
    requires io.shmem4j.report;
    requires io.shmem4j.sim;
    requires com.google.gson;
    requires info.picocli;
    requires java.management;
    requires static jdk.incubator.vector;
    requires jdk.management;

    // The option parser sets private fields.
    opens io.shmem4j.bench to info.picocli;
}

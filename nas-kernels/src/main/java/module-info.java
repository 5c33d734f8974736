// SPDX-License-Identifier: Apache-2.0
/** The NAS parallel benchmarks, {@code nas}. */
@SuppressWarnings("module") // Its user comes later.
module io.shmem4j.nas {
    requires io.shmem4j;
    requires io.shmem4j.report;
    requires io.shmem4j.sim;
    requires com.google.gson;
    requires info.picocli;
    requires static jdk.incubator.vector;
    requires jdk.management;

    exports io.shmem4j.nas.npb to io.shmem4j.studies;

    // The option parser sets fields.
    opens io.shmem4j.nas to info.picocli;
}

// SPDX-License-Identifier: Apache-2.0
/** The NAS parallel benchmarks, {@code nas}. */
@SuppressWarnings("module") // Its user comes later.
module io.shmem4j.nas {
    requires io.shmem4j;
    requires io.shmem4j.report;
    requires com.google.gson;
    requires info.picocli;
    requires static jdk.incubator.vector;
    requires jdk.management;

    exports io.shmem4j.nas.npb to io.shmem4j.studies;

    // The option parser sets fields.
    opens io.shmem4j.nas to info.picocli;
    opens io.shmem4j.nas.cfd to info.picocli;
    opens io.shmem4j.nas.cg to info.picocli;
    opens io.shmem4j.nas.dt to info.picocli;
    opens io.shmem4j.nas.ep to info.picocli;
    opens io.shmem4j.nas.ft to info.picocli;
    opens io.shmem4j.nas.is to info.picocli;
    opens io.shmem4j.nas.mg to info.picocli;
    opens io.shmem4j.nas.npb to info.picocli;
}

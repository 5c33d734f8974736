// SPDX-License-Identifier: Apache-2.0
/** Common parts of benchmarks and tools: command lines, progress, JSON, figures. */
@SuppressWarnings("module") // Its users come later.
module io.shmem4j.report {
    requires io.shmem4j;
    requires com.google.gson;
    requires info.picocli;
    requires org.apache.commons.statistics.descriptive;

    exports io.shmem4j.report to io.shmem4j.launch, io.shmem4j.ucx, io.shmem4j.studies, io.shmem4j.bench,
        io.shmem4j.nas;
}

// SPDX-License-Identifier: Apache-2.0
/** What benchmarks and tools share: command lines, progress, JSON, the look of charts. */
@SuppressWarnings({"module", "requires-automatic"}) // Its users come later; XChart has no descriptor.
module io.shmem4j.report {
    requires io.shmem4j;
    requires com.google.gson;
    requires info.picocli;
    requires java.desktop;
    requires org.knowm.xchart;

    exports io.shmem4j.report to io.shmem4j.launch, io.shmem4j.studies, io.shmem4j.bench, io.shmem4j.nas;
}

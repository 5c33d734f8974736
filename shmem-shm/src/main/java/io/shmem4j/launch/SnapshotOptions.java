// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options about what stays of a job. */
final class SnapshotOptions {
    @Option(names = "--checkpoint", paramLabel = "FILE",
        description = "write a snapshot of all symmetric heaps whenever the program calls checkpoint()")
    Path checkpoint;

    @Option(names = "--checkpoint-interval", paramLabel = "SECONDS",
        description = "but not more often than this")
    Integer interval;

    @Option(names = "--restart", paramLabel = "FILE",
        description = "the program's first checkpoint() fills the heaps from this snapshot; -n and the heap's size come"
            + " from there too")
    Path restart;

    @Option(names = "--keep-files",
        description = "if the job fails, keep its files for oshrun heap dump (--clean removes them)")
    boolean keepFiles;
}

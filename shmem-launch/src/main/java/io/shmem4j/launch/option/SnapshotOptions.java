// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options about what stays of a job. */
public final class SnapshotOptions {
    @Option(names = "--checkpoint", paramLabel = "FILE",
        description = "write a snapshot of all symmetric heaps whenever the program calls checkpoint()")
    public Path checkpoint;

    @Option(names = "--checkpoint-interval", paramLabel = "SECONDS",
        description = "but not more often than this")
    public Integer interval;

    @Option(names = "--restart", paramLabel = "FILE",
        description = "the program's first checkpoint() fills the heaps from this snapshot; -n and the heap's size come"
            + " from there too")
    public Path restart;

    @Option(names = "--max-restarts", paramLabel = "N",
        description = "start a job that fails again, N times at most: from its last checkpoint, or the beginning")
    public Integer maxRestarts;

    @Option(names = "--keep-files",
        description = "if the job fails, keep its files for oshrun heap dump (--clean removes them)")
    public boolean keepFiles;
}

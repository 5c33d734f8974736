// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.config.Setting;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.shm.SnapshotRequest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code oshrun heap snapshot}: asks a running job for a snapshot, and waits for it. */
@Command(name = "snapshot", sortOptions = false, separator = " ",
    description = "Has a running job write all symmetric heaps to a file at its next call of checkpoint().")
final class HeapSnapshot implements Callable<Integer> {
    private static final long LOOK_NANOS = 20_000_000;

    @Parameters(index = "0", paramLabel = "JOB", description = "the job's name or its beginning")
    private String job;

    @Parameters(index = "1", paramLabel = "FILE", description = "the file to write")
    private Path file;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "how long to wait for the job's checkpoint"
        + " (default: until the job ends)")
    private double timeout = Double.POSITIVE_INFINITY;

    @Option(names = "--shm-dir", paramLabel = "DIR",
        description = "where the jobs' files lie (default: $SHMEM_SHM_DIR, else /dev/shm)")
    private Path folder = Path.of(Setting.SHM_DIR.value());

    @Override
    public Integer call() throws IOException {
        JobFiles files = HeapCommand.job(job, folder);
        if (OwnJobs.abandoned(files)) {
            throw new IOException("job " + files.id() + " does not run any more");
        }
        try (Arena arena = Arena.ofConfined()) {
            SnapshotRequest request = ControlFile.open(files, arena).snapshotRequest();
            if (!request.want(file.toAbsolutePath().toString(), ProcessHandle.current().pid())) {
                throw new IOException("somebody else waits for a snapshot of job " + files.id());
            }
            try {
                await(request, files);
            } finally {
                request.forget();
            }
            if (request.problem() != null) {
                throw new IOException("the job can't write " + file + ": " + request.problem());
            }
        }
        System.out.println("wrote " + file + ", " + Files.size(file) + " bytes");
        return 0;
    }

    private void await(SnapshotRequest request, JobFiles files) throws IOException {
        long began = System.nanoTime();
        while (!request.answered()) {
            if (!Files.exists(files.folder()) || OwnJobs.abandoned(files)) {
                throw new IOException("the job has ended before it called checkpoint()");
            }
            if (System.nanoTime() - began > timeout * 1e9) {
                throw new IOException("the job has not called checkpoint() within " + timeout + " s");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}

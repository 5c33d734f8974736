// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.HEAP_SIZE;
import static io.shmem4j.launch.option.LauncherOption.RESTART;

import io.shmem4j.config.Setting;
import io.shmem4j.engine.SnapshotFile;
import io.shmem4j.engine.SnapshotHeader;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.Options;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The snapshot that a job continues from. The launcher compares its number of PEs and its program; the PEs compare
 * their objects.
 */
record Restart(Path file, SnapshotHeader header) {
    /** {@return the snapshot that the options name, null if none} The options get its heap's size. */
    static Restart of(Options options) {
        Path file = options.path(RESTART);
        if (file == null) {
            return null;
        }
        try (SnapshotFile snapshot = new SnapshotFile(file)) {
            if (!options.has(HEAP_SIZE) && !Setting.SYMMETRIC_SIZE.isSet()) {
                options.set(HEAP_SIZE, Long.toString(snapshot.header().heapBytes()));
            }
            return new Restart(file, snapshot.header());
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "--restart: " + e.getMessage(), e);
        }
    }

    /** {@return number of PEs of the job that was saved} */
    int nPes() {
        return header.nPes();
    }

    /** Refuses a job that is another. */
    void check(int nPes, String program) {
        if (nPes != header.nPes()) {
            throw LaunchException.usage("--restart: " + file + " is of " + header.nPes() + " PEs, this job has " + nPes
                + "; leave out -n, or give -n " + header.nPes());
        }
        if (!program.equals(header.program())) {
            throw LaunchException.usage("--restart: " + file + " is of " + header.program() + ", this job runs "
                + program);
        }
    }
}

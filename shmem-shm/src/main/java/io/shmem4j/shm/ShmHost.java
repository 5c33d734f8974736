// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Host for PEs that are processes: a JVM is one PE and maps its job once.
 *
 * <p>Without a launcher it creates a job of one PE, and unlinks the files as soon as they are mapped.
 */
public final class ShmHost extends Host {
    private static volatile NodeBackend opened;

    @Override
    public Backend backend() {
        try {
            return Process.BACKEND;
        } catch (ExceptionInInitializerError e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Records in the control file that the program's main method has returned, if a job is mapped. */
    public static void mainReturned() {
        NodeBackend backend = opened;
        if (backend != null) {
            backend.control().returned(backend.pe());
        }
    }

    private static NodeBackend open() {
        String folder = Setting.JOB_DIR.value();
        try {
            if (!folder.isEmpty()) {
                JobFiles files = new JobFiles(Path.of(folder));
                NodeBackend backend = ShmJob.open(files).backend(Setting.PE.intValue(), PeLife.PROCESS);
                LauncherWatch.begin(files);
                opened = backend;
                return backend;
            }
            Path parent = Path.of(Setting.SHM_DIR.value());
            JobFiles files = JobFiles.create(parent, "single-" + JobFiles.newJobId(), 1, HeapSize.chosen(parent, 1));
            try {
                return ShmJob.open(files).backend(0, PeLife.PROCESS);
            } finally {
                files.delete();
            }
        } catch (IOException e) {
            throw new ShmemException("the job's memory can't be mapped from "
                + (folder.isEmpty() ? Setting.SHM_DIR.value() : folder) + ": " + e, e);
        }
    }

    private static final class Process {
        static final NodeBackend BACKEND = open();
    }
}

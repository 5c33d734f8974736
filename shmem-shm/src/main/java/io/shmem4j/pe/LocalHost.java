// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.Platform;
import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import io.shmem4j.join.JoinedJvm;
import io.shmem4j.shm.Heaps;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.shm.LocalMemory;
import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host.JoinRequest;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Host of a JVM whose process is a PE, or with PEs in threads: local jobs and joined ones. There the calling thread
 * determines the PE.
 *
 * <p>A process without a launcher becomes a job of one PE, whose files are unlinked as soon as they are mapped.
 */
public final class LocalHost extends Host {
    /** The job of which this process is a PE, once it is mapped; or null. */
    private static volatile ShmJob launched;

    /** Null until this JVM joins a job, so that other programs don't load its classes. */
    private volatile JoinedJvm joined;

    /**
     * Runs jobs of another kind in the memory of local jobs, after the current job has ended.
     *
     * @param hosts makes the host of their PEs from the memory, which is cleared between jobs
     * @param jobs  runs the jobs
     */
    public static <H extends Host> void lend(int nPes, Function<LocalMemory, H> hosts, Consumer<H> jobs) {
        LocalJob.alone("Explore.run", nPes, memory -> {
            H host = hosts.apply(memory);
            within(host, () -> jobs.accept(host));
        });
    }

    @Override
    public Backend backend() {
        Host inner = inner();
        if (inner != null) {
            return inner.backend();
        }
        LocalPe pe = LocalPe.find();
        if (pe != null) {
            return pe.backend();
        }
        JoinedJvm mine = joined;
        if (mine != null) {
            return mine.backend();
        }
        if (LocalMemory.exists()) {
            throw new IllegalStateException("the thread \"" + Thread.currentThread().getName()
                + "\" works for no PE: this JVM runs PEs by Shmem.run, in threads that those have started");
        }
        try {
            return Process.BACKEND;
        } catch (ExceptionInInitializerError e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static NodeBackend open() {
        String folder = Setting.JOB_DIR.value();
        try {
            if (!folder.isEmpty()) {
                JobFiles files = new JobFiles(Path.of(folder));
                ShmJob job = ShmJob.open(files);
                NodeBackend backend = job.backend(Setting.PE.intValue(), PeLife.PROCESS);
                LauncherWatch.begin(files);
                launched = job;
                return backend;
            }
            if (!Platform.LINUX) {
                return ShmJob.alone().backend(0, PeLife.PROCESS);
            }
            Path parent = Path.of(Setting.SHM_DIR.value());
            JobFiles files = JobFiles.create(parent, "single-" + JobFiles.newJobId(), 1, Heaps.chosenBytes(parent, 1));
            try {
                return ShmJob.open(files).backend(0, PeLife.PROCESS);
            } finally {
                files.delete();
            }
        } catch (IOException | UncheckedIOException e) {
            throw new ShmemException("the job's memory can't be mapped from "
                + (folder.isEmpty() ? Setting.SHM_DIR.value() : folder) + ": " + e, e);
        }
    }

    /** Records in the control file that the program's main method has returned, if a launcher's job is mapped. */
    static void mainReturned() {
        ShmJob job = launched;
        if (job != null) {
            job.control().returned(Setting.PE.intValue());
        }
    }

    @Override
    public Backend join(JoinRequest request) {
        if (!Platform.LINUX) {
            throw new UnsupportedOperationException("Shmem.join" + Platform.NEEDS_LINUX);
        }
        LocalPe pe = LocalPe.find();
        if (pe != null || Setting.JOB_DIR.isSet()) {
            return super.join(request);
        }
        if (joined == null) {
            if (JobMemory.installed()) {
                throw new IllegalStateException("Shmem.join: this JVM is a job of its own, by Shmem.init or Shmem.run, "
                    + "and can't join another one");
            }
            enter();
        }
        return joined.join(request);
    }

    private synchronized void enter() {
        if (joined == null) {
            joined = new JoinedJvm();
        }
    }

    @Override
    public Backend ownBackend() {
        JoinedJvm mine = joined;
        return mine != null ? mine.ownBackend()
            : JobMemory.installed() || LocalPe.find() != null ? backend() : null;
    }

    @Override
    public void run(int nPes, Task task) {
        Host inner = inner();
        if (inner != null && inner.ownBackend() != null) {
            inner.run(nPes, task);
            return;
        }
        if (Setting.JOB_DIR.isSet()) {
            super.run(nPes, task);
        }
        LocalJob.run(nPes, task);
    }

    /** The only PE of this process. */
    private static final class Process {
        static final NodeBackend BACKEND = open();
    }
}

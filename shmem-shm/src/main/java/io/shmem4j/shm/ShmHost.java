// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Debug;
import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Processes on one machine: a JVM is one PE, and maps its job once in its life.
 *
 * <p>A process that no launcher started makes a job of one PE, whose files are unlinked as soon as they are mapped.
 */
public final class ShmHost extends Host {
    /** Made by {@link Host#find}. */
    public ShmHost() {
        // Nothing is opened before the first call.
    }

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

    private static ShmBackend open() {
        String folder = Setting.JOB_DIR.value();
        try {
            if (!folder.isEmpty()) {
                JobFiles files = new JobFiles(Path.of(folder));
                ShmBackend backend = map(files, Setting.PE.intValue());
                LauncherWatch.begin(files);
                return backend;
            }
            Path parent = Path.of(Setting.SHM_DIR.value());
            JobFiles files = JobFiles.create(parent, "single-" + JobFiles.newJobId(), 1, HeapSize.chosen(parent, 1));
            try {
                return map(files, 0);
            } finally {
                files.delete();
            }
        } catch (IOException e) {
            throw new ShmemException("the job's memory can't be mapped from "
                + (folder.isEmpty() ? Setting.SHM_DIR.value() : folder) + ": " + e, e);
        }
    }

    private static ShmBackend map(JobFiles files, int pe) throws IOException {
        ControlFile control = new ControlFile(map(files, JobFiles.CONTROL));
        JobMemory.install(heaps(files, control), control.stride(), false);
        int cores = Setting.CORES.isSet() ? Setting.CORES.intValue() : Runtime.getRuntime().availableProcessors();
        WaitPolicy policy = WaitPolicy.of(Setting.WAIT.word(), control.nPes(), cores);
        if (Debug.ON) {
            Debug.say(pe, "mapped " + JobMemory.all().byteSize() + " bytes of " + files.file(JobFiles.HEAP) + ", "
                + control.heapBytes() + " of heap for each of " + control.nPes() + " PEs; waits by " + policy.name()
                + " on " + cores + " cores");
        }
        return new ShmBackend(pe, control, policy, cores);
    }

    private static MemorySegment heaps(JobFiles files, ControlFile control) throws IOException {
        try (FileChannel channel = files.open(JobFiles.HEAP)) {
            return AlignedMapping.map(channel, control.stride() * control.nPes(), SystemLayout.ALIGNMENT);
        }
    }

    private static MemorySegment map(JobFiles files, String name) throws IOException {
        try (FileChannel channel = files.open(name)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), Arena.global());
        }
    }

    private static final class Process {
        static final ShmBackend BACKEND = open();
    }
}

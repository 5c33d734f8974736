// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Debug;
import io.shmem4j.config.Setting;
import io.shmem4j.shm.NodePart.NodeBackends;
import io.shmem4j.spi.FirstCalls;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/** A job of this process, started by a launcher or by the process itself. */
public final class ShmJob {
    private static final List<String> FIRST_CALLS = List.of("shm.Bell", "shm.NodeWaker", "shm.PublishedWait",
        "shm.Syscalls");

    private final JobFiles files;
    private final ControlFile control;
    private final WaitPolicy policy;
    private final int cores;
    private final NodePart part;
    private final NodeBackends elsewhere;

    private ShmJob(JobFiles files, ControlFile control, WaitPolicy policy, int cores, NodePart part) {
        this.files = files;
        this.control = control;
        this.policy = policy;
        this.cores = cores;
        this.part = part;
        this.elsewhere = part.isWhole() ? null : part.load();
    }

    public static ShmJob open(JobFiles files) throws IOException {
        ControlFile control = ControlFile.open(files, Arena.global());
        NodePart part = NodePart.of(files, control.nPes());
        if (part.isWhole()) {
            JobMemory.install(heaps(files, control, control.nPes()), control.stride(), false);
        } else {
            JobMemory.installNode(heaps(files, control, control.nPes() + 1), control.stride(), part.first(),
                part.count());
        }
        return of(files, control, part, coresHere());
    }

    /** {@return a job within this JVM, which has no files, in the memory that is installed} */
    public static ShmJob inThreads(int nPes, long heapBytes) {
        return of(null, ControlFile.inMemory(nPes, heapBytes), NodePart.whole("threads", nPes), coresHere());
    }

    /** {@return a job of this process alone, which has no files} */
    public static ShmJob alone() {
        long heapBytes = Heaps.chosenBytes(Path.of(Setting.SHM_DIR.value()), 1);
        long stride = SystemLayout.stride(1, heapBytes);
        JobMemory.install(Heaps.reserve(stride, SystemLayout.ALIGNMENT), stride, false);
        return inThreads(1, heapBytes);
    }

    /** Opens a job that this JVM joins, whose heaps {@link JoinedMemory} maps. */
    public static ShmJob joined(JobFiles files, ControlFile control) throws IOException {
        return of(files, control, NodePart.of(files, control.nPes()), control.cores());
    }

    private static ShmJob of(JobFiles files, ControlFile control, NodePart part, int cores) {
        FirstCalls.prepare(FIRST_CALLS);
        return new ShmJob(files, control, WaitPolicy.of(Setting.WAIT.word(), part.count(), cores),
            part.isWhole() ? cores : part.cores(), part);
    }

    private static MemorySegment heaps(JobFiles files, ControlFile control, int regions) throws IOException {
        try (FileChannel channel = files.open(JobFiles.HEAP)) {
            return Heaps.map(channel, control.stride() * regions, SystemLayout.ALIGNMENT);
        }
    }

    /** {@return a PE's backend; the calling thread is the PE's first} */
    public NodeBackend backend(int pe, PeLife life) {
        if (Debug.ON) {
            Debug.say(pe, "mapped " + JobMemory.all().byteSize() + " bytes"
                + (files == null ? "" : " of " + files.file(JobFiles.HEAP)) + ", " + control.heapBytes()
                + " of heap for each of " + control.nPes() + " PEs; waits by " + policy.name() + " on " + cores
                + " cores");
        }
        return elsewhere == null ? new ShmBackend(pe, this, life) : elsewhere.backend(pe, this, life);
    }

    /** {@return the job's files, null for a job within this JVM} */
    public JobFiles files() {
        return files;
    }

    public NodePart part() {
        return part;
    }

    /** {@return whether this node's PEs use all cores} */
    public boolean isCrowded() {
        return policy.name().equals(WaitPolicy.SLEEP.name()) || part.count() >= coresHere();
    }

    /** {@return the number of cores assumed by this JVM if PEs have not agreed on one} */
    public static int coresHere() {
        return Setting.CORES.isSet() ? Setting.CORES.intValue() : Runtime.getRuntime().availableProcessors();
    }

    WaitPolicy policy() {
        return policy;
    }

    int cores() {
        return cores;
    }

    /** {@return the control file} */
    public ControlFile control() {
        return control;
    }

    /** Backend of a PE in a job on one node. */
    static final class ShmBackend extends NodeBackend {
        ShmBackend(int pe, ShmJob job, PeLife life) {
            super(pe, job, life);
        }

        @Override
        public String name() {
            return "shm";
        }

        @Override
        public boolean mappable(int other) {
            return true;
        }

        /** The atomic is the full fence of {@link #quiet}. */
        @Override
        public boolean clearInt(int pe, long offset, int value) {
            throwLate();
            boolean cleared = JobMemory.words().compareAndExchangeInt(at(pe, offset), value, 0) == value;
            try {
                ringAll();
            } catch (VirtualMachineError e) {
                late = e;
            }
            return cleared;
        }
    }
}

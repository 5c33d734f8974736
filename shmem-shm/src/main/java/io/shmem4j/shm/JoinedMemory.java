// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The symmetric memory of all jobs that this JVM joins, one after the other, of any number of PEs.
 *
 * <p>The compiled code has its address and stride as constants, so there is one for the JVM's life: addresses for as
 * many PEs as a job may have, each with room for a heap of some size. The file of a later job is mapped over that of
 * the one before, whose PEs of this JVM have all ended their sessions by then.
 */
public final class JoinedMemory {
    /** Most PEs of a job. */
    public static final int MAX_PES = LocalMemory.MAX_PES;

    private static long stride;
    private static int regions;

    private JoinedMemory() {
    }

    /** {@return whether this JVM has joined a job} */
    public static synchronized boolean exists() {
        return stride != 0;
    }

    /**
     * Makes the files of a job that JVMs can join.
     *
     * @param wanted heap of each, 0 where the user has not said
     */
    public static JobFiles create(Path parent, String jobId, int nPes, long wanted) throws IOException {
        if (nPes > MAX_PES) {
            throw new ShmemException("JVMs that join make jobs of at most " + MAX_PES + " PEs, not " + nPes);
        }
        long heapBytes = wanted == 0 ? HeapSize.chosen(parent, nPes) : wanted;
        long free = parent.toFile().getUsableSpace();
        if (heapBytes > free / nPes && Files.isDirectory(parent)) {
            throw new ShmemException(nPes + " heaps of " + heapBytes + " bytes do not fit into " + parent
                + ", which has " + free + " free; ask for less by SHMEM_SYMMETRIC_SIZE, or name another memory file "
                + "system by SHMEM_SHM_DIR");
        }
        return JobFiles.create(parent, jobId, nPes, heapBytes, Math.max(strideHere(), strideFor(heapBytes)), MAX_PES);
    }

    private static synchronized long strideHere() {
        return stride;
    }

    /** Equal for all sizes up to the standard one, and then up to each power of two: a JVM can't change it. */
    private static long strideFor(long heapBytes) {
        long room = HeapSize.STANDARD;
        while (room < heapBytes) {
            room = Math.multiplyExact(room, 2);
        }
        return SystemLayout.stride(MAX_PES, room);
    }

    /** Maps a job; no thread works in the one before any more. */
    public static synchronized void map(JobFiles files, ControlFile control) throws IOException {
        if (stride == 0) {
            if (JobMemory.installed()) {
                throw new ShmemException("this JVM has been a job of its own, by Shmem.init or Shmem.run, and can't "
                    + "join another one");
            }
            first(files, control);
            return;
        }
        if (control.stride() != stride) {
            throw new ShmemException("this JVM has joined jobs with heaps of another size class, and job " + files.id()
                + " has heaps of " + control.heapBytes() + " bytes, whose memory does not fit into the same addresses; "
                + "start it anew");
        }
        if (control.nPes() > regions) {
            throw new ShmemException("the address space that this JVM was given has room for " + regions + " PEs, not "
                + control.nPes());
        }
        Syscalls.mapOver(JobMemory.all(), files.file(JobFiles.HEAP));
    }

    /** Where the user allows fewer addresses (ulimit -v) it is for fewer PEs. */
    private static void first(JobFiles files, ControlFile control) throws IOException {
        try (FileChannel channel = files.open(JobFiles.HEAP)) {
            for (int pes = MAX_PES;; pes /= 2) {
                int most = Math.max(pes, control.nPes());
                try {
                    JobMemory.install(AlignedMapping.map(channel, Math.multiplyExact(control.stride(), most),
                        SystemLayout.ALIGNMENT), control.stride(), false);
                    stride = control.stride();
                    regions = most;
                    return;
                } catch (IOException | ArithmeticException e) {
                    if (most == control.nPes()) {
                        throw e;
                    }
                }
            }
        }
    }
}

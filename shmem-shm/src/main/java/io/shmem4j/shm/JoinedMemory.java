// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Symmetric memory of the jobs that this JVM joins one after another.
 *
 * <p>Compiled code contains its address and stride as constants, so the JVM reserves it once, for the maximum number of
 * PEs and a fixed heap size. A later job's file is mapped over the earlier one's; by then all PEs of this JVM have left
 * the earlier job.
 */
public final class JoinedMemory {
    public static final int MAX_PES = LocalMemory.MAX_PES;

    private static long stride;
    private static int regions;

    private JoinedMemory() {
    }

    /** Creates the files of a job that JVMs can join; {@code wanted} is the heap size, or 0 for the default. */
    public static JobFiles create(Path parent, String jobId, int nPes, long wanted, NodePart part)
        throws IOException {
        int most = part.isWhole() ? MAX_PES : MAX_PES - 1;
        if (nPes > most) {
            throw new ShmemException("JVMs that join make jobs of at most " + most + " PEs, not " + nPes);
        }
        int here = part.count();
        // All heaps have one size, so nodes must not choose by their own free memory.
        long chosen = part.isWhole() || Setting.SYMMETRIC_SIZE.isSet() ? Heaps.chosenBytes(parent, here)
            : Heaps.STANDARD;
        long heapBytes = wanted == 0 ? chosen : wanted;
        long free = parent.toFile().getUsableSpace();
        if (heapBytes > free / here && Files.isDirectory(parent)) {
            throw new ShmemException(here + " heaps of " + heapBytes + " bytes do not fit into " + parent
                + ", which has " + free + " free; ask for less by SHMEM_SYMMETRIC_SIZE, or name another memory file "
                + "system by SHMEM_SHM_DIR");
        }
        return JobFiles.create(parent, jobId, nPes, heapBytes, Math.max(strideHere(), strideFor(heapBytes)), MAX_PES,
            NodePart.whole(jobId, nPes));
    }

    private static synchronized long strideHere() {
        return stride;
    }

    /** {@return the final stride: one for all heaps up to the default size, beyond that one for each power of two} */
    private static long strideFor(long heapBytes) {
        long room = Heaps.STANDARD;
        while (room < heapBytes) {
            room = Math.multiplyExact(room, 2);
        }
        return SystemLayout.stride(MAX_PES, room);
    }

    /** Maps this node's part of a job. No thread may use an earlier job's memory any more. */
    public static synchronized void map(JobFiles files, ControlFile control, NodePart part) throws IOException {
        if (stride == 0) {
            if (JobMemory.installed()) {
                throw new ShmemException("this JVM has been a job of its own, by Shmem.init or Shmem.run, and can't "
                    + "join another one");
            }
            first(files, control, part);
            return;
        }
        if (control.stride() != stride) {
            throw new ShmemException("this JVM has joined jobs with heaps of another size class, and job " + files.id()
                + " has heaps of " + control.heapBytes() + " bytes, whose memory does not fit into the same addresses; "
                + "start it anew");
        }
        if (JobMemory.partial() == part.isWhole() || JobMemory.partial() && (JobMemory.first() != part.first()
            || JobMemory.end() != part.first() + part.count())) {
            throw new ShmemException("this JVM has joined jobs with other PEs on its machine; start it anew for job "
                + files.id());
        }
        if (regions(control, part) > regions) {
            throw new ShmemException("the address space that this JVM was given has room for " + regions + " PEs, not "
                + control.nPes());
        }
        Syscalls.mapOver(JobMemory.all(), files.file(JobFiles.HEAP));
    }

    /** {@return the number of PEs' regions, plus one on a node of several for data being sent and received} */
    private static int regions(ControlFile control, NodePart part) {
        return part.isWhole() ? control.nPes() : control.nPes() + 1;
    }

    /** Reserves addresses for the first job; a limit (ulimit -v) reduces the maximum number of PEs. */
    private static void first(JobFiles files, ControlFile control, NodePart part) throws IOException {
        try (FileChannel channel = files.open(JobFiles.HEAP)) {
            for (int pes = MAX_PES;; pes /= 2) {
                int most = Math.max(pes, regions(control, part));
                try {
                    MemorySegment all = Heaps.map(channel, Math.multiplyExact(control.stride(), most),
                        SystemLayout.ALIGNMENT);
                    if (part.isWhole()) {
                        JobMemory.install(all, control.stride(), false);
                    } else {
                        JobMemory.installNode(all, control.stride(), part.first(), part.count());
                    }
                    stride = control.stride();
                    regions = most;
                    return;
                } catch (IOException | ArithmeticException e) {
                    if (most == regions(control, part)) {
                        throw e;
                    }
                }
            }
        }
    }
}

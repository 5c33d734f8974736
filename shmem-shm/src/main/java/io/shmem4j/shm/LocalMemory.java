// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * The symmetric memory of all jobs that this JVM runs in threads, one after the other.
 *
 * <p>The compiled code has its address and stride as constants, so there is one for the JVM's life: addresses for as
 * many PEs as a job may have. No job ever touches most of them. Its file has no name any more when the first job
 * begins, so nothing is left behind however this JVM ends. Between jobs it is cut to nothing and made as long again:
 * that gives the memory back, and the next job finds zeros.
 */
public final class LocalMemory {
    public static final int MAX_PES = 1024;

    private static LocalMemory existing;

    /** Not closed by an interrupt of the thread that uses it, as a channel is. */
    private final RandomAccessFile file;
    private final long bytes;
    private final int pes;
    private final long heapBytes;
    private boolean clear = true;

    private LocalMemory(RandomAccessFile file, long bytes, int pes, long heapBytes) {
        this.file = file;
        this.bytes = bytes;
        this.pes = pes;
        this.heapBytes = heapBytes;
    }

    public static synchronized boolean exists() {
        return existing != null;
    }

    /** {@return the memory, made at the first call, for a job of so many PEs} */
    public static synchronized LocalMemory forPes(int nPes) throws IOException {
        if (existing == null) {
            existing = make(nPes);
        }
        if (nPes > existing.pes) {
            throw new ShmemException("Shmem.run: the address space that this JVM was given has room for "
                + existing.pes + " PEs, not " + nPes);
        }
        return existing;
    }

    /** A limit on addresses (ulimit -v) reduces the number of PEs. */
    private static LocalMemory make(int nPes) throws IOException {
        Path parent = Path.of(Setting.SHM_DIR.value());
        long heapBytes = Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : HeapSize.STANDARD;
        for (int pes = MAX_PES;; pes /= 2) {
            int most = Math.max(pes, nPes);
            try {
                return make(parent, most, heapBytes);
            } catch (IOException | ArithmeticException e) {
                if (most == nPes) {
                    throw e;
                }
            }
        }
    }

    private static LocalMemory make(Path parent, int pes, long heapBytes) throws IOException {
        JobFiles files = JobFiles.create(parent, "memory-" + JobFiles.newJobId(), pes, heapBytes);
        try {
            RandomAccessFile file = new RandomAccessFile(files.file(JobFiles.HEAP).toFile(), "rw");
            try {
                long stride = SystemLayout.stride(pes, heapBytes);
                JobMemory.install(AlignedMapping.map(file.getChannel(), stride * pes, SystemLayout.ALIGNMENT), stride,
                    false);
                return new LocalMemory(file, file.length(), pes, heapBytes);
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
        } finally {
            files.delete();
        }
    }

    public long heapBytes(int nPes) throws IOException {
        return Math.min(heapBytes, HeapSize.chosen(Path.of(Setting.SHM_DIR.value()), nPes));
    }

    /** A job begins, and no thread of an earlier one runs any more. */
    public void begin() throws IOException {
        if (!clear) {
            clear();
        }
        clear = false;
    }

    /** Gives the memory back that a job has used; no thread of it runs any more. */
    public void clear() throws IOException {
        file.setLength(0);
        file.setLength(bytes);
        clear = true;
    }
}

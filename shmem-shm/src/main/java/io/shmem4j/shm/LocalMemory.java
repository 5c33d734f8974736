// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Platform;
import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Symmetric memory of the jobs that this JVM runs in threads, one after another.
 *
 * <p>Compiled code contains its address and stride as constants, so the JVM reserves it once, for the maximum number of
 * PEs; most pages are never touched. The file is unlinked before the first job begins, so it can't be left behind.
 * Between jobs it is truncated and extended again, which frees the memory and zeroes it for the next job.
 *
 * <p>Other systems than Linux don't truncate a mapped file. There each job zeroes what it expects to be zero, and the
 * maximum is smaller, because some systems have tables for all of an address space.
 */
public final class LocalMemory {
    public static final int MAX_PES = 1024;
    /** Most PEs of later jobs outside of Linux, if the first has no more. */
    private static final int PORTABLE_PES = 64;
    /** Slots that teams have without a claim, which would zero them: the world, PEs of a node, and survivors. */
    private static final int UNCLAIMED_SLOTS = 3;

    private static LocalMemory existing;

    /** Null outside of Linux. Unlike a channel, it isn't closed when its thread is interrupted. */
    private final RandomAccessFile file;
    private final long bytes;
    private final int pes;
    private final long heapBytes;
    private boolean clear = true;
    /** PEs of the present job. */
    private int present;

    private LocalMemory(RandomAccessFile file, long bytes, int pes, long heapBytes) {
        this.file = file;
        this.bytes = bytes;
        this.pes = pes;
        this.heapBytes = heapBytes;
    }

    public static synchronized boolean exists() {
        return existing != null;
    }

    /** {@return the memory, which the first call creates, for a job of this many PEs} */
    public static synchronized LocalMemory forPes(int nPes) throws IOException {
        if (existing == null) {
            existing = make(nPes);
        }
        if (nPes > existing.pes) {
            throw new ShmemException("Shmem.run: the address space that this JVM was given has room for "
                + existing.pes + " PEs, not " + nPes);
        }
        existing.present = nPes;
        return existing;
    }

    /** Reserves the memory; a limit on addresses (ulimit -v) reduces the maximum number of PEs. */
    private static LocalMemory make(int nPes) throws IOException {
        Path parent = Path.of(Setting.SHM_DIR.value());
        long heapBytes = Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : Heaps.STANDARD;
        for (int pes = Platform.LINUX ? MAX_PES : PORTABLE_PES;; pes /= 2) {
            int most = Math.max(pes, nPes);
            try {
                return make(parent, most, heapBytes);
            } catch (IOException | UncheckedIOException | ArithmeticException e) {
                if (most == nPes) {
                    throw e;
                }
            }
        }
    }

    private static LocalMemory make(Path parent, int pes, long heapBytes) throws IOException {
        long stride = SystemLayout.stride(pes, heapBytes);
        if (!Platform.LINUX) {
            JobMemory.install(Heaps.reserve(stride * pes, SystemLayout.ALIGNMENT), stride, false);
            return new LocalMemory(null, 0, pes, heapBytes);
        }
        JobFiles files = JobFiles.create(parent, "memory-" + JobFiles.newJobId(), pes, heapBytes);
        try {
            RandomAccessFile file = new RandomAccessFile(files.file(JobFiles.HEAP).toFile(), "rw");
            try {
                JobMemory.install(Heaps.map(file.getChannel(), stride * pes, SystemLayout.ALIGNMENT), stride,
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
        return Math.min(heapBytes, Heaps.chosenBytes(Path.of(Setting.SHM_DIR.value()), nPes));
    }

    /** Begins a job. No thread of an earlier job may be running. */
    public void begin() throws IOException {
        if (!clear && file == null) {
            zero();
        } else if (!clear) {
            clear();
        }
        clear = false;
    }

    /** Frees the memory of a finished job. None of its threads may be running. */
    public void clear() throws IOException {
        if (file != null) {
            file.setLength(0);
            file.setLength(bytes);
            clear = true;
        }
    }

    /** Zeroes memory for the present job, after jobs of perhaps other numbers of PEs. */
    private void zero() {
        long objects = SystemLayout.objects(present);
        for (int pe = 0; pe < present; pe++) {
            zero(pe, 0, SystemLayout.SLOTS);
            for (int slot = 0; slot < UNCLAIMED_SLOTS; slot++) {
                zero(pe, SystemLayout.slot(slot, present), SystemLayout.scratch(slot, present));
            }
            zero(pe, SystemLayout.profile(present), objects + (pe == 0 ? ObjectTable.BYTES : 0));
            zero(pe, SystemLayout.heap(present), JobMemory.touched());
        }
    }

    private static void zero(int pe, long from, long to) {
        JobMemory.slice(pe, from, Math.max(0, to - from)).fill((byte) 0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Platform;
import io.shmem4j.config.Setting;
import io.shmem4j.spi.JobMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;

/** Sizes of symmetric heaps, and the mapping of the file that holds them. */
public final class Heaps {
    /** Default size of a heap, if enough memory is free. */
    static final long STANDARD = 64L << 20;
    private static final long PAGE = 4096;
    /** An early attempt may fill a hole between other mappings; later ones go below the lowest mapping. */
    private static final int ATTEMPTS = 12;

    /** Stays open, because its end may delete the file. */
    private static FileChannel temporary;

    private Heaps() {
    }

    /** {@return the bytes of a PE's heap: set by the user, or the default} */
    public static long chosenBytes(Path fileSystem, int nPes) {
        return Setting.SYMMETRIC_SIZE.isSet() ? Setting.SYMMETRIC_SIZE.bytes() : standardBytes(fileSystem, nPes);
    }

    /** {@return the default bytes of a PE's heap, such that all heaps take at most half of the free memory} */
    public static long standardBytes(Path fileSystem, int nPes) {
        // A FileStore requires an entry in the mount table, which a chroot lacks.
        long share = fileSystem.toFile().getUsableSpace() / 2 / nPes;
        return Math.min(STANDARD, share & -PAGE);
    }

    /**
     * {@return zeroed memory for the rest of the process's life, at a multiple of a power of two} Only touched pages
     * take up memory; Java's own allocation would touch all of them.
     */
    public static MemorySegment reserve(long bytes, long alignment) {
        MemorySegment all = Platform.LINUX ? Syscalls.reserve(bytes + alignment) : mapTemporary(bytes + alignment);
        return all.asSlice(-all.address() & alignment - 1, bytes);
    }

    /**
     * {@return a new sparse file's memory} The file has no name, or is deleted with the JVM. Most systems write changed
     * pages to the disk at some time.
     */
    private static MemorySegment mapTemporary(long bytes) {
        Path file = Path.of(Setting.SHM_DIR.value(), JobFiles.PREFIX + UUID.randomUUID());
        try {
            temporary = FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE, StandardOpenOption.SPARSE, StandardOpenOption.DELETE_ON_CLOSE),
                Platform.ownersOnly());
            return temporary.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.global());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Releases the touched pages of reserved memory, which zeroes it. */
    public static void clear(MemorySegment reserved) {
        Syscalls.release(reserved);
    }

    /** Lets loads and stores in a part of the job's memory crash this process. */
    public static void protect(long offset, long bytes) {
        Syscalls.protect(JobMemory.all().asSlice(offset, bytes));
    }

    /**
     * Maps the beginning of a file for the rest of the process's life, at a multiple of a power of two if possible, by
     * which the file must be longer.
     *
     * <p>Newer kernels align long mappings by themselves. Older ones put each mapping directly below the one before, so
     * a second mapping is aligned if it is longer by the right number of bytes, which stay unused. This needs no system
     * call of our own.
     */
    static MemorySegment map(FileChannel channel, long bytes, long alignment) throws IOException {
        MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.global());
        for (int attempt = 1; attempt < ATTEMPTS && (mapped.address() & alignment - 1) != 0; attempt++) {
            long more = mapped.address() - bytes & alignment - 1;
            try {
                mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes + more, Arena.global());
            } catch (IOException e) {
                // A limit of the address space (ulimit -v) leaves no room for a second mapping.
                break;
            }
        }
        return mapped.asSlice(0, bytes);
    }
}

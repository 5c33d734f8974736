// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.JobMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory of a stress test's JVM: as many PEs as states of a test exist at a time, each with a page, and a sparse
 * file for larger things. A new state takes the next place; by then nobody uses what lay there.
 */
final class StressMemory {
    /** States that exist at a time, at most: the run's longest batch is shorter. */
    static final int PLACES = 1024;
    /** Bytes of a PE. */
    static final long PE_BYTES = 4096;

    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final NodeBackend BACKEND = make();

    private StressMemory() {
    }

    private static NodeBackend make() {
        JobMemory.install(sparse(PLACES * PE_BYTES), PE_BYTES, false);
        return ShmJob.inThreads(PLACES, PE_BYTES).backend(0, PeLife.PROCESS);
    }

    /** {@return the backend through which states reach their PEs} */
    static NodeBackend backend() {
        return BACKEND;
    }

    /** {@return a place that no state uses} */
    static int next() {
        return Math.floorMod(NEXT.getAndIncrement(), PLACES);
    }

    /**
     * {@return zeros; only touched pages take memory}
     *
     * @param bytes how many
     */
    static MemorySegment sparse(long bytes) {
        try {
            Path file = Files.createTempFile(folder(), "stress", ".memory");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.global());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}

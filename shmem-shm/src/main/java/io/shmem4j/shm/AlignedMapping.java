// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;

/**
 * Maps a file so that its first byte lies at a multiple of some power of two, without a call of foreign functions.
 *
 * <p>Newer kernels choose such addresses by themselves for long mappings. Others put each mapping directly below the
 * one before: then a second one begins at a multiple if it is longer by the right number of bytes,
 * which nobody touches.
 */
final class AlignedMapping {
    /** Each attempt fills a hole between other mappings at most; the next one then lies below the last. */
    private static final int ATTEMPTS = 12;

    private AlignedMapping() {
    }

    /**
     * {@return the first bytes of a file, mapped for the rest of the process's life, at a multiple of a power of two,
     * by which the file is longer; where no attempt gives such an address, at a multiple of a page}
     */
    static MemorySegment map(FileChannel channel, long bytes, long alignment) throws IOException {
        MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.global());
        for (int attempt = 1; attempt < ATTEMPTS && (mapped.address() & alignment - 1) != 0; attempt++) {
            long more = mapped.address() - bytes & alignment - 1;
            try {
                mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes + more, Arena.global());
            } catch (IOException e) {
                // A limit of the process's addresses leaves room for one mapping, and that is there.
                break;
            }
        }
        return mapped.asSlice(0, bytes);
    }
}

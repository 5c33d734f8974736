// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Reads or writes whole buffers with the widest registers, as copies do. A Java loop over a segment loads single words,
 * which keeps fewer cache lines in flight, so reading copies into a small buffer that stays in the first-level cache.
 */
final class WideAccess {
    private static final int NEAR = 8 << 10;

    private final MemorySegment near = Arena.ofAuto().allocate(NEAR, 64);

    void read(MemorySegment from, int bytes) {
        for (int done = 0; done < bytes; done += NEAR) {
            MemorySegment.copy(from, done, near, 0, Math.min(NEAR, bytes - done));
        }
    }

    /** Fills the buffer; {@code bytes} is a multiple of 8. */
    void write(MemorySegment to, int bytes, long value) {
        int count = bytes / Long.BYTES;
        for (int i = 0; i < count; i++) {
            to.setAtIndex(JAVA_LONG, i, value);
        }
    }
}

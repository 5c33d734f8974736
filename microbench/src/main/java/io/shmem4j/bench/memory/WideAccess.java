// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The two accesses that are measured: reading all of a buffer, and writing all of it, both with the widest registers,
 * as copies do. Java's loops over a segment load word by word, which keeps fewer lines on their way; so a buffer is
 * read by copying it into a small one that stays in the first-level cache.
 */
final class WideAccess {
    private static final int NEAR = 8 << 10;

    private final MemorySegment near = Arena.ofAuto().allocate(NEAR, 64);

    void read(MemorySegment from, int bytes) {
        for (int done = 0; done < bytes; done += NEAR) {
            MemorySegment.copy(from, done, near, 0, Math.min(NEAR, bytes - done));
        }
    }

    /** Writes; bytes are a multiple of 8. */
    void write(MemorySegment to, int bytes, long value) {
        int count = bytes / Long.BYTES;
        for (int i = 0; i < count; i++) {
            to.setAtIndex(JAVA_LONG, i, value);
        }
    }
}

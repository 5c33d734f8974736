// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;

/** Empties all caches: every PE reads more memory of its own than the largest cache holds. */
final class Eviction {
    private static final long MOST_BYTES = 256L << 20;
    private static final CacheInfo LAST = new CacheInfo(32 << 20, 16);
    private static final int LINE_LONGS = 8;

    private final Shmem shmem;
    private final SymmetricLongs memory;
    /** Depends on all reads, so no compiler leaves them out. */
    private volatile long sink;

    Eviction(Shmem shmem) {
        this.shmem = shmem;
        this.memory = shmem.allocateLongs(bytes() / Long.BYTES, 64).named("evict");
        memory.fill(1);
    }

    /** {@return bytes of each PE's heap that this needs} */
    static long bytes() {
        return Math.min(MOST_BYTES, 2 * CacheInfo.of(3, LAST).bytes());
    }

    void run() {
        shmem.barrierAll();
        sink = read();
        shmem.barrierAll();
    }

    private long read() {
        MemorySegment own = memory.local();
        long sum = 0;
        for (int i = 0; i < (int) memory.length(); i += LINE_LONGS) {
            sum += own.getAtIndex(JAVA_LONG, i);
        }
        return sum;
    }

    SymmetricLongs memory() {
        return memory;
    }
}

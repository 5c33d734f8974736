// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;

/** Empties all caches: every PE reads more memory of its own than the largest cache holds. */
final class Eviction {
    private static final long MOST_BYTES = 256L << 20;

    private static final int LINE_LONGS = 8;
    private static final int TIMES = 5;

    private final Shmem shmem;
    private final SymmetricLongs memory;
    private long sink;

    /** Makes the memory; collective. */
    Eviction(Shmem shmem, CacheInfo last) {
        this.shmem = shmem;
        this.memory = shmem.allocateLongs(bytes(last) / Long.BYTES, 64).named("evict");
        memory.fill(1);
    }

    /** {@return bytes of each PE's heap that this needs} */
    static long bytes(CacheInfo last) {
        return Math.min(MOST_BYTES, 2 * last.bytes());
    }

    /** Does it; collective. */
    void run() {
        shmem.barrierAll();
        sink += read();
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

    /** {@return bytes that this PE copies in a nanosecond, the best of some times} */
    double copyRate() {
        long half = memory.length() / 2;
        double best = 0;
        for (int i = 0; i < TIMES; i++) {
            long start = System.nanoTime();
            shmem.put(memory, half, memory, 0, half, shmem.myPe());
            best = Math.max(best, 2.0 * half * Long.BYTES / (System.nanoTime() - start));
        }
        return best;
    }

    /** {@return a value that depends on all reads, so that no compiler leaves them out} */
    long sink() {
        return sink;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tune;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * Cache lines of one PE that hold a cyclic chain in random order: who follows it fetches one line after the other, and
 * no prefetcher knows the next.
 */
final class LineChain {
    private static final int LINE_LONGS = 8;

    private final Shmem shmem;
    private final SymmetricLongs memory;
    private final int lines;
    private long sink;

    /** Makes the lines, on every PE its own; collective. */
    LineChain(Shmem shmem, int lines) {
        this.shmem = shmem;
        this.lines = lines;
        this.memory = shmem.allocateLongs((long) lines * LINE_LONGS, LINE_LONGS * Long.BYTES).named("chain");
        link();
    }

    /** Stores the chain anew: afterwards this PE has all its lines, modified. */
    void link() {
        int[] order = new int[lines];
        SplittableRandom random = new SplittableRandom(lines);
        for (int i = 1; i < lines; i++) {
            int at = random.nextInt(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        MemorySegment own = memory.local();
        for (int i = 0; i < lines; i++) {
            own.setAtIndex(JAVA_LONG, (long) order[i] * LINE_LONGS, (long) order[(i + 1) % lines] * LINE_LONGS);
        }
    }

    /** {@return nanoseconds of a line when a PE's chain is followed once} */
    double follow(int pe) {
        MemorySegment chain = shmem.ptr(memory, pe);
        long at = 0;
        long start = System.nanoTime();
        for (int i = 0; i < lines; i++) {
            at = chain.getAtIndex(JAVA_LONG, at);
        }
        long nanos = System.nanoTime() - start;
        sink += at;
        return (double) nanos / lines;
    }

    /** {@return nanoseconds of a line when a PE's lines are read in their order} */
    double stream(int pe) {
        MemorySegment chain = shmem.ptr(memory, pe);
        long sum = 0;
        long start = System.nanoTime();
        for (int i = 0; i < lines * LINE_LONGS; i += LINE_LONGS) {
            sum += chain.getAtIndex(JAVA_LONG, i);
        }
        long nanos = System.nanoTime() - start;
        sink += sum;
        return (double) nanos / lines;
    }

    /** {@return something of all that was read, so that no compiler leaves the reading out} */
    long sink() {
        return sink;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * Cache lines of one PE with a cyclic chain in random order: its follower fetches one line after the other, and no
 * prefetcher knows the next.
 */
final class LineChain {
    /** Step from one line to the next in memory. */
    static final int DENSE = 8;
    /** So far apart that no prefetcher fetches a line with its neighbour; lines fall into all sets of a cache. */
    static final int SPARSE = 9 * DENSE;

    private final Shmem shmem;
    private final SymmetricLongs memory;
    private final int lines;
    private final int spacing;
    private long links;
    /** Depends on all reads, so no compiler leaves them out. */
    private volatile long sink;

    /** Makes the lines, on every PE its own, so many longs apart in memory; collective. */
    LineChain(Shmem shmem, int lines, int spacing) {
        this.shmem = shmem;
        this.lines = lines;
        this.spacing = spacing;
        this.memory = shmem.allocateLongs((long) lines * spacing, DENSE * Long.BYTES).named("chain");
        link();
    }

    /** Stores the chain anew: afterwards this PE has all its lines, modified. */
    void link() {
        links++;
        int[] order = new int[lines];
        SplittableRandom random = new SplittableRandom(lines);
        for (int i = 1; i < lines; i++) {
            int at = random.nextInt(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        MemorySegment own = memory.local();
        for (int i = 0; i < lines; i++) {
            own.setAtIndex(JAVA_LONG, (long) order[i] * spacing, (long) order[(i + 1) % lines] * spacing);
            own.setAtIndex(JAVA_LONG, (long) order[i] * spacing + 1, links);
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
        sink = at;
        return (double) nanos / lines;
    }

    /** {@return nanoseconds of a line when a PE's lines are read in their order} */
    double stream(int pe) {
        MemorySegment chain = shmem.ptr(memory, pe);
        long sum = 0;
        long start = System.nanoTime();
        for (int i = 0; i < lines * spacing; i += spacing) {
            sum += chain.getAtIndex(JAVA_LONG, i);
        }
        long nanos = System.nanoTime() - start;
        sink = sum;
        return (double) nanos / lines;
    }
}

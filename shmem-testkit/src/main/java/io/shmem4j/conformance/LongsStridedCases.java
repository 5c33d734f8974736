// SPDX-License-Identifier: Apache-2.0
//#types
package io.shmem4j.conformance;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.SymmetricLongs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Strided and block-strided put and get of {@code long}s, compared with loops. */
public final class LongsStridedCases {
    private static final int LENGTH = 64;

    /** {@return zeros, with blocks of values copied in} */
    private static long[] blocks(long[] source, int destIndex, int sourceIndex, int destStride, int sourceStride,
        int block, int count) {
        long[] dest = new long[LENGTH];
        for (int b = 0; b < count; b++) {
            for (int e = 0; e < block; e++) {
                dest[destIndex + b * destStride + e] = source[sourceIndex + b * sourceStride + e];
            }
        }
        return dest;
    }

    private static long[] values(int pe) {
        return LongsRmaCases.values(pe, LENGTH);
    }

    @Case
    public void stridedPut(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4L * LENGTH);
        SymmetricLongs source = t.shmem.allocateLongs(LENGTH);
        long[] mine = values(t.me);
        source.set(0, mine);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = arena.allocateFrom(JAVA_LONG, mine);
            t.shmem.iput(x.slice(0, LENGTH), 3, mine, 1, 5, 2, 12, t.right);
            t.shmem.iput(x.slice(LENGTH, LENGTH), 3, MemorySegment.ofArray(mine), 1, 5, 2, 12, t.right);
            t.shmem.iput(x.slice(2 * LENGTH, LENGTH), 3, outside, 1, 5, 2, 12, t.right);
            t.shmem.iput(x.slice(3 * LENGTH, LENGTH), 3, source, 1, 5, 2, 12, t.right);
        }
        t.shmem.barrierAll();
        for (int i = 0; i < 4; i++) {
            t.equal(blocks(values(t.left), 3, 1, 5, 2, 1, 12), x.slice((long) i * LENGTH, LENGTH).toArray(),
                "iput " + i);
        }
    }

    @Case
    public void stridedGet(Trial t) {
        SymmetricLongs source = t.shmem.allocateLongs(LENGTH);
        SymmetricLongs own = t.shmem.allocateLongs(LENGTH);
        source.set(0, values(t.me));
        t.shmem.barrierAll();
        long[] expected = blocks(values(t.right), 2, 0, 4, 3, 1, 15);
        long[] array = new long[LENGTH];
        t.shmem.iget(array, 2, source, 0, 4, 3, 15, t.right);
        t.equal(expected, array, "iget into an array");
        long[] behind = new long[LENGTH];
        t.shmem.iget(MemorySegment.ofArray(behind), 2, source, 0, 4, 3, 15, t.right);
        t.equal(expected, behind, "iget into a segment");
        t.shmem.iget(own, 2, source, 0, 4, 3, 15, t.right);
        t.equal(expected, own.toArray(), "iget into a symmetric object");
    }

    @Case
    public void blockStridedPut(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4L * LENGTH);
        SymmetricLongs source = t.shmem.allocateLongs(LENGTH);
        long[] mine = values(t.me);
        source.set(0, mine);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = arena.allocateFrom(JAVA_LONG, mine);
            t.shmem.ibput(x.slice(0, LENGTH), 1, mine, 2, 7, 5, 4, 9, t.right);
            t.shmem.ibput(x.slice(LENGTH, LENGTH), 1, MemorySegment.ofArray(mine), 2, 7, 5, 4, 9, t.right);
            t.shmem.ibput(x.slice(2 * LENGTH, LENGTH), 1, outside, 2, 7, 5, 4, 9, t.right);
            t.shmem.ibput(x.slice(3 * LENGTH, LENGTH), 1, source, 2, 7, 5, 4, 9, t.right);
        }
        t.shmem.barrierAll();
        for (int i = 0; i < 4; i++) {
            t.equal(blocks(values(t.left), 1, 2, 7, 5, 4, 9), x.slice((long) i * LENGTH, LENGTH).toArray(),
                "ibput " + i);
        }
    }

    @Case
    public void blockStridedGet(Trial t) {
        SymmetricLongs source = t.shmem.allocateLongs(LENGTH);
        SymmetricLongs own = t.shmem.allocateLongs(LENGTH);
        source.set(0, values(t.me));
        t.shmem.barrierAll();
        long[] expected = blocks(values(t.right), 0, 4, 6, 6, 6, 10);
        long[] array = new long[LENGTH];
        t.shmem.ibget(array, 0, source, 4, 6, 6, 6, 10, t.right);
        t.equal(expected, array, "ibget into an array");
        long[] behind = new long[LENGTH];
        t.shmem.ibget(MemorySegment.ofArray(behind), 0, source, 4, 6, 6, 6, 10, t.right);
        t.equal(expected, behind, "ibget into a segment");
        t.shmem.ibget(own, 0, source, 4, 6, 6, 6, 10, t.right);
        t.equal(expected, own.toArray(), "ibget into a symmetric object");
    }

    @Case
    public void oneElementHasNoStride(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4);
        long[] one = {5};
        t.shmem.iput(x, 3, one, 0, 1000, 1000, 1, t.right);
        t.shmem.barrierAll();
        t.equal(new long[] {0, 0, 0, 5}, x.toArray(), "one strided element");
        long[] back = new long[1];
        t.shmem.iget(back, 0, x, 3, 1L << 40, 1L << 40, 1, t.right);
        t.equal(one, back, "one strided element got");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

import io.shmem4j.Symmetric$Types$;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Strided and block-strided put and get of {@code $type$}s, compared with loops. */
public final class $Types$StridedCases {
    private static final int LENGTH = 64;

    /** {@return zeros, with blocks of values copied in} */
    private static $type$[] blocks($type$[] source, int destIndex, int sourceIndex, int destStride, int sourceStride,
        int block, int count) {
        $type$[] dest = new $type$[LENGTH];
        for (int b = 0; b < count; b++) {
            for (int e = 0; e < block; e++) {
                dest[destIndex + b * destStride + e] = source[sourceIndex + b * sourceStride + e];
            }
        }
        return dest;
    }

    private static $type$[] values(int pe) {
        return $Types$RmaCases.values(pe, LENGTH);
    }

    @Case
    public void stridedPut(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(4L * LENGTH);
        Symmetric$Types$ source = t.shmem.allocate$Types$(LENGTH);
        source.setAll(0, values(t.me));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = arena.allocateFrom($LAYOUT$, values(t.me));
            t.shmem.iput(x.slice(0, LENGTH), 3, values(t.me), 1, 5, 2, 12, t.right);
            t.shmem.iput(x.slice(LENGTH, LENGTH), 3, MemorySegment.ofArray(values(t.me)), 1, 5, 2, 12, t.right);
            t.shmem.iput(x.slice(2 * LENGTH, LENGTH), 3, outside, 1, 5, 2, 12, t.right);
            t.shmem.iput(x.slice(3 * LENGTH, LENGTH), 3, source, 1, 5, 2, 12, t.right);
        }
        t.shmem.barrierAll();
        for (int i = 0; i < 4; i++) {
            t.equal(blocks(values(t.left), 3, 1, 5, 2, 1, 12), x.slice((long) i * LENGTH, LENGTH).toArray(),
                "strided put " + i);
        }
    }

    @Case
    public void stridedGet(Trial t) {
        Symmetric$Types$ source = t.shmem.allocate$Types$(LENGTH);
        Symmetric$Types$ own = t.shmem.allocate$Types$(LENGTH);
        source.setAll(0, values(t.me));
        t.shmem.barrierAll();
        $type$[] expected = blocks(values(t.right), 2, 0, 4, 3, 1, 15);
        $type$[] array = new $type$[LENGTH];
        t.shmem.iget(array, 2, source, 0, 4, 3, 15, t.right);
        t.equal(expected, array, "strided get into an array");
        $type$[] behind = new $type$[LENGTH];
        t.shmem.iget(MemorySegment.ofArray(behind), 2, source, 0, 4, 3, 15, t.right);
        t.equal(expected, behind, "strided get into a segment");
        t.shmem.iget(own, 2, source, 0, 4, 3, 15, t.right);
        t.equal(expected, own.toArray(), "strided get into a symmetric object");
    }

    @Case
    public void blockStridedPut(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(3L * LENGTH);
        Symmetric$Types$ source = t.shmem.allocate$Types$(LENGTH);
        source.setAll(0, values(t.me));
        t.shmem.ibput(x.slice(0, LENGTH), 1, values(t.me), 2, 7, 5, 4, 9, t.right);
        t.shmem.ibput(x.slice(LENGTH, LENGTH), 1, MemorySegment.ofArray(values(t.me)), 2, 7, 5, 4, 9, t.right);
        t.shmem.ibput(x.slice(2 * LENGTH, LENGTH), 1, source, 2, 7, 5, 4, 9, t.right);
        t.shmem.barrierAll();
        for (int i = 0; i < 3; i++) {
            t.equal(blocks(values(t.left), 1, 2, 7, 5, 4, 9), x.slice((long) i * LENGTH, LENGTH).toArray(),
                "block-strided put " + i);
        }
    }

    @Case
    public void blockStridedGet(Trial t) {
        Symmetric$Types$ source = t.shmem.allocate$Types$(LENGTH);
        Symmetric$Types$ own = t.shmem.allocate$Types$(LENGTH);
        source.setAll(0, values(t.me));
        t.shmem.barrierAll();
        $type$[] expected = blocks(values(t.left), 0, 4, 6, 6, 6, 10);
        $type$[] array = new $type$[LENGTH];
        t.shmem.ibget(array, 0, source, 4, 6, 6, 6, 10, t.left);
        t.equal(expected, array, "block-strided get into an array");
        $type$[] behind = new $type$[LENGTH];
        t.shmem.ibget(MemorySegment.ofArray(behind), 0, source, 4, 6, 6, 6, 10, t.left);
        t.equal(expected, behind, "block-strided get into a segment");
        t.shmem.ibget(own, 0, source, 4, 6, 6, 6, 10, t.left);
        t.equal(expected, own.toArray(), "block-strided get into a symmetric object");
    }

    @Case
    public void oneElementHasNoStride(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(4);
        $type$[] one = {5};
        t.shmem.iput(x, 3, one, 0, 1000, 1000, 1, t.right);
        t.shmem.barrierAll();
        t.equal(new $type$[] {0, 0, 0, 5}, x.toArray(), "one strided element");
        $type$[] back = new $type$[1];
        t.shmem.iget(back, 0, x, 3, 1L << 40, 1L << 40, 1, t.right);
        t.equal(one, back, "one strided element got");
    }
}

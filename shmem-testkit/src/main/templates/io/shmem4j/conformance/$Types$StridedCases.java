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

    //#each name/put/putTo/putFrom/putBlocks/get/getTo/getFrom/getBlocks
    //#row strided | iput | 3 | 1, 5, 2, 12 | 3, 1, 5, 2, 1, 12 | iget | 2 | 0, 4, 3, 15 | 2, 0, 4, 3, 1, 15
    //#row blockStrided | ibput | 1 | 2, 7, 5, 4, 9 | 1, 2, 7, 5, 4, 9 | ibget | 0 | 4, 6, 6, 6, 10 | 0, 4, 6, 6, 6, 10
    @Case
    public void $name$Put(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(4L * LENGTH);
        Symmetric$Types$ source = t.shmem.allocate$Types$(LENGTH);
        $type$[] mine = values(t.me);
        source.set(0, mine);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = arena.allocateFrom($LAYOUT$, mine);
            t.shmem.$put$(x.slice(0, LENGTH), $putTo$, mine, $putFrom$, t.right);
            t.shmem.$put$(x.slice(LENGTH, LENGTH), $putTo$, MemorySegment.ofArray(mine), $putFrom$, t.right);
            t.shmem.$put$(x.slice(2 * LENGTH, LENGTH), $putTo$, outside, $putFrom$, t.right);
            t.shmem.$put$(x.slice(3 * LENGTH, LENGTH), $putTo$, source, $putFrom$, t.right);
        }
        t.shmem.barrierAll();
        for (int i = 0; i < 4; i++) {
            t.equal(blocks(values(t.left), $putBlocks$), x.slice((long) i * LENGTH, LENGTH).toArray(), "$put$ " + i);
        }
    }

    @Case
    public void $name$Get(Trial t) {
        Symmetric$Types$ source = t.shmem.allocate$Types$(LENGTH);
        Symmetric$Types$ own = t.shmem.allocate$Types$(LENGTH);
        source.set(0, values(t.me));
        t.shmem.barrierAll();
        $type$[] expected = blocks(values(t.right), $getBlocks$);
        $type$[] array = new $type$[LENGTH];
        t.shmem.$get$(array, $getTo$, source, $getFrom$, t.right);
        t.equal(expected, array, "$get$ into an array");
        $type$[] behind = new $type$[LENGTH];
        t.shmem.$get$(MemorySegment.ofArray(behind), $getTo$, source, $getFrom$, t.right);
        t.equal(expected, behind, "$get$ into a segment");
        t.shmem.$get$(own, $getTo$, source, $getFrom$, t.right);
        t.equal(expected, own.toArray(), "$get$ into a symmetric object");
    }

    //#next
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

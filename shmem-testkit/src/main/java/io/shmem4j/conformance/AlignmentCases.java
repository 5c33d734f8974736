// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.HeapExhaustedException;
import java.lang.foreign.MemorySegment;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Alignment of the addresses that programs see, and sizes of free memory that can really be had. */
public final class AlignmentCases {
    private static final long LARGEST = 2L << 20;
    private static final Pattern FREE = Pattern.compile("largest free block[a-z0-9 ]* is (\\d+) bytes");

    private static void check(Trial t, SymmetricLongs x, long alignment) {
        t.equal(0, x.local().address() % alignment, "own address modulo " + alignment);
        for (int pe = 0; pe < t.n; pe++) {
            MemorySegment copy = t.shmem.ptr(x, pe);
            if (copy != null) {
                t.equal(0, copy.address() % alignment, "address of PE " + pe + "'s copy modulo " + alignment);
            }
        }
    }

    /** Allocates after another object if the heap has room for both, else at the start of the heap. */
    @Case
    public void powersOfTwo(Trial t) {
        for (long alignment = 1; alignment <= LARGEST; alignment *= 2) {
            long free = t.shmem.heapStats().capacity();
            SymmetricLongs before = alignment + 64 <= free ? t.shmem.allocateLongs(1) : null;
            SymmetricLongs x = t.shmem.allocateLongs(3, alignment);
            check(t, x, alignment);
            x.free();
            if (before != null) {
                before.free();
            }
        }
    }

    @Case
    public void beyondTheLargest(Trial t) {
        for (long alignment = 2 * LARGEST; alignment > 0; alignment *= 2) {
            long refused = alignment;
            t.fails(IllegalArgumentException.class, () -> t.shmem.allocateLongs(1, refused), "PE " + t.me,
                "allocateLongs called at", Long.toString(refused), "2097152");
        }
        t.equal(0, t.shmem.heapStats().used(), "bytes in use");
    }

    /** Blocks as large as reported can be allocated, also after objects of odd lengths. */
    @Case
    public void largestFree(Trial t) {
        for (int odd = 1; odd < 20; odd += 3) {
            SymmetricBytes before = t.shmem.allocateBytes(odd);
            long largest = t.shmem.heapStats().largestFree();
            SymmetricBytes all = t.shmem.allocateBytes(largest);
            t.equal(largest, all.length(), "length");
            all.free();
            for (long alignment : new long[] {8, 64, 4096}) {
                byTheMessage(t, alignment);
            }
            before.free();
        }
        SymmetricBytes first = t.shmem.allocateBytes(t.shmem.heapStats().capacity() - 3);
        t.equal(0, t.shmem.heapStats().largestFree(), "largest block in three odd bytes at the end");
        first.free();
    }

    /** Allocates too much, and then the size that the refusal names. */
    private static void byTheMessage(Trial t, long alignment) {
        try {
            t.shmem.allocateBytes(t.shmem.heapStats().capacity(), alignment);
            t.fail("more than there is was allocated");
        } catch (HeapExhaustedException e) {
            Matcher told = FREE.matcher(e.getMessage());
            if (!told.find()) {
                t.fail("no size in: " + e.getMessage());
                return;
            }
            t.shmem.allocateBytes(Long.parseLong(told.group(1)), alignment).free();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Symmetric;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.SymmetricMismatchException;
import java.util.ArrayList;
import java.util.List;

/**
 * Allocations and frees that differ between PEs are reported on every PE. A program that catches the exception
 * continues with equal heaps.
 */
public final class MismatchCases {
    private static final String DISAGREE = "disagree";

    /** A wrong collective; {@code odd} is true on the PE whose call differs. */
    private interface Mistake {
        void make(boolean odd);
    }

    private static void everybodyHears(Trial t, String what, Mistake mistake, String... words) {
        for (int odd = 0; odd < t.n; odd += Math.max(1, t.n / 4)) {
            boolean mine = odd == t.me;
            List<String> all = new ArrayList<>(List.of(words));
            all.add(DISAGREE);
            all.add("PE " + t.me + ", ");
            all.add("called at");
            t.fails(SymmetricMismatchException.class, () -> mistake.make(mine), all.toArray(String[]::new));
            goesOn(t, what);
        }
    }

    /** The next objects have equal offsets on all PEs, so puts arrive. */
    private static void goesOn(Trial t, String what) {
        SymmetricLongs next = t.shmem.allocateLongs(3);
        t.shmem.p(next, 1, 100L + t.me, t.right);
        t.shmem.barrierAll();
        t.equal(100 + t.left, next.get(1), "what the left PE put after different " + what);
        t.shmem.world().sumReduce(next, next, 1);
        next.free();
    }

    @Case(pes = 2)
    public void sizes(Trial t) {
        long used = t.shmem.heapStats().used();
        everybodyHears(t, "sizes", odd -> t.shmem.allocateLongs(odd ? 20 : 30), "160 bytes", "240 bytes");
        everybodyHears(t, "sizes, one without room", odd -> t.shmem.allocateLongs(odd ? 1L << 50 : 30), "240 bytes");
        t.equal(used, t.shmem.heapStats().used(), "bytes in use after allocations that failed");
    }

    @Case(pes = 2)
    public void alignments(Trial t) {
        everybodyHears(t, "alignments", odd -> t.shmem.allocateLongs(5, odd ? 64 : 128), "aligned to 64",
            "aligned to 128");
    }

    @Case(pes = 2)
    public void frees(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(10);
        SymmetricLongs y = t.shmem.allocateLongs(10);
        everybodyHears(t, "frees", odd -> (odd ? x : y).free(), "frees the block");
        for (Symmetric object : List.of(x, y)) {
            t.equal(80, object.local().byteSize(), "an object that was not freed after all");
            object.free();
        }
    }

    @Case(pes = 2)
    public void allocateAndFree(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(10);
        everybodyHears(t, "kinds of calls", odd -> {
            if (odd) {
                x.free();
            } else {
                t.shmem.allocateLongs(5);
            }
        }, "40 bytes aligned", "frees the block");
        x.free();
    }

    @Case(pes = 2)
    public void reallocations(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(10);
        SymmetricLongs y = t.shmem.allocateLongs(10);
        everybodyHears(t, "lengths", odd -> t.shmem.reallocate(x, odd ? 20 : 30), "to 160 bytes", "to 240 bytes");
        everybodyHears(t, "objects", odd -> t.shmem.reallocate(odd ? x : y, 20), "to 160 bytes", "heap offset 0");
        t.equal(10, x.toArray().length, "length of what did not grow");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * The deque of Chase and Lev on weak memory, as Le and others describe it (PPoPP 2013): its owner needs a full fence
 * between the store of the bottom and the load of the top, or the owner and a thief take the same item.
 */
public final class DequeTake {
    private DequeTake() {
    }

    private static final int ITEMS = 2;

    public static void main(String[] args) {
        boolean mended = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs top = shmem.allocateLongs(1).named("top");
            SymmetricLongs bottom = shmem.allocateLongs(1).named("bottom");
            SymmetricLongs taken = shmem.allocateLongs(ITEMS).named("taken");
            boolean owns = shmem.myPe() == 0;
            if (owns) {
                bottom.set(0, ITEMS);
            }
            shmem.barrierAll();
            for (int i = 0; i < ITEMS; i++) {
                long item = owns ? take(shmem, top, bottom, mended) : steal(shmem, top, bottom);
                if (item >= 0 && shmem.fetchInc(taken, item, 0) != 0) {
                    throw new AssertionError("item " + item + " is taken twice");
                }
            }
        }
    }

    private static long take(Shmem shmem, SymmetricLongs top, SymmetricLongs bottom, boolean fenced) {
        long last = bottom.get(0) - 1;
        bottom.set(0, last);
        if (fenced) {
            shmem.quiet();
        }
        long first = top.get(0);
        if (first < last) {
            return last;
        }
        boolean own = first == last && shmem.compareSwap(top, 0, first, first + 1, 0) == first;
        bottom.set(0, last + 1);
        return own ? last : -1;
    }

    private static long steal(Shmem shmem, SymmetricLongs top, SymmetricLongs bottom) {
        long first = shmem.g(top, 0, 0);
        shmem.quiet();
        return first < shmem.g(bottom, 0, 0) && shmem.compareSwap(top, 0, first, first + 1, 0) == first ? first : -1;
    }
}

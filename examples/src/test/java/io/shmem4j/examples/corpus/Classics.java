// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * Mistakes of textbooks, without a published thread: a store that a later load passes, a queue lock whose release
 * stores, and locks that release before what they protect. The first argument is the name, the second one mends it.
 */
public final class Classics {
    private Classics() {
    }

    public static void main(String[] args) {
        boolean mended = args.length > 1;
        try (Shmem shmem = Shmem.init()) {
            switch (args[0]) {
                case "dekker" -> dekker(shmem, mended);
                case "peterson" -> peterson(shmem, mended);
                case "epoch" -> epoch(shmem, mended);
                case "mcs" -> mcs(shmem, mended);
                case "ticket" -> ticket(shmem, mended);
                case "lost" -> lost(shmem, mended);
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    private static void add(Shmem shmem, SymmetricLongs counter) {
        shmem.p(counter, 0, shmem.g(counter, 0, 0) + 1, 0);
    }

    private static void check(Shmem shmem, SymmetricLongs counter, long expected) {
        shmem.barrierAll();
        if (shmem.g(counter, 0, 0) != expected) {
            throw new AssertionError(shmem.g(counter, 0, 0) + " additions of " + expected);
        }
    }

    private static void dekker(Shmem shmem, boolean mended) {
        SymmetricLongs wants = shmem.allocateLongs(2).named("wants");
        SymmetricLongs inside = shmem.allocateLongs(1).named("inside");
        int me = shmem.myPe();
        shmem.p(wants, me, 1, 0);
        if (mended) {
            shmem.quiet();
        }
        if (shmem.g(wants, 1 - me, 0) == 0 && shmem.fetchInc(inside, 0, 0) != 0) {
            throw new AssertionError("both are inside");
        }
    }

    private static void peterson(Shmem shmem, boolean mended) {
        SymmetricLongs wants = shmem.allocateLongs(2).named("wants");
        SymmetricLongs turn = shmem.allocateLongs(1).named("turn");
        SymmetricLongs counter = shmem.allocateLongs(1).named("counter");
        int me = shmem.myPe();
        shmem.p(wants, me, 1, 0);
        shmem.fence();
        shmem.p(turn, 0, 1 - me, 0);
        if (mended) {
            shmem.quiet();
        }
        while (shmem.g(wants, 1 - me, 0) == 1 && shmem.g(turn, 0, 0) == 1 - me) {
            Thread.onSpinWait();
        }
        add(shmem, counter);
        shmem.fence();
        shmem.p(wants, me, 0, 0);
        check(shmem, counter, 2);
    }

    /** PE 1 uses a node while it has announced it; PE 0 frees the node behind that. */
    private static void epoch(Shmem shmem, boolean mended) {
        SymmetricLongs current = shmem.allocateLongs(1).named("current");
        SymmetricLongs freed = shmem.allocateLongs(2).named("freed");
        SymmetricLongs pinned = shmem.allocateLongs(1).named("pinned");
        if (shmem.myPe() == 0) {
            shmem.p(current, 0, 1, 0);
            shmem.quiet();
            while (shmem.g(pinned, 0, 1) == 1) {
                Thread.onSpinWait();
            }
            shmem.p(freed, 0, 1, 0);
            return;
        }
        shmem.p(pinned, 0, 1, 1);
        if (mended) {
            shmem.quiet();
        }
        long node = shmem.g(current, 0, 0);
        if (shmem.g(freed, node, 0) == 1) {
            throw new AssertionError("node " + node + " is used after it was freed");
        }
        shmem.quiet();
        shmem.p(pinned, 0, 0, 1);
    }

    /** The lock of Mellor-Crummey and Scott; a release that stores the empty tail loses a PE that queues meanwhile. */
    private static void mcs(Shmem shmem, boolean mended) {
        SymmetricLongs tail = shmem.allocateLongs(1).named("tail");
        SymmetricLongs next = shmem.allocateLongs(1).named("next");
        SymmetricLongs locked = shmem.allocateLongs(1).named("locked");
        int me = shmem.myPe();
        locked.set(0, 1);
        int before = (int) shmem.swap(tail, 0, me + 1L, 0);
        if (before != 0) {
            shmem.p(next, 0, me + 1, before - 1);
            locked.waitUntil(0, Cmp.EQ, 0);
        }
        if (next.get(0) == 0) {
            if (!mended) {
                shmem.atomicSet(tail, 0, 0, 0);
                return;
            }
            if (shmem.compareSwap(tail, 0, me + 1L, 0L, 0) == me + 1) {
                return;
            }
            next.waitUntil(0, Cmp.NE, 0);
        }
        shmem.p(locked, 0, 0, (int) next.get(0) - 1);
    }

    private static void ticket(Shmem shmem, boolean mended) {
        SymmetricLongs tickets = shmem.allocateLongs(1).named("tickets");
        SymmetricLongs serving = shmem.allocateLongs(1).named("serving");
        SymmetricLongs counter = shmem.allocateLongs(1).named("counter");
        long mine = shmem.fetchInc(tickets, 0, 0);
        while (shmem.g(serving, 0, 0) != mine) {
            Thread.onSpinWait();
        }
        add(shmem, counter);
        if (mended) {
            shmem.fence();
        }
        shmem.p(serving, 0, mine + 1, 0);
        check(shmem, counter, shmem.nPes());
    }

    private static void lost(Shmem shmem, boolean mended) {
        SymmetricLongs counter = shmem.allocateLongs(1).named("counter");
        for (int round = 0; round < 2; round++) {
            if (mended) {
                shmem.inc(counter, 0, 0);
            } else {
                add(shmem, counter);
                shmem.quiet();
            }
        }
        check(shmem, counter, 2L * shmem.nPes());
    }
}

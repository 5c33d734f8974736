// SPDX-License-Identifier: Apache-2.0
//#types swap: (long) before expected last mine old seen
package io.shmem4j.conformance;

//#if long float double
import io.shmem4j.SymmetricLongs;
//#end
import io.shmem4j.SymmetricInts;

/** Atomics on {@code long}s: effect and result of each, and no lost update when all PEs change one element. */
public final class LongsAtomicCases {
    @Case
    public void fetchSetSwap(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(2);
        x.fill((long) (10 + t.me));
        t.shmem.barrierAll();
        t.equal((long) (10 + t.right), t.shmem.atomicFetch(x, 0, t.right), "fetch");
        t.equal((long) (10 + t.right), t.shmem.swap(x, 1, (long) (50 + t.me), t.right), "swap");
        t.shmem.barrierAll();
        t.equal((long) (50 + t.left), x.get(1), "after swap");
        t.shmem.atomicSet(x, 0, (long) (80 + t.me), t.right);
        t.shmem.barrierAll();
        t.equal((long) (80 + t.left), x.get(0), "after set");
    }

    @Case
    public void fetchSetSwapNonBlocking(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(2);
        x.fill((long) (10 + t.me));
        long[] results = new long[4];
        t.shmem.barrierAll();
        t.shmem.atomicFetchNbi(results, 1, x, 0, t.right);
        t.shmem.swapNbi(results, 2, x, 1, (long) (50 + t.me), t.right);
        t.shmem.quiet();
        t.equal(new long[] {0, (long) (10 + t.right), (long) (10 + t.right), 0}, results, "results");
        t.shmem.barrierAll();
        t.equal((long) (50 + t.left), x.get(1), "after swap");
    }

    /** Each value put into the element comes out exactly once: as a result, or as the final value. */
    @Case
    public void swapsLoseNothing(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        SymmetricInts seen = t.shmem.allocateInts(t.n * 200 + 1);
        int rounds = Math.min(200, t.rounds(200));
        for (int i = 0; i < rounds; i++) {
            long old = t.shmem.swap(x, 0, (long) (t.me * rounds + i + 1), 0);
            t.shmem.inc(seen, (long) old, 0); //#same
        }
        t.shmem.barrierAll();
        if (t.me == 0) {
            seen.set((long) x.get(0), seen.get((long) x.get(0)) + 1); //#same
            for (int value = 0; value <= t.n * rounds; value++) {
                t.equal(1, seen.get(value), "times that " + value + " came out");
            }
        }
    }

    //#if atomic
    @Case
    public void arithmetic(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(5);
        x.set(0, new long[] {5, 6, 7, 8, 9});
        t.shmem.barrierAll();
        t.equal(5, t.shmem.compareSwap(x, 0, 4, 1, t.right), "compareSwap that does not match");
        t.equal(5, t.shmem.compareSwap(x, 0, 5, 20, t.right), "compareSwap that matches");
        t.equal(6, t.shmem.fetchInc(x, 1, t.right), "fetchInc");
        t.shmem.inc(x, 2, t.right);
        t.equal(8, t.shmem.fetchAdd(x, 3, -10, t.right), "fetchAdd");
        t.shmem.add(x, 4, Long.MAX_VALUE, t.right);
        t.shmem.barrierAll();
        t.equal(new long[] {20, 7, 8, -2, Long.MIN_VALUE + 8}, x.toArray(), "after arithmetic");
    }

    @Case
    public void bitwise(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(6);
        x.fill(0b1100);
        t.shmem.barrierAll();
        t.equal(0b1100, t.shmem.fetchAnd(x, 0, 0b0110, t.right), "fetchAnd");
        t.equal(0b1100, t.shmem.fetchOr(x, 1, 0b0110, t.right), "fetchOr");
        t.equal(0b1100, t.shmem.fetchXor(x, 2, 0b0110, t.right), "fetchXor");
        t.shmem.and(x, 3, -2, t.right);
        t.shmem.or(x, 4, Long.MIN_VALUE, t.right);
        t.shmem.xor(x, 5, -1, t.right);
        t.shmem.barrierAll();
        t.equal(new long[] {0b0100, 0b1110, 0b1010, 0b1100, Long.MIN_VALUE | 0b1100, ~0b1100}, x.toArray(),
            "after bitwise operations");
    }

    @Case
    public void nonBlocking(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(6);
        x.fill(12);
        long[] results = new long[7];
        t.shmem.barrierAll();
        t.shmem.compareSwapNbi(results, 0, x, 0, 12, 13, t.right);
        t.shmem.fetchIncNbi(results, 1, x, 1, t.right);
        t.shmem.fetchAddNbi(results, 2, x, 2, 30, t.right);
        t.shmem.fetchAndNbi(results, 3, x, 3, 4, t.right);
        t.shmem.fetchOrNbi(results, 4, x, 4, 3, t.right);
        t.shmem.fetchXorNbi(results, 5, x, 5, 6, t.right);
        t.shmem.quiet();
        t.equal(new long[] {12, 12, 12, 12, 12, 12, 0}, results, "results");
        t.shmem.barrierAll();
        t.equal(new long[] {13, 13, 42, 4, 15, 10}, x.toArray(), "after non-blocking atomics");
    }

    @Case
    public void additionsLoseNothing(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(3);
        int rounds = t.rounds(20_000);
        long last = -1;
        for (int i = 0; i < rounds; i++) {
            t.shmem.inc(x, 0, 0);
            long old = t.shmem.fetchAdd(x, 1, 3, t.n - 1);
            t.holds(old > last && old % 3 == 0, "a result of fetchAdd is " + old + " after " + last);
            last = old;
            for (long seen = t.shmem.atomicFetch(x, 2, 0);;) {
                long before = t.shmem.compareSwap(x, 2, seen, seen + 1, 0);
                if (before == seen) {
                    break;
                }
                seen = before;
            }
        }
        t.shmem.barrierAll();
        t.equal(t.n * rounds, t.shmem.g(x, 0, 0), "total of inc");
        t.equal(3 * t.n * rounds, t.shmem.g(x, 1, t.n - 1), "total of fetchAdd");
        t.equal(t.n * rounds, t.shmem.g(x, 2, 0), "total of compareSwap");
    }

    /** Every PE owns one bit of a word and flips it; the and, or and xor of other PEs never change it. */
    @Case
    public void bitsLoseNothing(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(t.n);
        int word = t.me / Long.SIZE;
        long mine = (long) 1 << t.me % Long.SIZE;
        int rounds = t.rounds(6_000);
        for (int i = 0; i < rounds; i++) {
            t.holds((t.shmem.fetchOr(x, word, mine, 0) & mine) == 0, "this PE's bit is clear before or");
            t.holds((t.shmem.fetchAnd(x, word, ~mine, 0) & mine) != 0, "this PE's bit is set before and");
            t.holds((t.shmem.fetchXor(x, word, mine, 0) & mine) == 0, "this PE's bit is clear before xor");
            t.holds((t.shmem.fetchXor(x, word, mine, 0) & mine) != 0, "this PE's bit is set before xor");
        }
        t.shmem.or(x, word, mine, 0);
        t.shmem.barrierAll();
        long expected = t.n - word * Long.SIZE >= Long.SIZE ? -1 : ((long) 1 << t.n % Long.SIZE) - 1;
        t.equal(expected, t.shmem.g(x, word, 0), "all PEs' bits");
    }
    //#end
}

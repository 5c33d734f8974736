// SPDX-License-Identifier: Apache-2.0
//#types: 64 (long) a and b im max min next one operand or prod re sum xor -pSync
package io.shmem4j.conformance;

//#if wait
import io.shmem4j.Cmp;
//#end
import io.shmem4j.SymmetricLongs;
//#if short int float double
// import io.shmem4j.SymmetricLongs; //#same
//#end
import io.shmem4j.legacy.LegacyShmem;

/** Deprecated routines on {@code long}s. */
@SuppressWarnings("deprecation")
public final class LongsLegacyCases {
    private static final int COUNT = 5;

    @Case
    public void allocation(Trial t) {
        SymmetricLongs x = LegacyShmem.shmallocLongs(4);
        SymmetricLongs y = LegacyShmem.shmemalignLongs(256, 4);
        t.equal(0, y.heapOffset() % 256, "aligned");
        x.set(3, (long) 9);
        SymmetricLongs z = LegacyShmem.shrealloc(x, 40);
        t.equal(9, z.get(3), "kept");
        LegacyShmem.shfree(z);
        LegacyShmem.shfree(y);
    }

    //#if wait
    @Case
    public void waits(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(2);
        t.shmem.p(x, 0, (long) 3, t.right);
        t.shmem.p(x, 1, (long) 4, t.right);
        t.shmem.quiet();
        LegacyShmem.wait(x, 0, (long) 0);
        LegacyShmem.waitUntil(x, 1, Cmp.GE, (long) 4);
        t.equal(3, x.get(0), "waited for");
        t.shmem.barrierAll();
    }
    //#end

    //#if swap
    @Case
    public void atomics(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(3);
        LegacyShmem.set(x, 0, 5, t.right);
        t.equal(5, LegacyShmem.fetch(x, 0, t.right), "set, fetched");
        t.equal(5, LegacyShmem.swap(x, 0, 6, t.right), "before the swap");
        //#if atomic
        t.equal(6, LegacyShmem.cswap(x, 0, 1, 9, t.right), "before the swap that fails");
        t.equal(6, LegacyShmem.cswap(x, 0, 6, 7, t.right), "before the swap that succeeds");
        t.equal(7, LegacyShmem.finc(x, 0, t.right), "before the increment");
        LegacyShmem.inc(x, 0, t.right);
        t.equal(9, LegacyShmem.fadd(x, 0, 10, t.right), "before the addition");
        LegacyShmem.add(x, 0, 100, t.right);
        t.equal(119, LegacyShmem.fetch(x, 0, t.right), "after all");
        //#end
        t.shmem.barrierAll();
    }
    //#end

    //#if short int long float double
    /** All PEs; the upper half; every second PE. */
    private static int[][] sets(Trial t) {
        return new int[][] {{0, 0, t.n}, {t.n / 2, 0, t.n - t.n / 2}, {0, 1, (t.n + 1) / 2}};
    }

    private static boolean member(Trial t, int[] set) {
        int distance = t.me - set[0];
        return distance >= 0 && distance % (1 << set[1]) == 0 && distance >> set[1] < set[2];
    }

    private static long operand(int pe, int i) {
        return (long) ((pe + i) % 2 + 1);
    }

    /** More PEs would make products that are not exact in all types. */
    @Case(mostPes = 16)
    public void reductions(Trial t) {
        SymmetricLongs pSync = t.shmem.allocateLongs(LegacyShmem.REDUCE_SYNC_SIZE); //#same
        SymmetricLongs pWrk = t.shmem.allocateLongs(Math.max(COUNT / 2 + 1, LegacyShmem.REDUCE_MIN_WRKDATA_SIZE));
        SymmetricLongs x = t.shmem.allocateLongs(COUNT);
        SymmetricLongs to = t.shmem.allocateLongs(COUNT);
        for (int i = 0; i < COUNT; i++) {
            x.set(i, operand(t.me, i));
        }
        t.shmem.barrierAll();
        for (int[] s : sets(t)) {
            if (member(t, s)) {
                reductions(t, s, x, to, pWrk, pSync);
            }
            t.shmem.barrierAll();
            for (int i = 0; i < pSync.length(); i++) {
                t.equal(LegacyShmem.SYNC_VALUE, pSync.get(i), "pSync after use");
            }
            // The next set's PEs write to each other's pSync as soon as they are there.
            t.shmem.barrierAll();
        }
    }

    private static void reductions(Trial t, int[] s, SymmetricLongs x, SymmetricLongs to, SymmetricLongs pWrk,
        SymmetricLongs pSync) {
        long sum = 0;
        long prod = 1;
        long max = operand(s[0], 0);
        long min = max;
        for (int i = 0; i < s[2]; i++) {
            long one = operand(s[0] + (i << s[1]), 0);
            sum = (long) (sum + one);
            prod = (long) (prod * one);
            max = one > max ? one : max;
            min = one < min ? one : min;
        }
        LegacyShmem.sumToAll(to, x, COUNT, s[0], s[1], s[2], pWrk, pSync);
        t.equal(sum, to.get(0), "sum");
        LegacyShmem.prodToAll(to, x, COUNT, s[0], s[1], s[2], pWrk, pSync);
        t.equal(prod, to.get(0), "prod");
        LegacyShmem.maxToAll(to, x, COUNT, s[0], s[1], s[2], pWrk, pSync);
        t.equal(max, to.get(0), "max");
        LegacyShmem.minToAll(to, x, COUNT, s[0], s[1], s[2], pWrk, pSync);
        t.equal(min, to.get(0), "min");
        //#if integer
        long and = -1;
        long or = 0;
        long xor = 0;
        for (int i = 0; i < s[2]; i++) {
            long one = operand(s[0] + (i << s[1]), 1);
            and = (long) (and & one);
            or = (long) (or | one);
            xor = (long) (xor ^ one);
        }
        LegacyShmem.andToAll(to, x, COUNT, s[0], s[1], s[2], pWrk, pSync);
        t.equal(and, to.get(1), "and");
        LegacyShmem.orToAll(to, x, COUNT, s[0], s[1], s[2], pWrk, pSync);
        t.equal(or, to.get(1), "or");
        LegacyShmem.xorToAll(to, x, COUNT, s[0], s[1], s[2], pWrk, pSync);
        t.equal(xor, to.get(1), "xor");
        //#end
        //#if real
        // LegacyShmem.complexSumToAll(to, x, 2, s[0], s[1], s[2], pWrk, pSync);
        // t.equal(sum, to.get(0), "real part of the sum");
        // LegacyShmem.complexProdToAll(to, x, 1, s[0], s[1], s[2], pWrk, pSync);
        // double re = 1;
        // double im = 0;
        // for (int i = 0; i < s[2]; i++) {
        //     double a = operand(s[0] + (i << s[1]), 0);
        //     double b = operand(s[0] + (i << s[1]), 1);
        //     double next = re * a - im * b;
        //     im = re * b + im * a;
        //     re = next;
        // }
        // t.equal(re, to.get(0), "real part of the product");
        // // A product's zero has the sign that the order of the factors gives it.
        // t.equal(im + 0, to.get(1) + 0, "imaginary part of the product");
        //#end
    }
    //#end

    //#if swap
    @Case
    public void exchanges(Trial t) {
        SymmetricLongs pSync = t.shmem.allocateLongs(LegacyShmem.COLLECT_SYNC_SIZE); //#same
        SymmetricLongs x = t.shmem.allocateLongs(2 * t.n);
        SymmetricLongs to = t.shmem.allocateLongs(3 * t.n);
        for (int i = 0; i < x.length(); i++) {
            x.set(i, 100 * t.me + i);
        }
        t.shmem.barrierAll();
        for (int[] s : sets(t)) {
            if (member(t, s)) {
                exchanges(t, s, x, to, pSync);
            }
            t.shmem.barrierAll();
        }
    }

    private static void exchanges(Trial t, int[] s, SymmetricLongs x, SymmetricLongs to, SymmetricLongs pSync) {
        int mine = t.me - s[0] >> s[1];
        int last = s[2] - 1;
        int lastPe = s[0] + (last << s[1]);
        to.fill(-1);
        LegacyShmem.broadcast64(to, x, 2, last, s[0], s[1], s[2], pSync);
        t.equal(mine == last ? -1 : 100 * lastPe + 1, to.get(1), "broadcast, whose root keeps its dest");
        SymmetricLongs none = null;
        LegacyShmem.broadcast64(none, none, 0, last, s[0], s[1], s[2], pSync);
        t.fails(NullPointerException.class,
            () -> LegacyShmem.broadcast64(none, x, 1, last, s[0], s[1], s[2], pSync),
            "broadcast64 called at", "null but the count is 1");
        LegacyShmem.fcollect64(to, x, 1, s[0], s[1], s[2], pSync);
        t.equal(100 * lastPe, to.get(last), "fcollect");
        LegacyShmem.collect64(to, x, mine == 0 ? 2 : 1, s[0], s[1], s[2], pSync);
        t.equal(100 * lastPe + (last == 0 ? 1 : 0), to.get(last + 1), "collect");
        LegacyShmem.alltoall64(to, x, 1, s[0], s[1], s[2], pSync);
        t.equal(100 * lastPe + mine, to.get(last), "alltoall");
        LegacyShmem.alltoalls64(to, x, 3, 2, 1, s[0], s[1], s[2], pSync);
        t.equal(100 * lastPe + 2 * mine, to.get(3 * last), "alltoalls");
    }
    //#end
}

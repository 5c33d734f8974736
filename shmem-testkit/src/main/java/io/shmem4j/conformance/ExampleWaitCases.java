// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Cmp;
import io.shmem4j.IntWatch;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;

/** The specification's examples of waiting and testing, with the outcome that it states for them. */
public final class ExampleWaitCases {
    private static final int N = 100;

    /** Everybody sends its block and then a flag to everybody. */
    private static SymmetricInts exchange(Trial t, SymmetricInts flags) {
        SymmetricInts all = t.shmem.allocateInts((long) N * t.n);
        int[] mine = new int[N];
        for (int i = 0; i < N; i++) {
            mine[i] = t.me * N + i;
        }
        for (int pe = 0; pe < t.n; pe++) {
            t.shmem.putNbi(all, (long) t.me * N, mine, 0, N, pe);
        }
        t.shmem.fence();
        for (int pe = 0; pe < t.n; pe++) {
            t.shmem.p(flags, t.me, 1, pe);
        }
        return all;
    }

    private static long sum(SymmetricInts all, int block) {
        long sum = 0;
        for (int i = 0; i < N; i++) {
            sum += all.get((long) block * N + i);
        }
        return sum;
    }

    private static long total(Trial t) {
        long count = (long) N * t.n;
        return count * (count - 1) / 2;
    }

    /** A neighbour's value is waited for until it is no longer the first. */
    @Case
    public void waitUntil(Trial t) {
        SymmetricInts x = t.shmem.allocateInts(2);
        x.fill(-1);
        t.shmem.barrierAll();
        t.shmem.p(x, 0, 5, t.right);
        x.waitUntil(0, Cmp.NE, -1);
        t.equal(5, x.get(0), "after waiting for a change");
        t.shmem.p(x, 1, 100, t.right);
        x.waitUntil(1, Cmp.GT, 99);
        t.equal(100, x.get(1), "after waiting for more than 99");
        t.shmem.barrierAll();
    }

    @Case
    public void waitUntilAll(Trial t) {
        SymmetricInts flags = t.shmem.allocateInts(t.n);
        int[] status = new int[t.n];
        if (t.n > 1) {
            status[t.me] = 1; // not waited for
        }
        for (int pe = 0; pe < t.n; pe++) {
            t.shmem.atomicSet(flags, t.me, 1, pe);
        }
        flags.watch(0, t.n).waitUntilAll(status, Cmp.EQ, 1);
        for (int pe = 0; pe < t.n; pe++) {
            t.holds(pe == t.me || flags.get(pe) == 1, "flag of PE " + pe);
        }
        t.shmem.barrierAll();
    }

    @Case
    public void waitUntilAny(Trial t) {
        SymmetricInts flags = t.shmem.allocateInts(t.n);
        SymmetricInts all = exchange(t, flags);
        IntWatch watch = flags.watch(0, t.n);
        int[] status = new int[t.n];
        long sum = 0;
        for (int i = 0; i < t.n; i++) {
            int pe = watch.waitUntilAny(status, Cmp.NE, 0);
            sum += sum(all, pe);
            status[pe] = 1;
        }
        t.equal(total(t), sum, "the sum of all blocks");
        t.shmem.barrierAll();
    }

    /** Odd PEs announce themselves with 2, even ones with 1. */
    @Case
    public void waitUntilAnyVector(Trial t) {
        SymmetricInts vars = t.shmem.allocateInts(t.n);
        int[] status = new int[t.n];
        int[] values = new int[t.n];
        for (int pe = 0; pe < t.n; pe++) {
            t.shmem.atomicSet(vars, t.me, t.me % 2 + 1, pe);
            values[pe] = pe % 2 + 1;
        }
        int sum = 0;
        for (int i = 0; i < t.n; i++) {
            int at = vars.watch(0, t.n).waitUntilAnyVector(status, Cmp.EQ, values);
            status[at] = 1;
            sum += vars.get(at);
        }
        t.equal(t.n + t.n / 2, sum, "ones and twos");
        t.shmem.barrierAll();
    }

    @Case
    public void waitUntilSome(Trial t) {
        SymmetricInts flags = t.shmem.allocateInts(t.n);
        SymmetricInts all = exchange(t, flags);
        IntWatch watch = flags.watch(0, t.n);
        int[] status = new int[t.n];
        int[] found = new int[t.n];
        long sum = 0;
        for (int left = t.n; left > 0; ) {
            int count = watch.waitUntilSome(found, status, Cmp.NE, 0);
            t.holds(count > 0 && count <= left, "between 1 and " + left + " at once: " + count);
            for (int i = 0; i < count; i++) {
                sum += sum(all, found[i]);
                status[found[i]] = 1;
            }
            left -= count;
        }
        t.equal(total(t), sum, "the sum of all blocks");
        t.equal(0, watch.waitUntilSome(found, status, Cmp.NE, 0), "found when nothing is left to wait for");
        t.shmem.barrierAll();
    }

    /** PE 0 tests everybody's flag in turn until it has seen all. */
    @Case
    public void test(Trial t) {
        SymmetricInts flags = t.shmem.allocateInts(t.n);
        t.shmem.p(flags, t.me, 1, 0);
        for (int i = 0; t.me == 0 && i < t.n; i++) {
            int pe = i;
            t.until(() -> flags.test(pe, Cmp.NE, 0));
            t.equal(1, flags.get(pe), "flag of PE " + pe);
        }
        t.shmem.barrierAll();
    }

    @Case
    public void testAny(Trial t) {
        SymmetricInts vars = t.shmem.allocateInts(t.n);
        IntWatch watch = vars.watch(0, t.n);
        t.shmem.p(vars, t.me, t.me + 1, 0);
        int[] status = new int[t.n];
        int[] left = {t.n};
        t.until(() -> {
            int at = t.me == 0 ? watch.testAny(status, Cmp.NE, 0) : -1;
            if (at >= 0) {
                t.equal(at + 1, vars.get(at), "variable " + at);
                status[at] = 1;
                left[0]--;
            }
            return t.me != 0 || left[0] == 0;
        });
        t.shmem.barrierAll();
        t.equal(-1, watch.testAny(status, Cmp.EQ, -7), "none");
    }

    /** However many puts PE 0 observes, it is between none and all, and all after the barrier. */
    @Case
    public void testSome(Trial t) {
        SymmetricInts vars = t.shmem.allocateInts(t.n);
        IntWatch watch = vars.watch(0, t.n);
        int[] found = new int[t.n];
        if (t.me == 0) {
            int count = watch.testSome(found, null, Cmp.NE, 0);
            t.holds(count >= 0 && count < t.n, "puts observed: " + count);
        } else {
            t.shmem.p(vars, t.me, t.me, 0);
        }
        t.shmem.barrierAll();
        if (t.me == 0) {
            t.equal(t.n - 1, watch.testSome(found, null, Cmp.NE, 0), "puts observed after the barrier");
        }
    }

    /** Everybody waits for its right neighbour's number, in any order of arrival. */
    @Case
    public void waitForEither(Trial t) {
        SymmetricLongs ivars = t.shmem.allocateLongs(2);
        t.shmem.atomicSet(ivars, t.me % 2, t.me + 1, t.left);
        int at = ivars.watch(0, 2).waitUntilAny(null, Cmp.GT, 0);
        t.equal(t.right % 2, at, "which of the two");
        t.equal(t.right + 1, ivars.get(at), "its value");
        t.shmem.barrierAll();
    }
}

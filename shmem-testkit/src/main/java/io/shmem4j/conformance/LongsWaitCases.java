// SPDX-License-Identifier: Apache-2.0
//#types atomic: left right
package io.shmem4j.conformance;

import io.shmem4j.Cmp;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.LongWatch;
import io.shmem4j.error.InvalidPeException;
import java.time.Duration;
import java.util.Arrays;

/** Waiting for and testing {@code long} variables that other PEs change. */
public final class LongsWaitCases {
    private static final int[] ONLY_SECOND = {1, 0, 9};
    private static final int[] NOBODY = {1, 1, -1};
    private static final Duration LATE = Duration.ofDays(1_000_000);

    @Case
    public void testEveryComparison(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        long[] sides = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE};
        for (long left : sides) {
            x.set(0, left);
            for (long right : sides) {
                int order = Long.compare(left, right);
                int unsigned = Long.compareUnsigned(left, right);
                for (Cmp cmp : Cmp.values()) {
                    boolean expected = holds(cmp, order, unsigned);
                    t.equal(expected, x.test(0, cmp, right), left + " " + cmp + " " + right);
                    t.equal(expected, x.watch(0, 1).now().all(cmp, right), "all " + cmp);
                    t.equal(expected, x.watch(0).now().until(cmp, right), "until " + cmp);
                }
            }
        }
    }

    private static boolean holds(Cmp cmp, int order, int unsigned) {
        return switch (cmp) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case GT -> order > 0;
            case GE -> order >= 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case UGT -> unsigned > 0;
            case UGE -> unsigned >= 0;
            case ULT -> unsigned < 0;
            case ULE -> unsigned <= 0;
        };
    }

    @Case
    public void waitEveryComparison(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(9);
        x.fill(5);
        t.shmem.barrierAll();
        t.shmem.add(x, 0, 1, t.right);
        t.shmem.atomicSet(x, 1, 4, t.right);
        t.shmem.inc(x, 2, t.right);
        t.shmem.fetchXor(x, 3, 1, t.right);
        t.shmem.swap(x, 4, 3, t.right);
        t.shmem.compareSwap(x, 5, 5, 2, t.right);
        t.shmem.atomicSet(x, 6, -1, t.right);
        t.shmem.or(x, 7, Long.MIN_VALUE, t.right);
        t.shmem.and(x, 8, 1, t.right);
        x.waitUntil(0, Cmp.EQ, 6);
        x.waitUntil(1, Cmp.NE, 5);
        x.waitUntil(2, Cmp.GT, 5);
        x.waitUntil(3, Cmp.LT, 5);
        x.waitUntil(4, Cmp.LE, 3);
        x.waitUntil(5, Cmp.LE, 4);
        x.waitUntil(6, Cmp.UGE, Long.MIN_VALUE);
        x.waitUntil(7, Cmp.UGT, Long.MAX_VALUE);
        x.waitUntil(8, Cmp.ULT, 2);
        t.equal(new long[] {6, 4, 6, 4, 3, 2, -1, Long.MIN_VALUE | 5, 1}, x.toArray(), "what was waited for");
    }

    /** Programs wait for plain puts too, although only atomics are promised to be seen. */
    @Case
    public void waitForPut(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(2);
        for (int i = 1; i <= t.rounds(200); i++) {
            t.shmem.p(x, 0, i, t.right);
            x.waitUntil(0, Cmp.EQ, i);
            t.shmem.put(x, 1, new long[] {i}, 0, 1, t.left);
            x.waitUntil(1, Cmp.EQ, i);
        }
    }

    @Case(pes = 2)
    public void waitForAll(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(t.n);
        LongWatch all = x.watch(0, t.n);
        t.equal(t.n, all.count(), "count");
        long[] goals = new long[t.n];
        for (int round = 1; round <= t.rounds(100); round++) {
            for (int pe = 0; pe < t.n; pe++) {
                t.shmem.inc(x, t.me, pe);
                goals[pe] = round;
            }
            if (round % 2 == 0) {
                t.holds(all.all(Cmp.GE, round), "all");
            } else {
                t.holds(all.all(Cmp.GE, goals), "all of an array");
            }
            t.holds(all.now().all(Cmp.GE, round), "all now, after waiting for all");
            t.holds(all.now().all(Cmp.GE, goals), "all of an array now, after waiting for all");
        }
    }

    @Case
    public void waitForAny(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(t.n);
        int[] status = new int[t.n];
        LongWatch any = x.watch(0, t.n).except(status);
        long[] goals = new long[t.n];
        Arrays.fill(goals, 1);
        t.shmem.barrierAll();
        for (int pe = 0; pe < t.n; pe++) {
            t.shmem.atomicSet(x, t.me, 1, (t.me + pe) % t.n);
        }
        for (int i = 0; i < t.n; i++) {
            int found = i % 2 == 0 ? any.any(Cmp.EQ, 1) : any.any(Cmp.EQ, goals);
            t.equal(0, status[found], "status of an index that is reported");
            status[found] = 1;
        }
        t.equal(-1, any.any(Cmp.EQ, 1), "index when all have been reported");
    }

    @Case
    public void waitForSome(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(t.n);
        int[] status = new int[t.n];
        LongWatch some = x.watch(0, t.n).except(status);
        long[] goals = new long[t.n];
        for (int pe = 0; pe < t.n; pe++) {
            goals[pe] = pe + 1;
        }
        t.shmem.barrierAll();
        for (int pe = 0; pe < t.n; pe++) {
            t.shmem.atomicSet(x, t.me, t.me + 1, (t.me + pe) % t.n);
        }
        int reported = 0;
        for (int round = 0; reported < t.n; round++) {
            int[] found = round % 2 == 0 ? some.some(Cmp.NE, 0) : some.some(Cmp.EQ, goals);
            t.holds(found.length > 0, "some are at least one");
            for (int index : found) {
                t.equal(0, status[index], "status of an index that is reported");
                t.equal(index + 1, x.get(index), "its element");
                status[index] = 1;
            }
            reported += found.length;
        }
        t.equal(t.n, reported, "elements reported");
    }

    @Case
    public void waitsWithALimit(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(2);
        LongWatch both = x.watch(0, 2);
        long[] ones = {1, 1};
        for (Duration limit : new Duration[] {Duration.ofMillis(1), Duration.ZERO, Duration.ofMillis(-1)}) {
            LongWatch inTime = both.within(limit);
            t.holds(!x.watch(0).within(limit).until(Cmp.EQ, 1), "nobody sets it");
            t.holds(!x.watch(1).within(limit).until(Cmp.UGT, 0), "nobody sets it");
            t.holds(!inTime.until(Cmp.EQ, 1), "both");
            t.holds(!inTime.all(Cmp.EQ, 1), "all");
            t.holds(!inTime.all(Cmp.EQ, ones), "all by a vector");
            t.equal(-1, inTime.any(Cmp.EQ, 1), "any");
            t.equal(-1, inTime.any(Cmp.EQ, ones), "any by a vector");
            t.equal(0, inTime.some(Cmp.EQ, 1).length, "some");
            t.equal(0, inTime.some(Cmp.EQ, ones).length, "some by a vector");
        }
        t.shmem.barrierAll();
        t.shmem.atomicSet(x, 0, 1, t.right);
        t.shmem.atomicSet(x, 1, -1, t.right);
        LongWatch inTime = both.within(LATE);
        t.holds(x.watch(0).within(LATE).until(Cmp.EQ, 1), "it comes in time");
        t.holds(x.watch(1).within(LATE).until(Cmp.UGT, Long.MAX_VALUE), "unsigned");
        t.holds(inTime.until(Cmp.NE, 0), "both in time");
        t.holds(inTime.all(Cmp.NE, 0), "all in time");
        t.equal(1, inTime.any(Cmp.LT, 0), "any in time");
        t.equal(new int[] {0, 1}, inTime.some(Cmp.NE, 0), "some in time");
        t.fails(NullPointerException.class, () -> x.watch(0).within(null), "within called at", "limit");
        t.fails(NullPointerException.class, () -> x.watch(0).until(null, 1), "until called at", "cmp");
    }

    @Case
    public void waitsForAPe(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(2);
        t.shmem.inc(x, 0, t.right);
        t.shmem.atomicSet(x, 1, -1, t.right);
        t.holds(x.watch(0).peer(t.left).until(Cmp.EQ, 1), "set by the left PE");
        t.holds(x.watch(0, 2).peer(t.left).within(LATE).until(Cmp.NE, 0), "both set by the left PE");
        t.equal(1, x.watch(0, 2).peer(t.left).any(Cmp.UGT, 1), "any set by the left PE");
        t.fails(InvalidPeException.class, () -> x.watch(0).peer(t.n), "peer called at", "no PE " + t.n);
        t.fails(InvalidPeException.class, () -> x.watch(0).peer(-1), "no PE -1");
    }

    @Case
    public void testsOfSets(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(5);
        x.set(0, new long[] {9, 1, 2, 1, 9});
        LongWatch set = x.watch(1, 3).now();
        LongWatch second = set.except(ONLY_SECOND);
        t.holds(!set.all(Cmp.EQ, 1), "all where one differs");
        t.holds(set.all(Cmp.LT, 3), "all where all do");
        t.holds(set.all(Cmp.EQ, new long[] {1, 2, 1}), "all of an array");
        t.holds(second.all(Cmp.EQ, 2), "all without the others");
        t.equal(-1, set.any(Cmp.GT, 2), "any where none does");
        t.equal(1, set.any(Cmp.EQ, 2), "any where one does");
        t.equal(1, second.any(Cmp.GE, 0), "any without the others");
        t.equal(2, set.any(Cmp.EQ, new long[] {0, 0, 1}), "any of an array");
        t.equal(0, set.some(Cmp.EQ, 5).length, "some where none does");
        t.equal(new int[] {0, 2}, set.some(Cmp.EQ, 1), "some where two do");
        t.equal(new int[] {1}, second.some(Cmp.GE, 1), "some without the others");
        t.equal(new int[] {0, 1, 2}, set.some(Cmp.EQ, new long[] {1, 2, 1}), "some of an array");
        t.holds(second.until(Cmp.EQ, 2), "until without the others");
    }

    @Case
    public void emptySets(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(3);
        long[] values = new long[3];
        for (LongWatch set : new LongWatch[] {x.watch(0, 3).except(NOBODY), x.watch(3, 0)}) {
            for (LongWatch each : new LongWatch[] {set, set.now()}) {
                t.holds(each.all(Cmp.EQ, 1) && each.all(Cmp.NE, values), "all of nobody");
                t.equal(-1, each.any(Cmp.EQ, 0), "any of nobody");
                t.equal(-1, each.any(Cmp.EQ, values), "any of nobody, by an array");
                t.equal(0, each.some(Cmp.EQ, 0).length, "some of nobody");
                t.equal(0, each.some(Cmp.EQ, values).length, "some of nobody, by an array");
            }
        }
    }

    /** An element that always satisfies the condition does not hide the others. */
    @Case
    public void anyIsFair(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4);
        x.fill(1);
        LongWatch set = x.watch(0, 4);
        boolean[] seen = new boolean[4];
        for (int i = 0; i < 8; i++) {
            seen[i % 2 == 0 ? set.any(Cmp.EQ, 1) : set.now().any(Cmp.EQ, 1)] = true;
        }
        t.equal(new boolean[] {true, true, true, true}, seen, "which indices were reported");
    }
}

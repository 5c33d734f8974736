// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static io.shmem4j.testing.Cases.equal;
import static io.shmem4j.testing.Cases.refused;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.irregular.container.Distribution;
import io.shmem4j.irregular.container.GlobalDoubles;
import io.shmem4j.irregular.container.GlobalInts;
import io.shmem4j.irregular.container.GlobalLongs;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Global arrays: indices, own parts, batched accesses, teams, misuse. */
final class ArrayCases {
    private ArrayCases() {
    }

    static void indicesNameEachElementOnce(Shmem shmem) {
        for (long length : new long[] {0, 1, 7, 64, 1001}) {
            for (GlobalLongs array : new GlobalLongs[] {GlobalLongs.block(shmem, length),
                GlobalLongs.cyclic(shmem, length), GlobalLongs.blockCyclic(shmem, length, 5)}) {
                array.forEachOwn((index, value) -> array.set(index, value + index + 1));
                array.barrier();
                equal(array.distribution().size(shmem.myPe()), array.own().length(), "own elements");
                long[] next = {0};
                array.forEach(0, length, (index, value) -> {
                    equal(next[0]++, index, "an index");
                    equal(index + 1, value, "element " + index);
                });
                equal(length, next[0], "elements");
                equal(length * (length + 1) / 2, shmem.world().sumReduce(array.stream().sum()), "the sum");
                array.free();
            }
        }
    }

    static void accessesByIndex(Shmem shmem) {
        int n = shmem.nPes();
        long length = 997;
        GlobalInts array = GlobalInts.blockCyclic(shmem, length, 3);
        long[] indices = new SplittableRandom(5).longs(3000, 0, length).toArray();
        int[] ones = new int[indices.length];
        Arrays.fill(ones, 1);
        array.addAll(indices, ones);
        array.addAll(new long[] {0}, 1);
        array.add(1, -2);
        array.barrier();
        int[] expected = new int[(int) length];
        for (long index : indices) {
            expected[(int) index] += n;
        }
        expected[0] += n;
        expected[1] -= 2 * n;
        int[] found = array.gather(indices);
        for (int i = 0; i < indices.length; i++) {
            equal(expected[(int) indices[i]], found[i], "element " + indices[i]);
        }
        array.barrier();
        long[] own = {shmem.myPe(), length - 1 - shmem.myPe()};
        array.setAll(own, new int[] {-5, -6});
        array.quiet();
        array.barrier();
        for (int pe = 0; pe < n; pe++) {
            equal(-5, array.get(pe), "element " + pe);
            equal(-6, array.get(length - 1 - pe), "element from the end");
        }
        array.barrier();
        array.free();
    }

    /** Every PE changes every element, by single calls and batched ones; the last PE's part is the shorter one. */
    static void atomicsByIndex(Shmem shmem) {
        int n = shmem.nPes();
        long length = 3L * n + 1;
        GlobalLongs array = GlobalLongs.block(shmem, length);
        boolean[] seen = new boolean[2 * n];
        for (long i = 0; i < length; i++) {
            equal(true, array.fetchInc(i) < 3L * n && array.fetchAdd(i, 2) < 3L * n, "a value before");
        }
        array.barrier();
        long bit = 1L << shmem.myPe();
        for (long i = 0; i < length; i++) {
            long index = i;
            equal(3L * n, array.get(i), "element " + i);
            array.fetchXor(i, 0, value -> seen[(int) (index % (2 * n))] = value == 3L * n);
        }
        array.quiet();
        for (int i = 0; i < Math.min(2 * n, length); i++) {
            equal(true, seen[i], "the batched value of " + i);
        }
        array.barrier();
        array.forEachOwn((index, value) -> array.set(index, 0));
        array.barrier();
        for (long i = 0; i < length; i++) {
            array.or(i, bit << 32);
            array.xor(i, bit);
            array.fetchOr(i, bit << 16, value -> { });
        }
        array.barrier();
        long all = (1L << n) - 1;
        equal(all << 32 | all << 16 | all, array.get(length - 1), "all bits");
        equal(all << 32 | all << 16 | all, array.fetchAnd(length - 1, -1), "all bits, anded");
        array.barrier();
        long mine = shmem.myPe() * 3L;
        equal(array.get(mine), array.swap(mine, -7), "the old value");
        equal(-7L, array.compareSwap(mine, -7, 5), "the old value");
        array.compareSwap(mine, -7, 6, value -> equal(5L, value, "the value that is another"));
        array.swap(mine, 8, value -> equal(5L, value, "the value before"));
        array.quiet();
        equal(8L, array.get(mine), "the element");
        array.atomicSet(mine, 12);
        array.quiet();
        equal(12L, array.atomicFetch(mine), "the element, set");
        array.atomicFetch(mine, value -> equal(12L, value, "the element, fetched by a batch"));
        array.and(mine, 8);
        array.quiet();
        equal(8L, array.fetchAdd(mine, 0), "the element, anded");
        refused(IndexOutOfBoundsException.class, "no element " + length, () -> array.fetchAdd(length, 1));
        array.free();
    }

    static void realsByIndex(Shmem shmem) {
        int n = shmem.nPes();
        GlobalDoubles reals = GlobalDoubles.cyclic(shmem, n);
        reals.atomicSet((shmem.myPe() + 1) % n, shmem.myPe() + 0.5);
        reals.barrier();
        equal((shmem.myPe() + n - 1) % n + 0.5, reals.atomicFetch(shmem.myPe()), "a number, set atomically");
        reals.atomicFetch(0, value -> equal(n - 0.5, value, "a number, fetched by a batch"));
        reals.barrier();
        reals.free();
    }

    static void arraysOfATeam(Shmem shmem) {
        int n = shmem.nPes();
        int members = (n + 1) / 2;
        Team team = shmem.world().splitStrided(n - 1, -1, members);
        for (GlobalLongs array : new GlobalLongs[] {GlobalLongs.cyclic(shmem, team, 100),
            GlobalLongs.cyclic(shmem, team, members), GlobalLongs.blockCyclic(shmem, team, 100, 64)}) {
            long last = array.length() - 1;
            array.forEachOwn((index, value) -> array.set(index, last - index));
            array.barrier();
            array.forEachOwn((index, value) -> equal(last - index, value, "element " + index));
            if (team.isMember()) {
                equal(0L, array.get(last), "the last element");
            }
            array.barrier();
            array.free();
        }
        team.free();
    }

    /** Arrays of all PEs but the last one, and of the last one alone. */
    static void otherPesReachNoElementOfATeam(Shmem shmem) {
        int n = shmem.nPes();
        long length = 8;
        long[] some = {3};
        Team most = shmem.world().splitStrided(0, 1, Math.max(1, n - 1));
        Team last = shmem.world().splitStrided(n - 1, 1, 1);
        GlobalInts array = GlobalInts.cyclic(shmem, most, length);
        GlobalInts other = GlobalInts.block(shmem, last, length);
        array.forEachOwn((index, value) -> array.set(index, 7));
        shmem.barrierAll();
        if (most.myPe() < 0) {
            equal(length, array.length(), "elements");
            equal(0L, array.own().length(), "own elements");
            for (Runnable call : List.<Runnable>of(() -> array.set(3, 1), () -> array.put(3, 1), () -> array.get(3),
                () -> array.get(3, value -> { }), () -> array.fetchAdd(3, 1), () -> array.inc(3),
                () -> array.addAll(some, 1), () -> array.addAll(some, new int[1]),
                () -> array.setAll(some, new int[1]), () -> array.gather(some))) {
                refused(IndexOutOfBoundsException.class, " for a PE outside of its team", call);
            }
            refused(IndexOutOfBoundsException.class, "", () -> array.forEach(3, 4, (index, value) -> { }));
        }
        shmem.barrierAll();
        array.forEachOwn((index, value) -> equal(7, value, "element " + index));
        array.barrier();
        array.free();
        other.free();
        most.free();
        last.free();
    }

    static void wrongIndicesAreRefused(Shmem shmem) {
        GlobalLongs array = GlobalLongs.block(shmem, 10);
        for (long index : new long[] {-1, 10, Long.MAX_VALUE}) {
            refused(IndexOutOfBoundsException.class, "no element " + index, () -> array.get(index));
            refused(IndexOutOfBoundsException.class, "no element " + index, () -> array.set(index, 1));
            refused(IndexOutOfBoundsException.class, "no element " + index, () -> array.inc(index));
            refused(IndexOutOfBoundsException.class, "no element " + index, () -> array.gather(new long[] {0, index}));
        }
        refused(IndexOutOfBoundsException.class, "", () -> array.forEach(3, 11, (index, value) -> { }));
        refused(IllegalArgumentException.class, "blocks of", () -> new Distribution(10, 2, 0));
        refused(IllegalArgumentException.class, "0 to 2^61", () -> new Distribution(-1, 2, 1));
        array.barrier();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static io.shmem4j.testing.Cases.equal;
import static io.shmem4j.testing.Cases.refused;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricFloats;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.SymmetricShorts;
import io.shmem4j.Team;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.SymmetricIndexException;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalLongs;
import io.shmem4j.spi.JobMemory;
import java.util.Arrays;
import java.util.List;

/** Batches: counts, fetches, order, all types and operations, misuse. */
final class BatchCases {
    private BatchCases() {
    }

    static void allCountAtOnce(Shmem shmem) {
        int n = shmem.nPes();
        SymmetricLongs counts = shmem.allocateLongs(10);
        Batch batch = Batch.allocate(shmem, counts);
        int rounds = 20_000;
        for (int i = 0; i < rounds; i++) {
            for (int pe = 0; pe < n; pe++) {
                batch.inc(counts, i % 10, pe);
            }
        }
        batch.barrier();
        for (int i = 0; i < 10; i++) {
            equal(rounds / 10L * n, counts.get(i), "count " + i);
        }
        batch.free();
    }

    /** No barrier is needed behind it if the batch has a thread. */
    static void quietCompletesFetches(Shmem shmem) {
        int n = shmem.nPes();
        int count = 5000;
        SymmetricLongs values = shmem.allocateLongs(count);
        for (int i = 0; i < count; i++) {
            values.set(i, i * 10L + shmem.myPe());
        }
        shmem.barrierAll();
        Batch batch = Batch.allocate(shmem, values);
        long[] found = new long[n * count];
        for (int i = 0; i < found.length; i++) {
            int at = i;
            batch.get(values, i % count, i / count, value -> found[at] = value);
        }
        if (!JobMemory.charged() || shmem.myPe() == 0) {
            batch.quiet();
        } else {
            batch.barrier();
        }
        for (int i = 0; i < found.length; i++) {
            equal(i % count * 10L + i / count, found[i], "element " + i);
        }
        if (!JobMemory.charged()) {
            shmem.barrierAll();
        } else if (shmem.myPe() == 0) {
            batch.barrier();
        }
        batch.free();
    }

    static void accessesToAPeKeepTheirOrder(Shmem shmem) {
        int me = shmem.myPe();
        SymmetricLongs values = shmem.allocateLongs(shmem.nPes());
        Batch batch = Batch.allocate(shmem, values);
        long[] before = {-1};
        int next = (me + 1) % shmem.nPes();
        for (int i = 0; i < 2000; i++) {
            long expected = i;
            batch.p(values, me, i, next);
            batch.fence();
            batch.get(values, me, next, value -> {
                equal(expected, value, "what was stored before");
                equal(expected - 1, before[0], "the fetch before");
                before[0] = value;
            });
        }
        batch.barrier();
        equal(1999L, before[0], "the last");
        batch.free();
    }

    static void everyTypeArrives(Shmem shmem) {
        int me = shmem.myPe();
        int next = (me + 1) % shmem.nPes();
        int before = (me + shmem.nPes() - 1) % shmem.nPes();
        SymmetricBytes bytes = shmem.allocateBytes(4);
        SymmetricShorts shorts = shmem.allocateShorts(4);
        SymmetricInts ints = shmem.allocateInts(4);
        SymmetricLongs longs = shmem.allocateLongs(4);
        SymmetricFloats floats = shmem.allocateFloats(4);
        SymmetricDoubles doubles = shmem.allocateDoubles(4);
        Batch batch = Batch.allocate(shmem, bytes, shorts, ints, longs, floats, doubles);
        batch.p(bytes, 0, (byte) (-me - 1), next);
        batch.p(shorts, 1, (short) (-me - 1), next);
        batch.p(ints, 2, -me - 1, next);
        batch.p(longs, 3, -me - 1L, next);
        batch.put(floats, 1, new float[] {0, -me - 0.5f, Float.MAX_VALUE}, 1, 2, next);
        batch.put(doubles, 2, new double[] {-me - 0.5, Double.MIN_VALUE}, 0, 2, next);
        batch.barrier();
        equal((byte) (-before - 1), bytes.get(0), "a byte");
        equal((short) (-before - 1), shorts.get(1), "a short");
        equal(-before - 1, ints.get(2), "an int");
        equal(-before - 1L, longs.get(3), "a long");
        equal(-before - 0.5f, floats.get(1), "a float");
        equal(Float.MAX_VALUE, floats.get(2), "a float");
        equal(-before - 0.5, doubles.get(2), "a double");
        equal(Double.MIN_VALUE, doubles.get(3), "a double");
        shmem.barrierAll();
        batch.get(bytes, 0, next, value -> equal((byte) (-me - 1), value, "a byte"));
        batch.get(shorts, 1, next, value -> equal((short) (-me - 1), value, "a short"));
        batch.get(ints, 2, next, value -> equal(-me - 1, value, "an int"));
        batch.swap(floats, 1, 7f, next, value -> equal(-me - 0.5f, value, "a float"));
        batch.swap(doubles, 2, 7.5, next, value -> equal(-me - 0.5, value, "a double"));
        batch.get(floats, 1, next, value -> equal(7f, value, "a float"));
        batch.get(doubles, 2, next, value -> equal(7.5, value, "a double"));
        batch.get(doubles, 1, 3, next, values -> equal(List.of(0.0, 7.5, Double.MIN_VALUE),
            Arrays.stream(values).boxed().toList(), "doubles"));
        batch.get(longs, 4, 0, next, values -> equal(0, values.length, "no longs"));
        batch.fetchAdd(ints, 2, 5, next, value -> equal(-me - 1, value, "an int"));
        batch.barrier();
        equal(4 - before, ints.get(2), "an int");
        batch.free();
    }

    static void everyOperationOfLongs(Shmem shmem) {
        int me = shmem.myPe();
        int next = (me + 1) % shmem.nPes();
        SymmetricLongs x = shmem.allocateLongs(1);
        Batch batch = Batch.allocate(shmem, x);
        batch.add(x, 0, 40, next);
        batch.or(x, 0, 7, next);
        batch.and(x, 0, 45, next);
        batch.xor(x, 0, 1, next);
        batch.inc(x, 0, next);
        batch.fetchInc(x, 0, next, value -> equal(45L, value, "before the increment"));
        batch.fetchOr(x, 0, 1, next, value -> equal(46L, value, "before or"));
        batch.fetchAnd(x, 0, 14, next, value -> equal(47L, value, "before and"));
        batch.fetchXor(x, 0, 3, next, value -> equal(14L, value, "before xor"));
        batch.fetchAdd(x, 0, -3, next, value -> equal(13L, value, "before add"));
        batch.compareSwap(x, 0, 11, 99, next, value -> equal(10L, value, "a failed exchange"));
        batch.compareSwap(x, 0, 10, -5, next, value -> equal(10L, value, "an exchange"));
        batch.swap(x, 0, Long.MIN_VALUE, next, value -> equal(-5L, value, "before the swap"));
        batch.barrier();
        equal(Long.MIN_VALUE, x.get(0), "the end");
        batch.free();
    }

    /** Follows a chain of places; each names the next. */
    static void actionsMakeAccesses(Shmem shmem) {
        int n = shmem.nPes();
        SymmetricLongs chain = shmem.allocateLongs(100);
        for (int i = 0; i < 100; i++) {
            chain.set(i, (i * (long) n + shmem.myPe() + 1) % (100L * n));
        }
        shmem.barrierAll();
        Batch batch = Batch.allocate(shmem, chain);
        int[] steps = new int[1];
        follow(batch, chain, n, 0, steps);
        batch.barrier();
        equal(100 * n, steps[0], "steps");
        batch.free();
    }

    private static void follow(Batch batch, SymmetricLongs chain, int n, long place, int[] steps) {
        batch.get(chain, place / n, (int) (place % n), next -> {
            steps[0]++;
            if (next != 0) {
                follow(batch, chain, n, next, steps);
            }
        });
    }

    /** More links than a stack has room for, by batches and by arrays; between PEs fewer, because each takes long. */
    static void actionsNeedNoStack(Shmem shmem) {
        int me = shmem.myPe();
        int links = JobMemory.charged() ? 300 : 100_000;
        SymmetricLongs own = shmem.allocateLongs(1);
        own.set(0, 1);
        GlobalLongs array = GlobalLongs.block(shmem, shmem.nPes());
        array.set(me, 1);
        shmem.barrierAll();
        Batch batch = Batch.allocate(shmem, own);
        long[] left = {links};
        countDown(batch, own, me, left);
        batch.quiet();
        equal(0L, left[0], "links that are left");
        left[0] = links;
        countDown(array, me, left);
        array.quiet();
        equal(0L, left[0], "links that are left");
        array.barrier();
        left[0] = Math.min(links, 1000);
        countDown(batch, own, (me + 1) % shmem.nPes(), left);
        batch.barrier();
        equal(0L, left[0], "links that are left");
        batch.free();
        array.free();
    }

    private static void countDown(Batch batch, SymmetricLongs own, int pe, long[] left) {
        batch.get(own, 0, pe, value -> {
            left[0] -= value;
            if (left[0] > 0) {
                countDown(batch, own, pe, left);
            }
        });
    }

    private static void countDown(GlobalLongs array, long index, long[] left) {
        array.get(index, value -> {
            left[0] -= value;
            if (left[0] > 0) {
                countDown(array, index, left);
            }
        });
    }

    static void aFreedBatchIsRefused(Shmem shmem) {
        SymmetricLongs x = shmem.allocateLongs(3);
        Batch batch = Batch.allocate(shmem, x);
        batch.free();
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            int target = pe;
            refused(IllegalStateException.class, "freed already", () -> batch.p(x, 0, 1, target));
            refused(IllegalStateException.class, "freed already", () -> batch.fetchInc(x, 0, target, value -> { }));
        }
        refused(IllegalStateException.class, "freed already", batch::quiet);
        refused(IllegalStateException.class, "freed already", batch::barrier);
    }

    /** Accesses to PEs nearby are done at once. */
    static void closeRefusesToLoseAccesses(Shmem shmem) {
        int next = (shmem.myPe() + 1) % shmem.nPes();
        SymmetricLongs x = shmem.allocateLongs(3);
        if (shmem.nPes() > 1 && JobMemory.charged()) {
            refused(IllegalStateException.class, "the last 2 accesses of this PE may be lost; call barrier()", () -> {
                try (Batch batch = Batch.allocate(shmem, x)) {
                    batch.inc(x, 0, next);
                    batch.barrier();
                    batch.p(x, 1, 1, next);
                    batch.inc(x, 2, next);
                }
            });
        }
        try (Batch batch = Batch.allocate(shmem, x)) {
            batch.fetchInc(x, 0, next, value -> { });
            batch.barrier();
        }
        Batch batch = Batch.allocate(shmem, x);
        batch.free();
        batch.close();
    }

    static void wrongAccessesAreRefused(Shmem shmem) {
        int last = shmem.nPes() - 1;
        SymmetricLongs x = shmem.allocateLongs(3);
        Batch batch = Batch.allocate(shmem, x);
        refused(InvalidPeException.class, "", () -> batch.inc(x, 0, shmem.nPes()));
        refused(InvalidPeException.class, "", () -> batch.p(x, 0, 1, -1));
        for (int pe : new int[] {shmem.myPe(), last, 0}) {
            refused(SymmetricIndexException.class, "3", () -> batch.inc(x, 3, pe));
            refused(SymmetricIndexException.class, "-1", () -> batch.get(x, -1, pe, value -> { }));
            refused(SymmetricIndexException.class, "", () -> batch.put(x, 2, new long[2], 0, 2, pe));
            refused(SymmetricIndexException.class, "", () -> batch.get(x, 1, 3, pe, values -> { }));
            refused(IndexOutOfBoundsException.class, "", () -> batch.put(x, 0, new long[2], 1, 2, pe));
            refused(NullPointerException.class, "the action is null", () -> batch.get(x, 0, pe, null));
            refused(NullPointerException.class, "the action is null", () -> batch.get(x, 0, 2, pe, null));
            refused(NullPointerException.class, "the action is null", () -> batch.fetchAdd(x, 0, 2, pe, null));
            refused(SymmetricIndexException.class, "BatchCases.java", () -> batch.inc(x, 3, pe));
            refused(SymmetricIndexException.class, "BatchCases.java", () -> batch.put(x, 2, new long[2], 0, 2, pe));
        }
        refused(IllegalArgumentException.class, "1 to 2048 symmetric arrays", () -> Batch.allocate(shmem));
        batch.barrier();
        batch.free();
    }

    /** Numbers of the world would name other PEs than those of the team do. */
    static void outsidersMakeNoAccesses(Shmem shmem) {
        int members = Math.max(1, shmem.nPes() - 1);
        SymmetricLongs counts = shmem.allocateLongs(2);
        Team team = shmem.world().splitStrided(0, 1, members);
        Batch batch = Batch.allocate(shmem, team, counts);
        if (team.isMember()) {
            batch.inc(counts, 1, members - 1);
        } else {
            List<Runnable> accesses = List.of(
                () -> batch.inc(counts, 0, 0),
                () -> batch.p(counts, 0, 1, -1),
                () -> batch.put(counts, 0, new long[1], 0, 1, 0),
                () -> batch.get(counts, 0, 0, value -> { }),
                () -> batch.get(counts, 0, 1, 0, values -> { }));
            accesses.forEach(access -> refused(InvalidPeException.class, "outside of the batch's team", access));
        }
        batch.barrier();
        shmem.barrierAll();
        equal(0L, counts.get(0), "what only outsiders count");
        equal(shmem.myPe() == members - 1 ? (long) members : 0L, counts.get(1), "what members count");
        batch.free();
        if (team.isMember()) {
            team.free();
        }
    }
}

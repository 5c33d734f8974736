// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Cmp;
import io.shmem4j.LongView;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.conformance.Case;
import io.shmem4j.conformance.Trial;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.SymmetricIndexException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Wrong arguments of the routines, tried with longs, because all types have one template: exceptions say what is wrong,
 * and nothing is written.
 */
public final class MisuseCases {
    private static final int LENGTH = 10;
    private static final long[] ARRAY = new long[LENGTH];

    private static List<Trial.Action> everyRoutine(Trial t, SymmetricLongs x, long index, int count, int pe) {
        long[] array = new long[LENGTH];
        MemorySegment segment = MemorySegment.ofArray(array);
        SymmetricLongs good = t.shmem.allocateLongs(LENGTH);
        Signal signal = t.shmem.allocateSignal();
        List<Trial.Action> all = new ArrayList<>();
        all.add(() -> t.shmem.put(x, index, array, 0, count, pe));
        all.add(() -> t.shmem.get(array, 0, x, index, count, pe));
        all.add(() -> t.shmem.putNbi(x, index, array, 0, count, pe));
        all.add(() -> t.shmem.getNbi(array, 0, x, index, count, pe));
        all.add(() -> t.shmem.iput(x, index, array, 0, 1, 1, count, pe));
        all.add(() -> t.shmem.iget(array, 0, x, index, 1, 1, count, pe));
        all.add(() -> t.shmem.ibput(x, index, array, 0, 1, 1, 1, count, pe));
        all.add(() -> t.shmem.ibget(array, 0, x, index, 1, 1, 1, count, pe));
        all.add(() -> t.shmem.putSignal(x, index, array, 0, count, signal, 1, SignalOp.SET, pe));
        all.add(() -> t.shmem.putSignalNbi(x, index, array, 0, count, signal, 1, SignalOp.SET, pe));
        all.add(() -> t.shmem.put(x, index, segment, 0, count, pe));
        all.add(() -> t.shmem.get(segment, 0, x, index, count, pe));
        all.add(() -> t.shmem.putNbi(x, index, segment, 0, count, pe));
        all.add(() -> t.shmem.getNbi(segment, 0, x, index, count, pe));
        all.add(() -> t.shmem.iput(x, index, segment, 0, 1, 1, count, pe));
        all.add(() -> t.shmem.iget(segment, 0, x, index, 1, 1, count, pe));
        all.add(() -> t.shmem.ibput(x, index, segment, 0, 1, 1, 1, count, pe));
        all.add(() -> t.shmem.ibget(segment, 0, x, index, 1, 1, 1, count, pe));
        all.add(() -> t.shmem.putSignal(x, index, segment, 0, count, signal, 1, SignalOp.SET, pe));
        all.add(() -> t.shmem.putSignalNbi(x, index, segment, 0, count, signal, 1, SignalOp.SET, pe));
        all.add(() -> t.shmem.put(x, index, good, 0, count, pe));
        all.add(() -> t.shmem.get(good, 0, x, index, count, pe));
        all.add(() -> t.shmem.putNbi(x, index, good, 0, count, pe));
        all.add(() -> t.shmem.getNbi(good, 0, x, index, count, pe));
        all.add(() -> t.shmem.iput(x, index, good, 0, 1, 1, count, pe));
        all.add(() -> t.shmem.iget(good, 0, x, index, 1, 1, count, pe));
        all.add(() -> t.shmem.ibput(x, index, good, 0, 1, 1, 1, count, pe));
        all.add(() -> t.shmem.ibget(good, 0, x, index, 1, 1, 1, count, pe));
        all.add(() -> t.shmem.putSignal(x, index, good, 0, count, signal, 1, SignalOp.SET, pe));
        all.add(() -> t.shmem.putSignalNbi(x, index, good, 0, count, signal, 1, SignalOp.SET, pe));
        return all;
    }

    private static List<Trial.Action> everyPutOfASignal(Trial t, SymmetricLongs x, Signal signal, SignalOp op,
        int pe) {
        long[] array = {1, 1, 1};
        MemorySegment segment = MemorySegment.ofArray(array);
        SymmetricLongs ones = t.shmem.allocateLongs(array.length);
        ones.set(0, array);
        return List.of(
            () -> t.shmem.putSignal(x, 0, array, 0, 3, signal, 1, op, pe),
            () -> t.shmem.putSignal(x, 0, segment, 0, 3, signal, 1, op, pe),
            () -> t.shmem.putSignal(x, 0, ones, 0, 3, signal, 1, op, pe),
            () -> t.shmem.putmemSignal(x, 0, segment, 0, 3, signal, 1, op, pe),
            () -> t.shmem.putSignalNbi(x, 0, array, 0, 3, signal, 1, op, pe),
            () -> t.shmem.putSignalNbi(x, 0, segment, 0, 3, signal, 1, op, pe),
            () -> t.shmem.putSignalNbi(x, 0, ones, 0, 3, signal, 1, op, pe),
            () -> t.shmem.putmemSignalNbi(x, 0, segment, 0, 3, signal, 1, op, pe));
    }

    private static List<Trial.Action> everySingle(Trial t, SymmetricLongs x, long index, int pe) {
        return List.of(
            () -> t.shmem.p(x, index, 1L, pe),
            () -> t.shmem.g(x, index, pe)
            ,
            () -> t.shmem.atomicFetch(x, index, pe),
            () -> t.shmem.atomicFetchNbi(ARRAY, 0, x, index, pe),
            () -> t.shmem.atomicSet(x, index, 1L, pe),
            () -> t.shmem.swap(x, index, 1L, pe),
            () -> t.shmem.swapNbi(ARRAY, 0, x, index, 1L, pe)
            ,
            () -> t.shmem.compareSwap(x, index, 0, 1, pe),
            () -> t.shmem.inc(x, index, pe)
        );
    }

    private static List<Trial.Action> everyOtherAtomic(Trial t, SymmetricLongs x, long index, int pe) {
        List<Trial.Action> all = new ArrayList<>(List.of(
            () -> t.shmem.compareSwapNbi(ARRAY, 0, x, index, 0, 1, pe),
            () -> t.shmem.fetchInc(x, index, pe),
            () -> t.shmem.fetchIncNbi(ARRAY, 0, x, index, pe)));
        all.add(() -> t.shmem.fetchAdd(x, index, 1, pe));
        all.add(() -> t.shmem.fetchAddNbi(ARRAY, 0, x, index, 1, pe));
        all.add(() -> t.shmem.add(x, index, 1, pe));
        all.add(() -> t.shmem.fetchAnd(x, index, 1, pe));
        all.add(() -> t.shmem.fetchAndNbi(ARRAY, 0, x, index, 1, pe));
        all.add(() -> t.shmem.and(x, index, 1, pe));
        all.add(() -> t.shmem.fetchOr(x, index, 1, pe));
        all.add(() -> t.shmem.fetchOrNbi(ARRAY, 0, x, index, 1, pe));
        all.add(() -> t.shmem.or(x, index, 1, pe));
        all.add(() -> t.shmem.fetchXor(x, index, 1, pe));
        all.add(() -> t.shmem.fetchXorNbi(ARRAY, 0, x, index, 1, pe));
        all.add(() -> t.shmem.xor(x, index, 1, pe));
        return all;
    }

    @Case(mostPes = 8)
    public void otherAtomics(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        for (Trial.Action action : everyOtherAtomic(t, x, LENGTH, t.right)) {
            t.fails(SymmetricIndexException.class, action, "index 10 is out of bounds", "has 10", "PE " + t.me);
        }
        for (Trial.Action action : everyOtherAtomic(t, x, 0, t.n)) {
            t.fails(InvalidPeException.class, action, "no PE " + t.n, "PE " + t.me);
        }
        t.fails(NullPointerException.class, () -> t.shmem.fetchInc((SymmetricLongs) null, 0, 0));
        t.fails(NullPointerException.class, () -> t.shmem.fetchIncNbi(null, 0, x, 0, 0), "null");
        t.fails(IndexOutOfBoundsException.class, () -> t.shmem.fetchIncNbi(ARRAY, LENGTH, x, 0, 0));
        t.equal(0, x.get(0), "an element whose atomics had no room for the result");
    }

    @Case(mostPes = 8)
    public void waiting(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        t.fails(SymmetricIndexException.class, () -> x.waitUntil(LENGTH, Cmp.EQ, 0), "index 10 is out of bounds");
        t.fails(SymmetricIndexException.class, () -> x.watch(-1), "index -1 is out of bounds");
        t.fails(SymmetricIndexException.class, () -> x.test(LENGTH, Cmp.EQ, 0), "index 10 is out of bounds");
        t.fails(SymmetricIndexException.class, () -> x.watch(LENGTH), "index 10 is out of bounds");
        t.fails(SymmetricIndexException.class, () -> x.watch(8, 3), "8 to 10 are out");
        t.fails(NullPointerException.class, () -> x.waitUntil(0, null, 0), "cmp");
        t.fails(NullPointerException.class, () -> x.watch(0, 2).any(null, 0), "cmp");
        t.fails(NullPointerException.class, () -> x.watch(0, 2).now().all(Cmp.EQ, null), "values");
        t.fails(IndexOutOfBoundsException.class, () -> x.watch(0, 2).except(new int[1]), "has 1 el");
        t.fails(IndexOutOfBoundsException.class,
            () -> x.watch(0, 2).now().any(Cmp.EQ, new long[1]), "has 1 el");
        t.fails(NullPointerException.class, () -> x.watch(0, 2).except(null), "null");
    }

    @Case(mostPes = 8)
    public void peOutOfRange(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        for (int pe : new int[] {-1, t.n, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            for (Trial.Action action : everyRoutine(t, x, 0, 1, pe)) {
                t.fails(InvalidPeException.class, action, "PE " + t.me, "there is no PE " + pe,
                    "MisuseCases.java");
            }
            for (Trial.Action action : everySingle(t, x, 0, pe)) {
                t.fails(InvalidPeException.class, action, "PE " + t.me, "there is no PE " + pe);
            }
            t.fails(InvalidPeException.class, () -> t.shmem.view(x, pe), "view", "there is no PE " + pe);
            t.fails(InvalidPeException.class, () -> t.shmem.ptr(x, pe), "ptr", "there is no PE " + pe);
        }
    }

    @Case(mostPes = 8)
    public void indexOutside(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH).named("ten");
        t.shmem.allocateLongs(LENGTH);
        for (Trial.Action action : everyRoutine(t, x, 8, 3, t.right)) {
            t.fails(SymmetricIndexException.class, action, "PE " + t.me, "8 to 10 are out", "ten", "has 10");
        }
        for (long index : new long[] {-1, LENGTH, Long.MAX_VALUE, Long.MIN_VALUE}) {
            for (Trial.Action action : everyRoutine(t, x, index, 1, t.right)) {
                t.fails(SymmetricIndexException.class, action, "index " + index + " is out of bounds", "ten");
            }
            for (Trial.Action action : everySingle(t, x, index, t.right)) {
                t.fails(SymmetricIndexException.class, action, "index " + index + " is out of bounds", "ten");
            }
        }
        for (Trial.Action action : everyRoutine(t, x, 0, -1, t.right)) {
            t.fails(SymmetricIndexException.class, action, "the count is negative, -1");
        }
        t.shmem.barrierAll();
        t.equal(new long[LENGTH], x.toArray(), "an object nothing was put into");
    }

    @Case(mostPes = 8)
    public void freedObject(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH).named("gone");
        SymmetricLongs slice = x.slice(1, 4);
        x.free();
        for (Trial.Action action : everyRoutine(t, x, 0, 1, t.right)) {
            t.fails(FreedObjectException.class, action, "gone", "MisuseCases.java");
        }
        for (Trial.Action action : everySingle(t, slice, 0, t.right)) {
            t.fails(FreedObjectException.class, action, "gone");
        }
        t.fails(FreedObjectException.class, () -> x.get(0));
        t.fails(FreedObjectException.class, () -> x.set(0, 0L));
        t.fails(FreedObjectException.class, x::local);
        t.fails(FreedObjectException.class, () -> x.slice(0, 1));
        t.fails(FreedObjectException.class, () -> t.shmem.view(x, t.me));
        t.fails(FreedObjectException.class, () -> t.shmem.ptr(x, t.me));
        t.fails(FreedObjectException.class, () -> x.free(), "gone", "freed at");
        t.fails(FreedObjectException.class, () -> t.shmem.reallocate(x, 3), "gone");
        t.holds(!t.shmem.addrAccessible(x, t.me), "a freed object is not accessible");
    }

    /** A put whose signal is refused has written none of its data. */
    @Case(mostPes = 8)
    public void wrongSignals(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        Signal good = t.shmem.allocateSignal();
        Signal freed = t.shmem.allocateSignal();
        freed.free();
        for (Trial.Action action : everyPutOfASignal(t, x, null, SignalOp.SET, t.right)) {
            t.fails(NullPointerException.class, action, "signal is null", "MisuseCases.java");
        }
        for (Trial.Action action : everyPutOfASignal(t, x, good, null, t.right)) {
            t.fails(NullPointerException.class, action, "op is null");
        }
        for (Trial.Action action : everyPutOfASignal(t, x, freed, SignalOp.ADD, t.right)) {
            t.fails(FreedObjectException.class, action, "freed");
        }
        for (Trial.Action action : everyPutOfASignal(t, x, good, SignalOp.ADD, t.n)) {
            t.fails(InvalidPeException.class, action, "there is no PE " + t.n);
        }
        t.shmem.barrierAll();
        t.equal(new long[LENGTH], x.toArray(), "an object nothing was put into");
        t.equal(0, good.fetch(), "a signal of refused puts");
    }

    @Case(mostPes = 8)
    public void wrongArrays(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        long[] three = new long[3];
        t.fails(NullPointerException.class, () -> t.shmem.put(x, 0, (long[]) null, 0, 1, t.right), "null",
            "count is 1");
        t.fails(NullPointerException.class, () -> t.shmem.put(x, 0, (MemorySegment) null, 0, 1, t.right), "null");
        t.fails(NullPointerException.class, () -> t.shmem.put(x, 0, (SymmetricLongs) null, 0, 1, t.right));
        t.fails(NullPointerException.class, () -> t.shmem.get((long[]) null, 0, x, 0, 1, t.right), "null");
        t.fails(NullPointerException.class, () -> t.shmem.get((MemorySegment) null, 0, x, 0, 1, t.right), "null");
        t.fails(NullPointerException.class, () -> t.shmem.iput(x, 0, (long[]) null, 0, 1, 1, 1, t.right), "null");
        t.fails(NullPointerException.class, () -> t.shmem.iget((MemorySegment) null, 0, x, 0, 1, 1, 1, t.right));
        t.fails(IndexOutOfBoundsException.class, () -> t.shmem.put(x, 0, three, 2, 2, t.right), "2 to 3 are", "has 3");
        t.fails(IndexOutOfBoundsException.class, () -> t.shmem.put(x, 0, three, -1, 2, t.right), "has 3 el");
        t.fails(IndexOutOfBoundsException.class, () -> t.shmem.get(three, 2, x, 0, 2, t.right), "2 to 3 are out");
        t.fails(IndexOutOfBoundsException.class, () -> t.shmem.iput(x, 0, three, 0, 1, 2, 3, t.right), "has 3 el");
        t.fails(IndexOutOfBoundsException.class, () -> t.shmem.iget(three, 0, x, 0, 2, 1, 3, t.right), "has 3 el");
        t.fails(IndexOutOfBoundsException.class, () -> t.shmem.ibput(x, 0, three, 0, 2, 2, 2, 2, t.right));
        t.fails(IndexOutOfBoundsException.class, () -> t.shmem.ibget(three, 0, x, 0, 2, 2, 2, 2, t.right));
        t.fails(IndexOutOfBoundsException.class,
            () -> t.shmem.put(x, 0, MemorySegment.ofArray(three), 2, 2, t.right), "2 to 3 are out");
        t.fails(IndexOutOfBoundsException.class,
            () -> t.shmem.put(x, 0, MemorySegment.ofArray(three), Long.MAX_VALUE, 2, t.right));
    }

    @Case(mostPes = 8)
    public void wrongStrides(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        MemorySegment segment = MemorySegment.ofArray(ARRAY);
        for (long bad : new long[] {0, -1, Long.MIN_VALUE}) {
            t.fails(IllegalArgumentException.class, () -> t.shmem.iput(x, 0, ARRAY, 0, bad, 1, 2, t.right),
                "stride is " + bad);
            t.fails(IllegalArgumentException.class, () -> t.shmem.iput(x, 0, ARRAY, 0, 1, bad, 2, t.right));
            t.fails(IllegalArgumentException.class, () -> t.shmem.iput(x, 0, segment, 0, 1, bad, 2, t.right));
            t.fails(IllegalArgumentException.class, () -> t.shmem.iput(x, 0, x, 0, 1, bad, 2, t.right));
            t.fails(IllegalArgumentException.class, () -> t.shmem.iget(ARRAY, 0, x, 0, bad, 1, 2, t.right));
            t.fails(IllegalArgumentException.class, () -> t.shmem.iget(segment, 0, x, 0, 1, bad, 2, t.right));
            t.fails(IllegalArgumentException.class, () -> t.shmem.ibput(x, 0, ARRAY, 0, bad, 1, 1, 2, t.right));
            t.fails(IllegalArgumentException.class, () -> t.shmem.ibget(ARRAY, 0, x, 0, bad, 1, 1, 2, t.right));
        }
        t.fails(IllegalArgumentException.class, () -> t.shmem.ibput(x, 0, ARRAY, 0, 2, 3, 3, 2, t.right),
            "stride is 2", "a block, 3");
        t.fails(IllegalArgumentException.class, () -> t.shmem.ibput(x, 0, ARRAY, 0, 3, 2, 3, 2, t.right));
        t.fails(IllegalArgumentException.class, () -> t.shmem.ibput(x, 0, ARRAY, 0, 3, 3, -1, 2, t.right), "-1");
        t.fails(IllegalArgumentException.class, () -> t.shmem.ibget(segment, 0, x, 0, 3, 3, -1, 2, t.right), "-1");
        t.fails(IndexOutOfBoundsException.class,
            () -> t.shmem.iput(x, 0, segment, 0, 1, Long.MAX_VALUE / 2, 3, t.right));
        t.fails(IndexOutOfBoundsException.class,
            () -> t.shmem.iput(x, 0, segment, 0, Long.MAX_VALUE / 2, 1, 3, t.right));
        t.fails(IndexOutOfBoundsException.class,
            () -> t.shmem.iget(ARRAY, 0, x, 0, Long.MAX_VALUE / 2, 1, 3, t.right));
        t.shmem.barrierAll();
        t.equal(new long[LENGTH], x.toArray(), "an object nothing was put into");
    }

    @Case(mostPes = 8)
    public void misalignedSegment(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        MemorySegment bytes = MemorySegment.ofArray(new byte[100]);
        t.fails(IllegalArgumentException.class, () -> t.shmem.put(x, 0, bytes, 0, 1, t.right), "aligned");
        t.fails(IllegalArgumentException.class, () -> t.shmem.get(bytes, 0, x, 0, 1, t.right), "aligned");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment odd = arena.allocate(100, 64).asSlice(1);
            t.fails(IllegalArgumentException.class, () -> t.shmem.put(x, 0, odd, 0, 1, t.right), "aligned", "mem form");
            t.fails(IllegalArgumentException.class, () -> t.shmem.putNbi(x, 0, odd, 0, 1, t.right), "aligned");
            t.fails(IllegalArgumentException.class, () -> t.shmem.getNbi(odd, 0, x, 0, 1, t.right), "aligned");
            t.fails(IllegalArgumentException.class, () -> t.shmem.iput(x, 0, odd, 0, 1, 1, 2, t.right), "aligned");
            t.fails(IllegalArgumentException.class, () -> t.shmem.iget(odd, 0, x, 0, 1, 1, 2, t.right), "aligned");
            t.fails(IllegalArgumentException.class, () -> t.shmem.ibput(x, 0, odd, 0, 1, 1, 1, 2, t.right), "aligned");
            t.shmem.putmem(x, 0, odd, 0, 9, t.right);
        }
    }

    @Case(mostPes = 4)
    public void farIndices(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(24);
        SymmetricLongs part = x.slice(8, 8);
        LongView near = t.shmem.view(part, t.right);
        for (long bad : new long[] {8, -1, 1L << 31, 1L << 32, -1L << 32, 1L << 61, (1L << 61) + 1, 3L << 61, 1L << 62,
            Long.MAX_VALUE, Long.MIN_VALUE}) {
            t.fails(IndexOutOfBoundsException.class, () -> part.get(bad), Long.toString(bad));
            t.fails(IndexOutOfBoundsException.class, () -> part.set(bad, 1), Long.toString(bad));
            t.fails(IndexOutOfBoundsException.class, () -> near.get(bad), Long.toString(bad));
            t.fails(IndexOutOfBoundsException.class, () -> near.set(bad, 1), Long.toString(bad));
        }
        for (int bad : new int[] {8, -1, 1 << 29, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            t.fails(IndexOutOfBoundsException.class, () -> near.get(bad), Integer.toString(bad));
            t.fails(IndexOutOfBoundsException.class, () -> near.set(bad, 1), Integer.toString(bad));
        }
        t.shmem.barrierAll();
        t.equal(new long[24], x.toArray(), "an object of which only bad indices were used");
    }
}

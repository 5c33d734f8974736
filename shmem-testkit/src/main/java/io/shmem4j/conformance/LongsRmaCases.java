// SPDX-License-Identifier: Apache-2.0
//#types: (long) value -i
package io.shmem4j.conformance;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Cmp;
import io.shmem4j.SignalOp;
import io.shmem4j.Signals;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Put and get of {@code long}s in all forms. Every array has guards on both sides of the transferred elements. */
public final class LongsRmaCases {
    private static final int COUNT = 40;
    private static final int LENGTH = COUNT + 9;

    static long value(int pe, long i) {
        return (long) (pe * 37 + i * 3 + 1);
    }

    static long[] values(int pe, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = value(pe, i);
        }
        return values;
    }

    /** {@return zeros, with some values of a PE in them} */
    static long[] within(int length, int at, int pe, int from, int count) {
        long[] all = new long[length];
        for (int i = 0; i < count; i++) {
            all[at + i] = value(pe, from + i);
        }
        return all;
    }

    @Case
    public void singleElements(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        for (int i = 0; i < COUNT; i++) {
            t.shmem.p(x, i, value(t.me, i), t.right);
        }
        t.shmem.barrierAll();
        t.equal(within(LENGTH, 0, t.left, 0, COUNT), x.toArray(), "what the left PE stored here");
        for (int i = 0; i < COUNT; i++) {
            t.equal(value(t.me, i), t.shmem.g(x, i, t.right), "what this PE stored on the right");
            t.equal(value(t.left, i), t.shmem.g(x, i, t.me), "this PE's own copy");
        }
    }

    @Case
    public void extremeValues(Trial t) {
        long[] extremes = {Long.MIN_VALUE, Long.MAX_VALUE, (long) (-1), (long) 0};
        SymmetricLongs x = t.shmem.allocateLongs(extremes.length);
        for (int i = 0; i < extremes.length; i++) {
            t.shmem.p(x, i, extremes[i], t.right);
        }
        t.shmem.barrierAll();
        t.equal(extremes, x.toArray(), "extreme values");
        for (int i = 0; i < extremes.length; i++) {
            t.equal(extremes[i], t.shmem.g(x, i, t.left), "extreme value " + i);
        }
    }

    @Case
    public void blockingPut(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4L * LENGTH);
        SymmetricLongs source = t.shmem.allocateLongs(LENGTH);
        long[] mine = values(t.me, LENGTH);
        source.set(0, mine);
        try (Arena arena = Arena.ofConfined()) {
            t.shmem.put(x, 5, mine, 2, COUNT, t.right);
            t.shmem.put(x, LENGTH, MemorySegment.ofArray(mine), 0, LENGTH, t.right);
            t.shmem.put(x, 2L * LENGTH, arena.allocateFrom(JAVA_LONG, mine), LENGTH - COUNT, COUNT, t.right);
            t.shmem.put(x, 3L * LENGTH + 3, source, 4, COUNT, t.right);
            t.shmem.quiet();
        }
        Arrays.fill(mine, (long) 99);
        t.shmem.syncAll();
        long[][] expected = {within(LENGTH, 5, t.left, 2, COUNT), values(t.left, LENGTH),
            within(LENGTH, 0, t.left, LENGTH - COUNT, COUNT), within(LENGTH, 3, t.left, 4, COUNT)};
        for (int i = 0; i < expected.length; i++) {
            t.equal(expected[i], x.slice((long) i * LENGTH, LENGTH).toArray(), "put from array, heap segment, native"
                + " segment, symmetric object: number " + i);
        }
        t.equal(values(t.me, LENGTH), source.toArray(), "the source");
    }

    @Case
    public void nonBlockingPut(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4L * LENGTH);
        SymmetricLongs source = t.shmem.allocateLongs(LENGTH);
        long[] mine = values(t.me, LENGTH);
        source.set(0, mine);
        try (Arena arena = Arena.ofConfined()) {
            t.shmem.putNbi(x, 5, mine, 2, COUNT, t.right);
            t.shmem.putNbi(x, LENGTH, MemorySegment.ofArray(mine), 0, LENGTH, t.right);
            t.shmem.putNbi(x, 2L * LENGTH, arena.allocateFrom(JAVA_LONG, mine), LENGTH - COUNT, COUNT, t.right);
            t.shmem.putNbi(x, 3L * LENGTH + 3, source, 4, COUNT, t.right);
            t.shmem.quiet();
        }
        Arrays.fill(mine, (long) 99);
        t.shmem.syncAll();
        long[][] expected = {within(LENGTH, 5, t.left, 2, COUNT), values(t.left, LENGTH),
            within(LENGTH, 0, t.left, LENGTH - COUNT, COUNT), within(LENGTH, 3, t.left, 4, COUNT)};
        for (int i = 0; i < expected.length; i++) {
            t.equal(expected[i], x.slice((long) i * LENGTH, LENGTH).toArray(), "putNbi from array, heap segment, native"
                + " segment, symmetric object: number " + i);
        }
        t.equal(values(t.me, LENGTH), source.toArray(), "the source");
    }

    @Case
    public void blockingGet(Trial t) {
        SymmetricLongs source = t.shmem.allocateLongs(LENGTH);
        SymmetricLongs own = t.shmem.allocateLongs(LENGTH);
        source.set(0, values(t.me, LENGTH));
        t.shmem.barrierAll();
        long[] array = new long[LENGTH];
        long[] behind = new long[LENGTH];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = arena.allocate(JAVA_LONG, LENGTH);
            t.shmem.get(array, 6, source, 1, COUNT, t.right);
            t.shmem.get(MemorySegment.ofArray(behind), 7, source, 2, COUNT, t.left);
            t.shmem.get(outside, 0, source, 0, LENGTH, t.me);
            t.shmem.get(own, 8, source, 3, COUNT, t.right);
            t.equal(within(LENGTH, 6, t.right, 1, COUNT), array, "get into an array");
            t.equal(within(LENGTH, 7, t.left, 2, COUNT), behind, "get into a heap segment");
            t.equal(values(t.me, LENGTH), outside.toArray(JAVA_LONG), "get into a native segment");
            t.equal(within(LENGTH, 8, t.right, 3, COUNT), own.toArray(), "get into a symmetric object");
        }
    }

    @Case
    public void nonBlockingGet(Trial t) {
        SymmetricLongs source = t.shmem.allocateLongs(LENGTH);
        SymmetricLongs own = t.shmem.allocateLongs(LENGTH);
        source.set(0, values(t.me, LENGTH));
        t.shmem.barrierAll();
        long[] array = new long[LENGTH];
        long[] behind = new long[LENGTH];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = arena.allocate(JAVA_LONG, LENGTH);
            t.shmem.getNbi(array, 6, source, 1, COUNT, t.right);
            t.shmem.getNbi(MemorySegment.ofArray(behind), 7, source, 2, COUNT, t.left);
            t.shmem.getNbi(outside, 0, source, 0, LENGTH, t.me);
            t.shmem.getNbi(own, 8, source, 3, COUNT, t.right);
            t.shmem.quiet();
            t.equal(within(LENGTH, 6, t.right, 1, COUNT), array, "getNbi into an array");
            t.equal(within(LENGTH, 7, t.left, 2, COUNT), behind, "getNbi into a heap segment");
            t.equal(values(t.me, LENGTH), outside.toArray(JAVA_LONG), "getNbi into a native segment");
            t.equal(within(LENGTH, 8, t.right, 3, COUNT), own.toArray(), "getNbi into a symmetric object");
        }
    }

    @Case
    public void largeTransfers(Trial t) {
        int length = 300_000 >> 3;
        SymmetricLongs x = t.shmem.allocateLongs(length);
        long[] mine = values(t.me, length);
        t.shmem.put(x, 0, mine, 0, length, t.right);
        t.shmem.barrierAll();
        t.equal(values(t.left, length), x.toArray(), "a large put");
        long[] back = new long[length];
        t.shmem.get(back, 0, x, 0, length, t.right);
        t.equal(mine, back, "a large get");
    }

    @Case
    public void withSignal(Trial t) {
        t.shmem.syncAll();
        SymmetricLongs x = t.shmem.allocateLongs(6L * LENGTH);
        SymmetricLongs source = t.shmem.allocateLongs(LENGTH);
        Signals signals = t.shmem.allocateSignals(6);
        long[] mine = values(t.me, LENGTH);
        MemorySegment segment = MemorySegment.ofArray(mine);
        source.set(0, mine);
        signals.words().fill(100);
        t.shmem.barrierAll();
        t.shmem.putSignal(x, 0 * LENGTH, mine, 0, LENGTH, signals.get(0), 7, SignalOp.SET, t.right);
        t.shmem.putSignal(x, 1 * LENGTH, segment, 0, LENGTH, signals.get(1), 7, SignalOp.ADD, t.right);
        t.shmem.putSignal(x, 2 * LENGTH, source, 0, LENGTH, signals.get(2), 7, SignalOp.ADD, t.right);
        t.shmem.putSignalNbi(x, 3 * LENGTH, mine, 0, LENGTH, signals.get(3), 7, SignalOp.ADD, t.right);
        t.shmem.putSignalNbi(x, 4 * LENGTH, segment, 0, LENGTH, signals.get(4), 7, SignalOp.SET, t.right);
        t.shmem.putSignalNbi(x, 5 * LENGTH, source, 0, LENGTH, signals.get(5), 7, SignalOp.SET, t.right);
        for (int i = 0; i < 6; i++) {
            long expected = i == 0 || i > 3 ? 7 : 107;
            t.equal(expected, signals.get(i).waitUntil(Cmp.NE, 100), "signal " + i);
            t.equal(values(t.left, LENGTH), x.slice((long) i * LENGTH, LENGTH).toArray(), "data of signal " + i);
        }
        t.shmem.putSignal(x, 0, (long[]) null, 0, 0, signals.get(0), 50, SignalOp.ADD, t.me);
        t.equal(57, signals.get(0).fetch(), "a signal without data to oneself");
    }
}

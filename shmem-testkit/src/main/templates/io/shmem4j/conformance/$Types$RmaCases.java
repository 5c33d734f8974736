// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

import io.shmem4j.Cmp;
import io.shmem4j.SignalOp;
import io.shmem4j.Signals;
import io.shmem4j.Symmetric$Types$;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Put and get of {@code $type$}s in all forms. Every array has guards on both sides of the transferred elements. */
public final class $Types$RmaCases {
    private static final int COUNT = 40;
    private static final int LENGTH = COUNT + 9;

    static $type$ value(int pe, long i) {
        return ($type$) (pe * 37 + i * 3 + 1);
    }

    static $type$[] values(int pe, int count) {
        $type$[] values = new $type$[count];
        for (int i = 0; i < count; i++) {
            values[i] = value(pe, i);
        }
        return values;
    }

    /** {@return zeros, with some values of a PE in them} */
    static $type$[] within(int length, int at, int pe, int from, int count) {
        $type$[] all = new $type$[length];
        for (int i = 0; i < count; i++) {
            all[at + i] = value(pe, from + i);
        }
        return all;
    }

    @Case
    public void singleElements(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(LENGTH);
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
        $type$[] extremes = {$Box$.MIN_VALUE, $Box$.MAX_VALUE, ($type$) (-1), ($type$) 0};
        Symmetric$Types$ x = t.shmem.allocate$Types$(extremes.length);
        for (int i = 0; i < extremes.length; i++) {
            t.shmem.p(x, i, extremes[i], t.right);
        }
        t.shmem.barrierAll();
        t.equal(extremes, x.toArray(), "extreme values");
        for (int i = 0; i < extremes.length; i++) {
            t.equal(extremes[i], t.shmem.g(x, i, t.left), "extreme value " + i);
        }
    }

    //#each name/put blocking/put nonBlocking/putNbi
    @Case
    public void $name$Put(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(4L * LENGTH);
        Symmetric$Types$ source = t.shmem.allocate$Types$(LENGTH);
        $type$[] mine = values(t.me, LENGTH);
        source.set(0, mine);
        try (Arena arena = Arena.ofConfined()) {
            t.shmem.$put$(x, 5, mine, 2, COUNT, t.right);
            t.shmem.$put$(x, LENGTH, MemorySegment.ofArray(mine), 0, LENGTH, t.right);
            t.shmem.$put$(x, 2L * LENGTH, arena.allocateFrom($LAYOUT$, mine), LENGTH - COUNT, COUNT, t.right);
            t.shmem.$put$(x, 3L * LENGTH + 3, source, 4, COUNT, t.right);
            t.shmem.quiet();
        }
        Arrays.fill(mine, ($type$) 99);
        t.shmem.syncAll();
        $type$[][] expected = {within(LENGTH, 5, t.left, 2, COUNT), values(t.left, LENGTH),
            within(LENGTH, 0, t.left, LENGTH - COUNT, COUNT), within(LENGTH, 3, t.left, 4, COUNT)};
        for (int i = 0; i < expected.length; i++) {
            t.equal(expected[i], x.slice((long) i * LENGTH, LENGTH).toArray(), "$put$ from array, heap segment, native"
                + " segment, symmetric object: number " + i);
        }
        t.equal(values(t.me, LENGTH), source.toArray(), "the source");
    }

    //#next
    //#each name/get blocking/get nonBlocking/getNbi
    @Case
    public void $name$Get(Trial t) {
        Symmetric$Types$ source = t.shmem.allocate$Types$(LENGTH);
        Symmetric$Types$ own = t.shmem.allocate$Types$(LENGTH);
        source.set(0, values(t.me, LENGTH));
        t.shmem.barrierAll();
        $type$[] array = new $type$[LENGTH];
        $type$[] behind = new $type$[LENGTH];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = arena.allocate($LAYOUT$, LENGTH);
            t.shmem.$get$(array, 6, source, 1, COUNT, t.right);
            t.shmem.$get$(MemorySegment.ofArray(behind), 7, source, 2, COUNT, t.left);
            t.shmem.$get$(outside, 0, source, 0, LENGTH, t.me);
            t.shmem.$get$(own, 8, source, 3, COUNT, t.right);
            //#when nonBlocking
            t.shmem.quiet();
            //#end
            t.equal(within(LENGTH, 6, t.right, 1, COUNT), array, "$get$ into an array");
            t.equal(within(LENGTH, 7, t.left, 2, COUNT), behind, "$get$ into a heap segment");
            t.equal(values(t.me, LENGTH), outside.toArray($LAYOUT$), "$get$ into a native segment");
            t.equal(within(LENGTH, 8, t.right, 3, COUNT), own.toArray(), "$get$ into a symmetric object");
        }
    }

    //#next
    @Case
    public void largeTransfers(Trial t) {
        int length = 300_000 >> $shift$;
        Symmetric$Types$ x = t.shmem.allocate$Types$(length);
        $type$[] mine = values(t.me, length);
        t.shmem.put(x, 0, mine, 0, length, t.right);
        t.shmem.barrierAll();
        t.equal(values(t.left, length), x.toArray(), "a large put");
        $type$[] back = new $type$[length];
        t.shmem.get(back, 0, x, 0, length, t.right);
        t.equal(mine, back, "a large get");
    }

    @Case
    public void withSignal(Trial t) {
        t.shmem.syncAll();
        Symmetric$Types$ x = t.shmem.allocate$Types$(6L * LENGTH);
        Symmetric$Types$ source = t.shmem.allocate$Types$(LENGTH);
        Signals signals = t.shmem.allocateSignals(6);
        $type$[] mine = values(t.me, LENGTH);
        MemorySegment segment = MemorySegment.ofArray(mine);
        source.set(0, mine);
        signals.words().fill(100);
        t.shmem.barrierAll();
        //#each i/call/from/op
        //#row 0 | putSignal | mine | SET
        //#row 1 | putSignal | segment | ADD
        //#row 2 | putSignal | source | ADD
        //#row 3 | putSignalNbi | mine | ADD
        //#row 4 | putSignalNbi | segment | SET
        //#row 5 | putSignalNbi | source | SET
        t.shmem.$call$(x, $i$ * LENGTH, $from$, 0, LENGTH, signals.get($i$), 7, SignalOp.$op$, t.right);
        //#next
        for (int i = 0; i < 6; i++) {
            long expected = i == 0 || i > 3 ? 7 : 107;
            t.equal(expected, signals.get(i).waitUntil(Cmp.NE, 100), "signal " + i);
            t.equal(values(t.left, LENGTH), x.slice((long) i * LENGTH, LENGTH).toArray(), "data of signal " + i);
        }
        t.shmem.putSignal(x, 0, ($type$[]) null, 0, 0, signals.get(0), 50, SignalOp.ADD, t.me);
        t.equal(57, signals.get(0).fetch(), "a signal without data to oneself");
    }
}

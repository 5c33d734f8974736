// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import static java.lang.foreign.ValueLayout.$LAYOUT$;

import io.shmem4j.AllocationHint;
import io.shmem4j.Symmetric$Types$;
import io.shmem4j.$Type$View;
import java.lang.foreign.MemorySegment;
import io.shmem4j.error.SymmetricIndexException;
import java.util.Arrays;

/** Symmetric arrays of {@code $type$}s as objects: their own copy, slices, views, growing and shrinking. */
public final class $Types$ObjectCases {
    private static final int LENGTH = 24;

    private static $type$[] values(int pe) {
        return $Types$RmaCases.values(pe, LENGTH);
    }

    @Case(mostPes = 8)
    public void ownCopy(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(LENGTH);
        t.equal(LENGTH, x.length(), "length");
        t.equal(LENGTH * $bytes$L, x.byteSize(), "bytes");
        t.equal($bytes$, x.elementBytes(), "bytes of an element");
        t.equal(new $type$[LENGTH], x.toArray(), "a new array");
        x.set(0, values(t.me));
        t.equal(values(t.me), x.toArray(), "set of an array");
        $type$[] part = new $type$[3];
        x.get(2, part);
        t.equal(Arrays.copyOfRange(values(t.me), 2, 5), part, "get into an array");
        t.fails(SymmetricIndexException.class, () -> x.get(LENGTH - 2, part), "get called at");
        t.fails(NullPointerException.class, () -> x.get(0, null), "array");
        x.set(1, part, 1, 2);
        x.get(1, part, 0, 2);
        t.equal(Arrays.copyOfRange(values(t.me), 3, 5), Arrays.copyOf(part, 2), "parts of arrays");
        t.fails(IndexOutOfBoundsException.class, () -> x.set(0, part, 2, 2), "set called at");
        x.set(0, values(t.me));
        x.set(2, ($type$) 90);
        t.equal(($type$) 90, x.get(2), "set and get");
        x.setRelease(3, ($type$) 91);
        t.equal(($type$) 91, x.getAcquire(3), "setRelease and getAcquire");
        t.equal(($type$) 91, x.local().getAtIndex($LAYOUT$, 3), "the local segment");
        t.equal(x.byteSize(), x.local().byteSize(), "bytes of the local segment");
        x.fill(($type$) 6);
        t.equal(($type$) 6, x.get(LENGTH - 1), "fill");
    }

    @Case(mostPes = 4)
    public void filled(Trial t) {
        int length = 5000;
        Symmetric$Types$ x = t.shmem.allocate$Types$(length);
        $type$[] expected = new $type$[length];
        for (int count : new int[] {0, 1, 2, 3, 2047, 2048, 2049, 4097, length - 2}) {
            x.fill(($type$) 5);
            x.slice(1, count).fill(($type$) 6);
            Arrays.fill(expected, ($type$) 5);
            Arrays.fill(expected, 1, 1 + count, ($type$) 6);
            t.equal(expected, x.toArray(), "an object of which " + count + " elements were filled again");
        }
    }

    @Case(mostPes = 8)
    public void slices(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(LENGTH);
        Symmetric$Types$ part = x.slice(4, 10).slice(2);
        t.equal(8, part.length(), "length of a slice of a slice");
        t.equal(x.heapOffset() + 6 * $bytes$, part.heapOffset(), "offset of a slice of a slice");
        t.shmem.put(part, 1, values(t.me), 0, 7, t.right);
        t.shmem.barrierAll();
        t.equal($Types$RmaCases.within(LENGTH, 7, t.left, 0, 7), x.toArray(), "put to a slice");
        t.fails(IndexOutOfBoundsException.class, () -> part.get(8), "8");
        t.fails(IndexOutOfBoundsException.class, () -> part.get(-1), "-1");
        t.fails(IndexOutOfBoundsException.class, () -> x.slice(20, 5));
        t.equal(0, x.slice(LENGTH).length(), "an empty slice");
    }

    @Case(mostPes = 8)
    public void views(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(LENGTH);
        x.set(0, values(t.me));
        t.shmem.barrierAll();
        $Type$View near = t.shmem.view(x, t.right);
        t.equal(t.right, near.pe(), "PE of a view");
        t.equal(LENGTH, near.length(), "length of a view");
        t.equal($Types$RmaCases.value(t.right, 5), near.get(5), "get");
        t.equal($Types$RmaCases.value(t.right, 6), near.get(6), "getLong");
        t.equal($Types$RmaCases.value(t.right, 7), near.getAcquire(7), "getAcquire");
        $type$[] all = new $type$[LENGTH];
        near.get(0, all, 0, LENGTH);
        t.equal(values(t.right), all, "get of elements");
        t.shmem.barrierAll();
        near.set(0, ($type$) 50);
        near.set(1, ($type$) 51);
        near.setRelease(2, ($type$) 52);
        near.set(3, values(t.me), 0, 2);
        near.copy(10, t.shmem.view(x, t.me), 20, 4);
        t.shmem.barrierAll();
        $type$[] expected = values(t.me);
        $type$[] writer = values(t.left);
        expected[0] = ($type$) 50;
        expected[1] = ($type$) 51;
        expected[2] = ($type$) 52;
        System.arraycopy(writer, 0, expected, 3, 2);
        System.arraycopy(writer, 20, expected, 10, 4);
        t.equal(expected, x.toArray(), "what the left PE wrote through its view");
        t.fails(IndexOutOfBoundsException.class, () -> near.get(LENGTH));
        t.fails(IndexOutOfBoundsException.class, () -> near.set(-1, ($type$) 0));
        t.fails(IndexOutOfBoundsException.class, () -> near.getAcquire(LENGTH), "24");
        t.fails(IndexOutOfBoundsException.class, () -> near.get(20, all, 0, 5), "20 to 24 are out");
        t.fails(IndexOutOfBoundsException.class, () -> near.set(-1, all, 0, 5));
    }

    @Case(mostPes = 8)
    public void pointers(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(LENGTH);
        MemorySegment peer = t.shmem.ptr(x.slice(3, 9), t.right);
        if (peer != null) {
            t.equal(9 * $bytes$, peer.byteSize(), "bytes of a pointer's segment");
            for (int i = 0; i < 9; i++) {
                peer.setAtIndex($LAYOUT$, i, $Types$RmaCases.value(t.me, i));
            }
        }
        t.shmem.barrierAll();
        if (t.shmem.ptr(x, t.left) != null) {
            t.equal($Types$RmaCases.within(LENGTH, 3, t.left, 0, 9), x.toArray(), "what was stored by pointer");
        }
        if (peer != null) {
            t.fails(IndexOutOfBoundsException.class, () -> peer.getAtIndex($LAYOUT$, 9));
        }
    }

    @Case(mostPes = 8)
    public void resizing(Trial t) {
        Symmetric$Types$ x = t.shmem.allocate$Types$(LENGTH).named("growing");
        x.set(0, values(t.me));
        Symmetric$Types$ grown = t.shmem.reallocate(x, 3 * LENGTH);
        t.equal("growing", grown.name(), "name after growing");
        t.equal($Types$RmaCases.within(3 * LENGTH, 0, t.me, 0, LENGTH), grown.toArray(), "after growing");
        t.fails(IllegalStateException.class, () -> x.get(0), "growing", "freed");
        grown.fill(($type$) 3);
        Symmetric$Types$ shrunk = t.shmem.reallocate(grown, 2);
        t.equal(new $type$[] {3, 3}, shrunk.toArray(), "after shrinking");
        t.shmem.syncAll();
        t.shmem.p(shrunk, 1, ($type$) 4, t.right);
        t.shmem.barrierAll();
        Symmetric$Types$ again = t.shmem.reallocate(shrunk, 4);
        t.equal(new $type$[] {3, 4, 0, 0}, again.toArray(), "after growing again");
        Symmetric$Types$ none = t.shmem.reallocate(again, 0);
        t.equal(0, none.length(), "length after shrinking to nothing");
        t.equal(0, t.shmem.heapStats().used(), "bytes in use then");
        Symmetric$Types$ fresh = t.shmem.reallocate((Symmetric$Types$) null, 3);
        t.equal(new $type$[3], fresh.toArray(), "reallocating null");
        t.equal(new $type$[5], t.shmem.reallocate(none, 5).toArray(), "growing from nothing");
    }

    @Case(mostPes = 8)
    public void aligned(Trial t) {
        for (long alignment = 8; alignment <= 4096; alignment *= 2) {
            t.shmem.allocate$Types$(1);
            Symmetric$Types$ x = t.shmem.allocate$Types$(3, alignment);
            t.equal(0, x.local().address() % alignment, "address modulo " + alignment);
            t.equal(new $type$[3], x.toArray(), "a new aligned array");
        }
        Symmetric$Types$ hinted = t.shmem.allocate$Types$(1, AllocationHint.ATOMICS_REMOTE,
            AllocationHint.SIGNAL_REMOTE);
        t.equal(new $type$[1], hinted.toArray(), "a new array with hints");
        for (long bad : new long[] {3, 0, -8, 24, Long.MIN_VALUE}) {
            t.fails(IllegalArgumentException.class, () -> t.shmem.allocate$Types$(1, bad), Long.toString(bad),
                "powers of two");
        }
    }
}

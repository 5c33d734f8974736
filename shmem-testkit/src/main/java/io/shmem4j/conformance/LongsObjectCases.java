// SPDX-License-Identifier: Apache-2.0
//#types: (long) -LENGTH
package io.shmem4j.conformance;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.AllocationHint;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.LongView;
import java.lang.foreign.MemorySegment;
import io.shmem4j.error.SymmetricIndexException;
import java.util.Arrays;

/** Symmetric arrays of {@code long}s as objects: their own copy, slices, views, growing and shrinking. */
public final class LongsObjectCases {
    private static final int LENGTH = 24;

    private static long[] values(int pe) {
        return LongsRmaCases.values(pe, LENGTH);
    }

    @Case(mostPes = 8)
    public void ownCopy(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        t.equal(LENGTH, x.length(), "length");
        t.equal((long) LENGTH * Long.BYTES, x.byteSize(), "bytes");
        t.equal(Long.BYTES, x.elementBytes(), "bytes of an element");
        t.equal(new long[LENGTH], x.toArray(), "a new array");
        x.set(0, values(t.me));
        t.equal(values(t.me), x.toArray(), "set of an array");
        long[] part = new long[3];
        x.get(2, part);
        t.equal(Arrays.copyOfRange(values(t.me), 2, 5), part, "get into an array");
        t.fails(SymmetricIndexException.class, () -> x.get(LENGTH - 2, part), "get called at");
        t.fails(NullPointerException.class, () -> x.get(0, null), "array");
        x.set(1, part, 1, 2);
        x.get(1, part, 0, 2);
        t.equal(Arrays.copyOfRange(values(t.me), 3, 5), Arrays.copyOf(part, 2), "parts of arrays");
        t.fails(IndexOutOfBoundsException.class, () -> x.set(0, part, 2, 2), "set called at");
        x.set(0, values(t.me));
        x.set(2, (long) 90);
        t.equal((long) 90, x.get(2), "set and get");
        x.setRelease(3, (long) 91);
        t.equal((long) 91, x.getAcquire(3), "setRelease and getAcquire");
        t.equal((long) 91, x.local().getAtIndex(JAVA_LONG, 3), "the local segment");
        t.equal(x.byteSize(), x.local().byteSize(), "bytes of the local segment");
        x.fill((long) 6);
        t.equal((long) 6, x.get(LENGTH - 1), "fill");
    }

    @Case(mostPes = 4)
    public void filled(Trial t) {
        int length = 5000;
        SymmetricLongs x = t.shmem.allocateLongs(length);
        long[] expected = new long[length];
        for (int count : new int[] {0, 1, 2, 3, 2047, 2048, 2049, 4097, length - 2}) {
            x.fill((long) 5);
            x.slice(1, count).fill((long) 6);
            Arrays.fill(expected, (long) 5);
            Arrays.fill(expected, 1, 1 + count, (long) 6);
            t.equal(expected, x.toArray(), "an object of which " + count + " elements were filled again");
        }
    }

    @Case(mostPes = 8)
    public void slices(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        SymmetricLongs part = x.slice(4, 10).slice(2);
        t.equal(8, part.length(), "length of a slice of a slice");
        t.equal(x.heapOffset() + 6 * Long.BYTES, part.heapOffset(), "offset of a slice of a slice");
        t.shmem.put(part, 1, values(t.me), 0, 7, t.right);
        t.shmem.barrierAll();
        t.equal(LongsRmaCases.within(LENGTH, 7, t.left, 0, 7), x.toArray(), "put to a slice");
        t.fails(IndexOutOfBoundsException.class, () -> part.get(8), "8");
        t.fails(IndexOutOfBoundsException.class, () -> part.get(-1), "-1");
        t.fails(IndexOutOfBoundsException.class, () -> x.slice(20, 5));
        t.equal(0, x.slice(LENGTH).length(), "an empty slice");
    }

    @Case(mostPes = 8)
    public void views(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        x.set(0, values(t.me));
        t.shmem.barrierAll();
        LongView near = t.shmem.view(x, t.right);
        t.equal(t.right, near.pe(), "PE of a view");
        t.equal(LENGTH, near.length(), "length of a view");
        t.equal(LongsRmaCases.value(t.right, 5), near.get(5), "get");
        t.equal(LongsRmaCases.value(t.right, 6), near.get(6), "get again");
        t.equal(LongsRmaCases.value(t.right, 7), near.getAcquire(7), "getAcquire");
        long[] all = new long[LENGTH];
        near.get(0, all, 0, LENGTH);
        t.equal(values(t.right), all, "get of elements");
        t.shmem.barrierAll();
        near.set(0, (long) 50);
        near.set(1, (long) 51);
        near.setRelease(2, (long) 52);
        near.set(3, values(t.me), 0, 2);
        near.copy(10, t.shmem.view(x, t.me), 20, 4);
        t.shmem.barrierAll();
        long[] expected = values(t.me);
        long[] writer = values(t.left);
        expected[0] = (long) 50;
        expected[1] = (long) 51;
        expected[2] = (long) 52;
        System.arraycopy(writer, 0, expected, 3, 2);
        System.arraycopy(writer, 20, expected, 10, 4);
        t.equal(expected, x.toArray(), "what the left PE wrote through its view");
        t.fails(IndexOutOfBoundsException.class, () -> near.get(LENGTH));
        t.fails(IndexOutOfBoundsException.class, () -> near.set(-1, (long) 0));
        t.fails(IndexOutOfBoundsException.class, () -> near.getAcquire(LENGTH), "24");
        t.fails(IndexOutOfBoundsException.class, () -> near.get(20, all, 0, 5), "20 to 24 are out");
        t.fails(IndexOutOfBoundsException.class, () -> near.set(-1, all, 0, 5));
    }

    @Case(mostPes = 8)
    public void pointers(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH);
        MemorySegment peer = t.shmem.ptr(x.slice(3, 9), t.right);
        if (peer != null) {
            t.equal(9 * Long.BYTES, peer.byteSize(), "bytes of a pointer's segment");
            for (int i = 0; i < 9; i++) {
                peer.setAtIndex(JAVA_LONG, i, LongsRmaCases.value(t.me, i));
            }
        }
        t.shmem.barrierAll();
        if (t.shmem.ptr(x, t.left) != null) {
            t.equal(LongsRmaCases.within(LENGTH, 3, t.left, 0, 9), x.toArray(), "what was stored by pointer");
        }
        if (peer != null) {
            t.fails(IndexOutOfBoundsException.class, () -> peer.getAtIndex(JAVA_LONG, 9));
        }
    }

    @Case(mostPes = 8)
    public void resizing(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(LENGTH).named("growing");
        x.set(0, values(t.me));
        SymmetricLongs grown = t.shmem.reallocate(x, 3 * LENGTH);
        t.equal("growing", grown.name(), "name after growing");
        t.equal(LongsRmaCases.within(3 * LENGTH, 0, t.me, 0, LENGTH), grown.toArray(), "after growing");
        t.fails(IllegalStateException.class, () -> x.get(0), "growing", "freed");
        grown.fill((long) 3);
        SymmetricLongs shrunk = t.shmem.reallocate(grown, 2);
        t.equal(new long[] {3, 3}, shrunk.toArray(), "after shrinking");
        t.shmem.syncAll();
        t.shmem.p(shrunk, 1, (long) 4, t.right);
        t.shmem.barrierAll();
        SymmetricLongs again = t.shmem.reallocate(shrunk, 4);
        t.equal(new long[] {3, 4, 0, 0}, again.toArray(), "after growing again");
        SymmetricLongs none = t.shmem.reallocate(again, 0);
        t.equal(0, none.length(), "length after shrinking to nothing");
        t.equal(0, t.shmem.heapStats().used(), "bytes in use then");
        SymmetricLongs fresh = t.shmem.reallocate((SymmetricLongs) null, 3);
        t.equal(new long[3], fresh.toArray(), "reallocating null");
        t.equal(new long[5], t.shmem.reallocate(none, 5).toArray(), "growing from nothing");
    }

    @Case(mostPes = 8)
    public void aligned(Trial t) {
        for (long alignment = 8; alignment <= 4096; alignment *= 2) {
            t.shmem.allocateLongs(1);
            SymmetricLongs x = t.shmem.allocateLongs(3, alignment);
            t.equal(0, x.local().address() % alignment, "address modulo " + alignment);
            t.equal(new long[3], x.toArray(), "a new aligned array");
        }
        SymmetricLongs hinted = t.shmem.allocateLongs(1, AllocationHint.ATOMICS_REMOTE,
            AllocationHint.SIGNAL_REMOTE);
        t.equal(new long[1], hinted.toArray(), "a new array with hints");
        for (long bad : new long[] {3, 0, -8, 24, Long.MIN_VALUE}) { //#same
            t.fails(IllegalArgumentException.class, () -> t.shmem.allocateLongs(1, bad),
                Long.toString(bad), "powers of two"); //#same
        }
    }
}

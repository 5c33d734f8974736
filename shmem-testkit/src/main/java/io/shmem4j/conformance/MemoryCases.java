// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Cmp;
import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.Shmem.HeapStats;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.Signals;
import io.shmem4j.Symmetric;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.HeapExhaustedException;
import io.shmem4j.error.SymmetricIndexException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Symmetric memory: equal offsets on all PEs, alignment, zeros, reuse, exhaustion, and statistics. */
public final class MemoryCases {
    private static final long LARGEST_ALIGNMENT = 2L << 20;
    private static final Pattern FREE = Pattern.compile("largest free block[a-z0-9 ]* is (\\d+) bytes");

    /** Checks that an object has the same offset on all PEs. */
    private static void sameEverywhere(Trial t, Symmetric object) {
        t.equal(t.shmem.world().broadcast(object.heapOffset(), 0), object.heapOffset(), "offset, as on PE 0,");
    }

    @Case
    public void equalOffsets(Trial t) {
        sameEverywhere(t, t.shmem.allocateBytes(3));
        SymmetricInts ints = t.shmem.allocateInts(5);
        sameEverywhere(t, ints);
        SymmetricDoubles doubles = t.shmem.allocateDoubles(7, 256);
        sameEverywhere(t, doubles);
        ints.free();
        sameEverywhere(t, t.shmem.allocateLongs(1));
        sameEverywhere(t, t.shmem.reallocate(doubles, 100).slice(4, 5));
        sameEverywhere(t, t.shmem.allocateSignal().word());
        sameEverywhere(t, t.shmem.allocateLock().word());
    }

    /** Allocates and frees at random, the same on all PEs, and checks that nothing overlaps and all starts as zero. */
    @Case
    public void randomAllocation(Trial t) {
        Random random = new Random(42);
        List<SymmetricBytes> live = new ArrayList<>();
        for (int step = 0; step < 150; step++) {
            if (live.size() < 20 && random.nextInt(5) < 3) {
                int bytes = 1 + random.nextInt(1 << random.nextInt(13));
                SymmetricBytes x = random.nextBoolean() ? t.shmem.allocateBytes(bytes)
                    : t.shmem.allocateBytes(bytes, 8L << random.nextInt(7));
                t.equal(new byte[bytes], x.toArray(), "new bytes");
                x.fill((byte) (1 + live.size()));
                live.add(x);
            } else if (!live.isEmpty()) {
                live.remove(random.nextInt(live.size())).free();
            }
            for (int i = 0; i < live.size(); i++) {
                for (int j = 0; j < i; j++) {
                    SymmetricBytes a = live.get(i);
                    SymmetricBytes b = live.get(j);
                    t.holds(a.heapOffset() + a.length() <= b.heapOffset()
                        || b.heapOffset() + b.length() <= a.heapOffset(), "two blocks overlap");
                }
            }
        }
        long used = live.stream().mapToLong(Symmetric::byteSize).sum();
        t.equal(used, t.shmem.heapStats().used(), "bytes in use");
        live.forEach(Symmetric::free);
        HeapStats stats = t.shmem.heapStats();
        t.equal(0, stats.used(), "bytes in use when all are freed");
        t.equal(stats.capacity(), stats.largestFree(), "largest free block when all are freed");
    }

    @Case
    public void zeroAfterFree(Trial t) {
        for (int round = 0; round < 4; round++) {
            SymmetricLongs x = t.shmem.allocateLongs(500 + 100 * round);
            t.equal(new long[500 + 100 * round], x.toArray(), "a new array where others were");
            x.fill(-1);
            t.shmem.barrierAll();
            t.shmem.p(x, 0, 7, t.right);
            x.free();
        }
    }

    /** Allocation ends with a barrier: no PE's put can precede another PE's zeroing. */
    @Case
    public void allocationIsBarrier(Trial t) {
        for (int round = 1; round <= 50; round++) {
            SymmetricLongs x = t.shmem.allocateLongs(64);
            t.shmem.p(x, 63, round, t.right);
            t.shmem.p(x, 0, round, t.right);
            x.waitUntil(0, Cmp.EQ, round);
            x.waitUntil(63, Cmp.EQ, round);
            x.free();
        }
    }

    /** Free starts with a barrier: puts before it still reach the old object. */
    @Case
    public void freeIsBarrier(Trial t) {
        for (int round = 0; round < 50; round++) {
            SymmetricLongs x = t.shmem.allocateLongs(16);
            t.shmem.p(x, 3, 5, t.right);
            x.free();
            SymmetricLongs y = t.shmem.allocateLongs(16);
            t.equal(0, y.get(3), "an element of the next object");
            y.free();
        }
    }

    /** A PE may close an object while other PEs still use its copy; the next allocation frees the memory. */
    @Case
    public void closedObjects(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1000);
        x.set(0, t.me);
        long place = x.heapOffset();
        long used = t.shmem.heapStats().used();
        t.fails(IllegalArgumentException.class, () -> x.slice(1, 2).close(), "slice", "whole");
        t.shmem.barrierAll();
        if (t.me == 0) {
            x.close();
            x.close();
        }
        t.shmem.syncAll();
        if (t.me != 0) {
            t.equal(0L, t.shmem.g(x, 0, 0), "an element of the PE that has closed the object");
            x.close();
        }
        t.fails(FreedObjectException.class, () -> t.shmem.g(x, 0, 0), "freed at");
        t.fails(FreedObjectException.class, x::heapOffset, "freed at");
        t.equal(used, t.shmem.heapStats().used(), "bytes in use before the next allocation");
        SymmetricLongs y = t.shmem.allocateLongs(1000);
        t.equal(place, y.heapOffset(), "the place of the next object");
        t.equal(used, t.shmem.heapStats().used(), "bytes in use after it");
        y.free();
        t.fails(FreedObjectException.class, y::free, "freed at");
        y.close();
    }

    @Case
    public void viewOfAFreedObject(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4).named("gone");
        LongView view = t.shmem.view(x, t.right);
        x.free();
        t.fails(FreedObjectException.class, () -> view.get(0), "PE " + t.me, "get called", "gone", "freed at");
        t.fails(FreedObjectException.class, () -> view.set(0, 1), "set called", "gone");
        t.fails(FreedObjectException.class, () -> view.getAcquire(0), "gone");
        t.fails(FreedObjectException.class, () -> view.setRelease(0, 1), "gone");
        t.fails(FreedObjectException.class, () -> view.get(0, new long[1], 0, 1), "gone");
        t.fails(FreedObjectException.class, () -> view.set(0, new long[1], 0, 1), "gone");
        t.shmem.barrierAll();
    }

    @Case
    public void emptyObjects(Trial t) {
        SymmetricLongs none = t.shmem.allocateLongs(0);
        t.equal(0, none.length(), "length");
        t.equal(0, none.byteSize(), "bytes");
        t.equal(0, none.local().byteSize(), "bytes of the local segment");
        t.equal(new long[0], none.toArray(), "elements");
        t.shmem.put(none, 0, new long[0], 0, 0, t.right);
        none.free();
        // Empty ones have no barrier: not all PEs need to ask for one.
        if (t.me == 0) {
            t.shmem.allocateInts(0).free();
        }
        t.equal(0, t.shmem.heapStats().used(), "bytes in use");
    }

    @Case
    public void exhausted(Trial t) {
        HeapStats before = t.shmem.heapStats();
        SymmetricBytes most = t.shmem.allocateBytes(before.capacity() - 4096);
        String request = Long.toString(8 * 1024);
        t.fails(HeapExhaustedException.class, () -> t.shmem.allocateLongs(1024), "PE " + t.me, request,
            Long.toString(most.length()), Long.toString(before.capacity()), "4096", "SHMEM_SYMMETRIC_SIZE",
            "--heap-size", "MemoryCases.java");
        t.fails(HeapExhaustedException.class, () -> t.shmem.allocateBytes(1L << 60));
        t.equal(before.capacity() - 4096, t.shmem.heapStats().used(), "bytes in use after a failed allocation");
        SymmetricLongs rest = t.shmem.allocateLongs(512);
        rest.set(511, 5);
        t.fails(HeapExhaustedException.class, () -> t.shmem.reallocate(rest, 513), "4104");
        t.equal(5, rest.get(511), "an element of what could not grow");
        t.equal(0, t.shmem.heapStats().largestFree(), "largest free block of a full heap");
        most.free();
        rest.free();
        t.equal(0, t.shmem.heapStats().used(), "bytes in use");
    }

    @Case
    public void signalsAndLocks(Trial t) {
        Signal signal = t.shmem.allocateSignal().named("go");
        ShmemLock lock = t.shmem.allocateLock().named("door");
        Signals signals = t.shmem.allocateSignals(3).named("flags");
        t.equal("signal go, 3 signals flags, lock door", signal + ", " + signals + ", " + lock, "the names");
        t.equal(0, signal.fetch(), "a new signal");
        t.equal(0, lock.word().get(0), "a new lock's word");
        t.equal(new long[3], signals.words().toArray(), "new signals");
        t.fails(SymmetricIndexException.class, () -> signals.get(3), "index 3", "flags");
        t.shmem.barrierAll();
        t.shmem.signalAdd(signals.get(1), 5, t.right);
        t.equal(1, signals.watch().any(Cmp.EQ, 5), "the signal that the left PE added to");
        signal.free();
        lock.free();
        signals.free();
        t.fails(IllegalStateException.class, signal::fetch, "freed");
        t.fails(IllegalStateException.class, lock::lock, "freed");
    }

    /** The pattern of buffers that live for a while: nothing leaks over many rounds. */
    @Case
    public void manyRounds(Trial t) {
        ArrayDeque<SymmetricBytes> window = new ArrayDeque<>();
        for (int i = 0; i < t.rounds(400); i++) {
            window.add(t.shmem.allocateBytes(1 + i * 37 % 1000));
            if (window.size() > 7) {
                window.remove().free();
            }
        }
        window.forEach(Symmetric::free);
        t.equal(t.shmem.heapStats().capacity(), t.shmem.heapStats().largestFree(), "largest free block");
    }

    private static void aligned(Trial t, SymmetricLongs x, long alignment) {
        t.equal(0, x.local().address() % alignment, "own address modulo " + alignment);
        for (int pe = 0; pe < t.n; pe++) {
            MemorySegment copy = t.shmem.ptr(x, pe);
            if (copy != null) {
                t.equal(0, copy.address() % alignment, "address of PE " + pe + "'s copy modulo " + alignment);
            }
        }
    }

    /** Allocates after another object if the heap has room for both, else at the start of the heap. */
    @Case
    public void alignments(Trial t) {
        for (long alignment = 1; alignment <= LARGEST_ALIGNMENT; alignment *= 2) {
            long free = t.shmem.heapStats().capacity();
            SymmetricLongs before = alignment + 64 <= free ? t.shmem.allocateLongs(1) : null;
            SymmetricLongs x = t.shmem.allocateLongs(3, alignment);
            aligned(t, x, alignment);
            x.free();
            if (before != null) {
                before.free();
            }
        }
    }

    @Case
    public void alignmentsBeyondTheLargest(Trial t) {
        for (long alignment = 2 * LARGEST_ALIGNMENT; alignment > 0; alignment *= 2) {
            long refused = alignment;
            t.fails(IllegalArgumentException.class, () -> t.shmem.allocateLongs(1, refused), "PE " + t.me,
                "allocateLongs called at", Long.toString(refused), "2097152");
        }
        t.equal(0, t.shmem.heapStats().used(), "bytes in use");
    }

    /** Blocks as large as reported can be allocated, also after objects of odd lengths. */
    @Case
    public void largestFree(Trial t) {
        for (int odd = 1; odd < 20; odd += 3) {
            SymmetricBytes before = t.shmem.allocateBytes(odd);
            long largest = t.shmem.heapStats().largestFree();
            SymmetricBytes all = t.shmem.allocateBytes(largest);
            t.equal(largest, all.length(), "length");
            all.free();
            for (long alignment : new long[] {8, 64, 4096}) {
                byTheMessage(t, alignment);
            }
            before.free();
        }
        SymmetricBytes first = t.shmem.allocateBytes(t.shmem.heapStats().capacity() - 3);
        t.equal(0, t.shmem.heapStats().largestFree(), "largest block in three odd bytes at the end");
        first.free();
    }

    /** Allocates too much, and then the size that the refusal names. */
    private static void byTheMessage(Trial t, long alignment) {
        try {
            t.shmem.allocateBytes(t.shmem.heapStats().capacity(), alignment);
            t.fail("more than there is was allocated");
        } catch (HeapExhaustedException e) {
            Matcher told = FREE.matcher(e.getMessage());
            if (!told.find()) {
                t.fail("no size in: " + e.getMessage());
                return;
            }
            t.shmem.allocateBytes(Long.parseLong(told.group(1)), alignment).free();
        }
    }

    @Case
    public void accessibility(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        for (int pe = 0; pe < t.n; pe++) {
            t.holds(t.shmem.peAccessible(pe), "PE " + pe + " is accessible");
            t.holds(t.shmem.addrAccessible(x, pe), "an object on PE " + pe + " is accessible");
        }
        for (int pe : new int[] {-1, t.n, Integer.MIN_VALUE}) {
            t.holds(!t.shmem.peAccessible(pe), "PE " + pe + " is not accessible");
            t.holds(!t.shmem.addrAccessible(x, pe), "an object on PE " + pe + " is not accessible");
        }
        t.holds(!t.shmem.addrAccessible(null, 0), "null is not accessible");
    }

    /**
     * Pointers to the own copy always exist, those to other PEs where memory is mapped; all stay valid after the
     * session.
     */
    @Case
    public void pointersOutliveSession(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(4);
        x.fill(t.me + 10);
        t.shmem.barrierAll();
        MemorySegment own = t.shmem.ptr(x, t.me);
        MemorySegment peer = t.shmem.ptr(x, t.right);
        t.equal(4 * Long.BYTES, own.byteSize(), "bytes of the own pointer");
        t.shmem.barrierAll();
        t.shmem.finish();
        if (peer != null) {
            t.equal(t.right + 10, peer.getAtIndex(JAVA_LONG, 3), "by pointer after the end");
        }
        t.equal(t.me + 10, own.getAtIndex(JAVA_LONG, 3), "by the own pointer after the end");
        Shmem.init();
    }

    @Case
    public void clockRuns(Trial t) {
        double start = t.shmem.time();
        t.shmem.barrierAll();
        t.holds(t.shmem.time() >= start, "time does not run backwards");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricFloats;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** Non-blocking routines between nodes: complete at quiet with any memory, and driven on while a PE computes. */
public final class LaterProgram {
    /** More than the scratch memory of a PE holds. */
    private static final int MANY = 400_000;
    private static final int FEW = 2000;

    private LaterProgram() {
    }

    /**
     * Runs on each PE.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs there = shmem.allocateLongs(3L * MANY);
            SymmetricLongs mine = shmem.allocateLongs(MANY);
            SymmetricLongs words = shmem.allocateLongs(FEW);
            int other = shmem.nPes() - 1 - shmem.myPe();
            puts(shmem, there, mine, other);
            gets(shmem, there, mine, other);
            atomics(shmem, words, other);
            otherThreadsComplete(shmem, there, words, other);
            memoryIsGone(shmem, there, other);
            drivenOn(shmem, there, mine, other);
            System.out.println("right");
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static long value(int pe, long i) {
        return pe * 10_000_000L + i;
    }

    private static void puts(Shmem shmem, SymmetricLongs there, SymmetricLongs mine, int other) {
        int me = shmem.myPe();
        long[] array = new long[MANY];
        Arrays.setAll(array, i -> value(me, i));
        for (int i = 0; i < MANY; i++) {
            mine.set(i, value(me, i));
        }
        shmem.putNbi(there, 0, mine, 0, MANY, other);
        shmem.putNbi(there, MANY, array, 0, MANY, other);
        // Memory that is gone before the put is complete.
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocateFrom(ValueLayout.JAVA_LONG, array);
            shmem.putNbi(there, 2L * MANY, segment, 0, MANY, other);
        }
        shmem.quiet();
        shmem.barrierAll();
        for (int i = 0; i < 3 * MANY; i++) {
            require(there.get(i) == value(other, i % MANY), "put " + i);
        }
        shmem.barrierAll();
    }

    private static void gets(Shmem shmem, SymmetricLongs there, SymmetricLongs mine, int other) {
        long[] array = new long[MANY];
        int[] middle = new int[1];
        MemorySegment heap = MemorySegment.ofArray(new long[MANY]);
        shmem.getNbi(array, 1, there, 0, MANY - 1, other);
        shmem.getNbi(heap, 0, there, MANY, MANY, other);
        shmem.getNbi(mine, 0, there, 2L * MANY, MANY, other);
        shmem.quiet();
        middle[0] = shmem.myPe();
        for (int i = 0; i < MANY; i++) {
            long wanted = value(middle[0], i);
            require(i == 0 || array[i] == value(middle[0], i - 1), "get " + i);
            require(heap.getAtIndex(ValueLayout.JAVA_LONG, i) == wanted && mine.get(i) == wanted, "get segment " + i);
        }
        shmem.barrierAll();
    }

    private static void atomics(Shmem shmem, SymmetricLongs words, int other) {
        SymmetricInts ints = shmem.allocateInts(2);
        SymmetricFloats floats = shmem.allocateFloats(1);
        long[] old = new long[FEW];
        int[] oldInts = new int[3];
        float[] oldFloats = new float[2];
        floats.set(0, 2.5f);
        ints.set(0, -7);
        shmem.barrierAll();
        // More than there are places for words.
        for (int i = 0; i < FEW; i++) {
            shmem.fetchAddNbi(old, i, words, 0, 2L, other);
        }
        shmem.swapNbi(oldFloats, 1, floats, 0, 4.5f, other);
        shmem.compareSwapNbi(oldInts, 0, ints, 0, -7, 9, other);
        shmem.fetchIncNbi(oldInts, 1, ints, 0, other);
        shmem.atomicFetchNbi(oldInts, 2, ints, 0, other);
        shmem.quiet();
        for (int i = 0; i < FEW; i++) {
            require(old[i] == 2L * i, "old value " + i + " is " + old[i]);
        }
        require(oldFloats[1] == 2.5f, "float " + oldFloats[1]);
        require(Arrays.equals(oldInts, new int[] {-7, 9, 10}), "ints " + Arrays.toString(oldInts));
        shmem.barrierAll();
        require(floats.get(0) == 4.5f && ints.get(0) == 10 && words.get(0) == 2L * FEW, "new values");
    }

    /** A thread completes what another has started, also where it may not access the other's memory. */
    private static void otherThreadsComplete(Shmem shmem, SymmetricLongs there, SymmetricLongs words, int other) {
        shmem.barrierAll();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocate(ValueLayout.JAVA_LONG, FEW);
            long[] array = new long[FEW];
            shmem.getNbi(confined, 0, there, 0, FEW, other);
            shmem.getNbi(array, 0, there, 0, FEW, other);
            CompletableFuture.runAsync(() -> {
                for (int i = 0; i < FEW; i++) {
                    shmem.p(words, i, i, other);
                }
                shmem.quiet();
            }).join();
            for (int i = 0; i < FEW; i++) {
                long wanted = value(shmem.myPe(), i);
                require(confined.getAtIndex(ValueLayout.JAVA_LONG, i) == wanted && array[i] == wanted, "get " + i);
            }
        }
        shmem.barrierAll();
        for (int i = 0; i < FEW; i++) {
            require(words.get(i) == i, "p " + i);
        }
    }

    /** A get whose memory is gone fails one call, and spoils no other access. */
    private static void memoryIsGone(Shmem shmem, SymmetricLongs there, int other) {
        long[] array = new long[MANY];
        startInClosedMemory(shmem, there, other);
        fails(() -> shmem.getNbi(array, 0, there, 0, MANY, other));
        startInClosedMemory(shmem, there, other);
        fails(() -> {
            for (int i = 0; i < FEW; i++) {
                shmem.g(there, i, other);
            }
        });
        startInClosedMemory(shmem, there, other);
        shmem.getNbi(array, 0, there, 0, FEW, other);
        fails(shmem::quiet);
        for (int i = 0; i < FEW; i++) {
            require(array[i] == value(shmem.myPe(), i), "get " + i);
            require(shmem.g(there, i, other) == value(shmem.myPe(), i), "g " + i);
        }
        shmem.getNbi(array, 0, there, 0, MANY, other);
        shmem.quiet();
        for (int i = 0; i < MANY; i++) {
            require(array[i] == value(shmem.myPe(), i), "get " + i);
        }
        shmem.barrierAll();
    }

    private static void startInClosedMemory(Shmem shmem, SymmetricLongs there, int other) {
        try (Arena arena = Arena.ofShared()) {
            shmem.getNbi(arena.allocate(ValueLayout.JAVA_LONG, FEW), 0, there, 0, FEW, other);
        }
    }

    private static void fails(Runnable action) {
        try {
            action.run();
        } catch (IllegalStateException e) {
            return;
        }
        throw new AssertionError("memory that is gone has got bytes");
    }

    /** A PE that only looks at its own memory sees arrive what it has started to fetch. */
    private static void drivenOn(Shmem shmem, SymmetricLongs there, SymmetricLongs mine, int other) {
        mine.set(MANY - 1, 0);
        there.set(MANY - 1, 77);
        shmem.barrierAll();
        shmem.getNbi(mine, 0, there, 0, MANY, other);
        while (mine.getAcquire(MANY - 1) != 77) {
            Thread.onSpinWait();
        }
        shmem.quiet();
        shmem.barrierAll();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.report.UsageException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Blocks of data that pairs of PEs exchange. Each PE works with the PE half the job away, or at the distance that the
 * user gives. Put, get and copies through pointers transfer bytes; loads and stores transfer longs.
 */
final class Blocks {
    private static final byte EMPTY = -99;
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - Long.BYTES;

    final Shmem shmem;
    final int me;
    final int distance;
    final int partner;
    final SymmetricBytes bytes;
    final byte[] local;
    final SymmetricLongs longs;
    final long[] localLongs;
    final MemorySegment pointer;
    final LongView view;
    final SymmetricLongs flags;

    Blocks(BenchRun bench, long capacity) {
        bench.requireRoom(2 * capacity);
        if (capacity > LONGEST_ARRAY) {
            throw new UsageException("the test needs an array of " + capacity + " bytes, and Java's have at most "
                + LONGEST_ARRAY + "; choose smaller sizes");
        }
        shmem = bench.shmem();
        me = shmem.myPe();
        int nPes = shmem.nPes();
        distance = bench.options().peer(nPes, nPes / 2);
        partner = me < distance ? Math.min(me + distance, nPes - 1) : me - distance;
        bytes = bench.keep(shmem.allocateBytes(capacity, 128).named("block"));
        longs = bench.keep(shmem.allocateLongs(capacity / Long.BYTES, 128).named("block of longs"));
        flags = bench.keep(shmem.allocateLongs(16, 128).named("flags"));
        local = new byte[(int) capacity];
        localLongs = new long[(int) (capacity / Long.BYTES)];
        pointer = shmem.ptr(bytes, partner);
        view = shmem.view(longs, partner);
    }

    /** Fills the private memory with this PE's pattern and clears the symmetric memory. */
    void prepareToPut(int size) {
        for (int i = 0; i < size; i++) {
            local[i] = pattern(me, i);
        }
        for (int i = 0; i < size / Long.BYTES; i++) {
            localLongs[i] = longPattern(me, i);
        }
        bytes.fill(EMPTY);
        longs.fill(EMPTY);
    }

    /** Fills the symmetric memory with this PE's pattern and clears the private memory. */
    void prepareToGet(int capacity) {
        prepareToPut(capacity);
        bytes.set(0, local);
        longs.set(0, localLongs);
        Arrays.fill(local, EMPTY);
        Arrays.fill(localLongs, EMPTY);
    }

    /** Checks the partner's slot after this PE has put its block there. */
    void checkPut(String what, long at, int size) {
        byte[] there = new byte[size];
        shmem.get(there, 0, bytes, at, size, partner);
        for (int i = 0; i < size; i++) {
            WrongResultException.check(what + " to PE " + partner, at + i, there[i], pattern(me, i));
        }
    }

    /** Checks the private memory after this PE has got its partner's slot. */
    void checkGet(String what, long at, int size) {
        for (int i = 0; i < size; i++) {
            WrongResultException.check(what + " from PE " + partner, i, local[i], pattern(partner, (int) at + i));
        }
    }

    void checkStores(String what, int count) {
        for (int i = 0; i < count; i++) {
            WrongResultException.check(what + " to PE " + partner, i, shmem.g(longs, i, partner), longPattern(me, i));
        }
    }

    void checkLoads(String what, int count) {
        for (int i = 0; i < count; i++) {
            WrongResultException.check(what + " from PE " + partner, i, localLongs[i], longPattern(partner, i));
        }
    }

    private static byte pattern(int pe, int index) {
        return (byte) (index * 31 + pe * 7 + (index >> 8) + 1);
    }

    private static long longPattern(int pe, int index) {
        return index * 0x9e3779b97f4a7c15L + pe + 1;
    }

    static String inWords(int pairs) {
        return pairs == 1 ? "1 pair" : pairs + " pairs";
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.shmem4j.Cmp;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.SymmetricIndexException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** The mem routines: bytes of any object, aligned or not. */
public final class BytesCases {
    private static final byte[] TEXT = "thirteen char".getBytes(StandardCharsets.US_ASCII);

    private static byte[] expected(int at) {
        byte[] bytes = new byte[40];
        System.arraycopy(TEXT, 0, bytes, at, TEXT.length);
        return bytes;
    }

    private static byte[] bytes(SymmetricInts x) {
        return x.local().toArray(JAVA_BYTE);
    }

    @Case
    public void putAndGet(Trial t) {
        SymmetricInts x = t.shmem.allocateInts(10);
        SymmetricInts y = t.shmem.allocateInts(10);
        MemorySegment text = MemorySegment.ofArray(TEXT);
        t.shmem.putmem(x, 5, text, 0, TEXT.length, t.right);
        t.shmem.putmemNbi(y, 9, text, 0, TEXT.length, t.right);
        t.shmem.barrierAll();
        t.equal(expected(5), bytes(x), "putmem");
        t.equal(expected(9), bytes(y), "putmemNbi");
        byte[] back = new byte[40];
        t.shmem.getmem(MemorySegment.ofArray(back), 3, x, 5, TEXT.length, t.left);
        t.equal(expected(3), back, "getmem");
        byte[] again = new byte[40];
        t.shmem.getmemNbi(MemorySegment.ofArray(again), 1, y, 9, TEXT.length, t.right);
        t.shmem.quiet();
        t.equal(expected(1), again, "getmemNbi");
    }

    @Case
    public void withSignal(Trial t) {
        SymmetricInts x = t.shmem.allocateInts(10);
        Signal signal = t.shmem.allocateSignal();
        MemorySegment text = MemorySegment.ofArray(TEXT);
        t.shmem.putmemSignal(x, 7, text, 0, TEXT.length, signal, 3, SignalOp.ADD, t.right);
        t.equal(3, signal.waitUntil(Cmp.EQ, 3), "signal");
        t.equal(expected(7), bytes(x), "putmemSignal");
        t.shmem.barrierAll();
        t.shmem.putmemSignalNbi(x, 20, text, 0, TEXT.length, signal, 9, SignalOp.SET, t.right);
        t.equal(9, signal.waitUntil(Cmp.GT, 3), "signal of the non-blocking form");
        t.equal(TEXT[12], bytes(x)[32], "last byte of putmemSignalNbi");
    }

    @Case
    public void bytesAsOtherTypes(Trial t) {
        var bytes = t.shmem.allocateBytes(20);
        SymmetricLongs longs = bytes.asLongs();
        t.equal(2, longs.length(), "whole longs");
        t.shmem.p(longs, 1, 0x0102030405060708L, t.right);
        t.shmem.barrierAll();
        t.equal(0x0102030405060708L, longs.get(1), "the long");
        t.equal(longs.get(1), bytes.asInts().get(2) & 0xffffffffL | (long) bytes.asInts().get(3) << 32,
            "its halves on a little-endian machine");
        t.fails(SymmetricIndexException.class, () -> bytes.slice(2, Long.MAX_VALUE), Long.MAX_VALUE
            + " elements from 2 on are out of bounds");
        t.equal(2, bytes.slice(12).asInts().length(), "ints of a slice");
        t.fails(IllegalArgumentException.class, () -> bytes.slice(12).asLongs(), "need a multiple of 8");
        var doubles = t.shmem.allocateDoubles(2);
        doubles.set(1, 1.5);
        long bits = Double.doubleToLongBits(1.5);
        t.shmem.barrierAll();
        t.equal(bits, t.shmem.compareSwap(doubles.slice(1).asLongs(), 0, bits, Double.doubleToLongBits(-2), t.right),
            "the bits of a double");
        t.shmem.barrierAll();
        t.equal(-2, doubles.get(1), "the double whose bits were swapped");
        t.equal(2, doubles.asLongs().asDoubles().length(), "doubles again");
        t.equal(3, t.shmem.allocateInts(3).asFloats().asInts().length(), "ints again");
    }
}

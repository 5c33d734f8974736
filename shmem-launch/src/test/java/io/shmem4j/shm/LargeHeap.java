// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** An array of more than 2 GiB on each PE: every kind of access before, across and behind the limits of an int. */
public final class LargeHeap {
    private static final long BYTES = (1L << 31) + (1L << 20);

    private LargeHeap() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            int right = (me + 1) % shmem.nPes();
            int left = (me + shmem.nPes() - 1) % shmem.nPes();
            SymmetricBytes bytes = shmem.allocateBytes(BYTES).named("large");
            SymmetricLongs behind = shmem.allocateLongs(1000);
            long across = (1L << 31) - 500;
            byte[] block = new byte[1000];
            Arrays.fill(block, (byte) (me + 1));
            shmem.put(bytes, across, block, 0, block.length, right);
            shmem.p(bytes, BYTES - 1, (byte) (me + 10), right);
            shmem.put(behind, 0, new long[] {me + 20}, 0, 1, right);
            shmem.fetchAdd(behind, 999, me + 30, right);
            shmem.barrierAll();
            check(behind.heapOffset() >= BYTES, "the second object lies beyond 2 GiB");
            check(bytes.get(across) == left + 1 && bytes.get(across + 999) == left + 1, "a block across 2 GiB");
            check(bytes.get(across - 1) == 0 && bytes.get(across + 1000) == 0, "its neighbours");
            check(bytes.get(BYTES - 1) == left + 10, "the last byte");
            check(behind.get(0) == left + 20 && behind.get(999) == left + 30, "the object behind");
            check(shmem.g(bytes, 1L << 31, right) == me + 1, "a byte got from beyond 2 GiB");
            byte[] back = new byte[1000];
            shmem.get(back, 0, bytes, across, 1000, right);
            check(Arrays.equals(block, back), "a block got from across 2 GiB");
            check(shmem.view(bytes, right).get(BYTES - 1) == me + 10, "a view beyond 2 GiB");
            MemorySegment far = shmem.ptr(bytes, right);
            check(far.byteSize() == BYTES && far.get(ValueLayout.JAVA_BYTE, across) == me + 1,
                "a pointer beyond 2 GiB");
            check(bytes.slice(1L << 31).length() == 1L << 20, "a slice beyond 2 GiB");
            System.out.println("PE " + me + " used " + shmem.heapStats().used() + " bytes");
        }
    }

    private static void check(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }
}

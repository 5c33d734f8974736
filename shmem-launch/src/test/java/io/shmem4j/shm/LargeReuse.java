// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;

/** Allocates, writes and frees much of a heap, and looks whether the same memory is zero when it comes again. */
public final class LargeReuse {
    private static final long DIRT = 5;
    private static final long EDGE = 1L << 31;
    private static final int PARTS = 64;

    private final Shmem shmem;
    private final int right;
    private final long bytes;

    private LargeReuse(Shmem shmem, long bytes) {
        this.shmem = shmem;
        this.right = (shmem.myPe() + 1) % shmem.nPes();
        this.bytes = bytes;
    }

    /**
     * Runs it.
     *
     * @param args bytes of the largest object
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            LargeReuse reuse = new LargeReuse(shmem, Long.parseLong(args[0]));
            reuse.bytesByOthers();
            reuse.longsByOthers();
            reuse.grown();
        }
    }

    private void bytesByOthers() {
        SymmetricBytes object = shmem.allocateBytes(bytes);
        for (long place : places(bytes)) {
            require(0, object.get(place), "byte", place);
        }
        shmem.barrierAll();
        for (long place : places(bytes)) {
            shmem.p(object, place, (byte) DIRT, right);
        }
        shmem.barrierAll();
        require(DIRT, object.get(bytes - 1), "byte, after a put,", bytes - 1);
        object.free();
    }

    private void longsByOthers() {
        long length = bytes / Long.BYTES;
        SymmetricLongs object = shmem.allocateLongs(length);
        requireZero(object, 0);
        shmem.barrierAll();
        for (long place : places(length)) {
            shmem.p(object, place, DIRT, right);
        }
        shmem.barrierAll();
        object.free();
    }

    /** A third becomes two thirds, for both have to lie in the heap at once. */
    private void grown() {
        long third = bytes / Long.BYTES / 3;
        SymmetricLongs object = shmem.allocateLongs(third);
        requireZero(object, 0);
        object.set(third - 1, DIRT);
        SymmetricLongs more = shmem.reallocate(object, 2 * third);
        require(DIRT, more.get(third - 1), "kept long", third - 1);
        requireZero(more, third);
        more.set(2 * third - 1, DIRT);
        more.free();
    }

    private static void requireZero(SymmetricLongs object, long from) {
        for (long place : places(object.length())) {
            if (place >= from) {
                require(0, object.get(place), "long", place);
            }
        }
    }

    /** {@return the first and the last element, some between, and those around what an int can count} */
    private static long[] places(long length) {
        long[] places = new long[PARTS + 4];
        for (int i = 0; i < PARTS; i++) {
            places[i] = (length - 1) / PARTS * i;
        }
        places[PARTS] = length - 2;
        places[PARTS + 1] = length - 1;
        places[PARTS + 2] = Math.min(EDGE - 1, length - 1);
        places[PARTS + 3] = Math.min(EDGE, length - 1);
        return places;
    }

    private static void require(long wanted, long found, String what, long place) {
        if (found != wanted) {
            throw new AssertionError(what + " " + place + " is " + found + " instead of " + wanted);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;

/** Allocates, writes and frees more than 2 GiB, and looks whether the same memory is zero when it comes again. */
public final class LargeReuse {
    private static final long BYTES = (1L << 31) + 5;
    private static final long[] PLACES = {0, 1L << 20, (1L << 31) - 1, 1L << 31, BYTES - 1};

    private LargeReuse() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            for (int round = 0; round < 2; round++) {
                SymmetricBytes bytes = shmem.allocateBytes(BYTES);
                for (long place : PLACES) {
                    if (bytes.get(place) != 0) {
                        throw new AssertionError("byte " + place + " of new memory is " + bytes.get(place));
                    }
                    bytes.set(place, (byte) 5);
                }
                shmem.free(bytes);
            }
        }
    }
}

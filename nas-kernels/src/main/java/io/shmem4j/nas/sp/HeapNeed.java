// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.nas.npb.UsageException;

/** Allocation of large arrays that says, before it fails, which heap would do. All PEs ask for the same. */
final class HeapNeed {
    private static final long MEBIBYTE = 1 << 20;

    private HeapNeed() {
    }

    static SymmetricDoubles allocate(Shmem shmem, long bytes, String name) {
        check(shmem, bytes);
        return shmem.allocateDoubles(bytes / Double.BYTES, SpLayout.CACHE_LINE).named(name);
    }

    /** Refuses what the heap has no room for. */
    static void check(Shmem shmem, long bytes) {
        if (shmem.heapStats().largestFree() < bytes + SpLayout.CACHE_LINE) {
            long used = shmem.heapStats().capacity() - shmem.heapStats().largestFree();
            throw new UsageException("this needs " + mebibytes(bytes) + " MiB of symmetric heap a PE, and "
                + shmem.heapStats().largestFree() / MEBIBYTE + " MiB are free: start it with --heap-size "
                + mebibytes(bytes + used + MEBIBYTE) + "m");
        }
    }

    private static long mebibytes(long bytes) {
        return (bytes + MEBIBYTE - 1) / MEBIBYTE;
    }
}

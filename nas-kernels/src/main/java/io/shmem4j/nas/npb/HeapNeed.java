// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.report.UsageException;

/** Says, before a large allocation fails, which heap would do. All PEs ask for the same. */
public final class HeapNeed {
    private static final long MEBIBYTE = 1 << 20;

    private HeapNeed() {
    }

    /**
     * Refuses what the symmetric heap has no room for.
     *
     * @param bytes what the benchmark is going to allocate
     */
    public static void check(Shmem shmem, long bytes) {
        HeapStats heap = shmem.heapStats();
        if (heap.largestFree() < bytes) {
            throw new UsageException("this needs " + mebibytes(bytes) + " MiB of symmetric heap on each PE, and "
                + heap.largestFree() / MEBIBYTE + " MiB are free; run it with --heap-size "
                + (mebibytes(bytes + heap.capacity() - heap.largestFree()) + 1) + "m");
        }
    }

    /**
     * Refuses what the JVM's heap has no room for.
     *
     * @param bytes what a PE of the benchmark is going to allocate there, about
     */
    public static void checkJava(long bytes) {
        long most = Runtime.getRuntime().maxMemory();
        if (most < bytes) {
            throw new UsageException("this needs about " + mebibytes(bytes) + " MiB of Java heap for each PE, and a JVM"
                + " may have " + most / MEBIBYTE + " MiB; run it with -J-Xmx" + (mebibytes(bytes) + 1) + "m");
        }
    }

    private static long mebibytes(long bytes) {
        return (bytes + MEBIBYTE - 1) / MEBIBYTE;
    }
}

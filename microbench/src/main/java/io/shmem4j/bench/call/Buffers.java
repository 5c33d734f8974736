// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.suite.BenchRun;

/**
 * Memory for the probes.
 *
 * @param peer   the other PE, which is this one in a job of one PE
 * @param target symmetric memory that is read and written
 * @param source private memory of the same length
 * @param word   a symmetric word in its own cache line
 */
record Buffers(Shmem shmem, int peer, SymmetricLongs target, long[] source, SymmetricLongs word, Signal signal) {
    static Buffers allocate(BenchRun bench, int chosen, long bytes) {
        Shmem shmem = bench.shmem();
        int elements = (int) (bytes / Long.BYTES);
        int peer = shmem.nPes() == 1 || shmem.myPe() != 0 ? 0 : chosen;
        return new Buffers(shmem, peer, bench.keep(shmem.allocateLongs(elements).named("target")), new long[elements],
            bench.keep(shmem.allocateLongs(16, 128).named("word")),
            bench.keep(shmem.allocateSignal().word()).signal(0));
    }
}

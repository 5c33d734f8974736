// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;

/**
 * Target of atomics: words of one PE, used by some PEs at the same time.
 *
 * @param words a line of 16 longs for each PE of the job
 * @param tally two words of PE 0, what contenders' results add up to
 * @param pe whose copy of the words
 * @param actors PEs 0 to actors - 1 take part
 * @param shared whether they all use the same word, or each a line of its own
 * @param sides who runs the loop
 */
public record AtomicPlace(Shmem shmem, SymmetricLongs words, SymmetricLongs tally, int pe, int actors, boolean shared,
    Probe.Sides sides) {
    /** Longs from one line to the next. */
    static final int LINE = 16;

    /** {@return the place of PE 0 alone, by a line of 16 longs} */
    public static AtomicPlace single(Shmem shmem, SymmetricLongs words, int pe) {
        return new AtomicPlace(shmem, words, null, pe, 1, true, Probe.Sides.ORIGIN);
    }

    boolean acts() {
        return shmem.myPe() < actors;
    }

    long index() {
        return shared ? 0 : (long) shmem.myPe() * LINE;
    }

    int users() {
        return shared ? actors : 1;
    }
}
